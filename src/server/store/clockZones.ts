// Values over time, such as the state of a meeting, are worked out in the time zone of the item's owner. Searches use the stored steps of
// such a value, so they are written again when an owner moves to another time zone. Called by the store only.

import { CALENDAR, calendarFrom } from 'src/model/calendar/calendarFrom.ts';
import type { ItemId, Values } from 'src/model/item/Item.ts';
import type { JobHandler } from 'src/server/store/jobRows.ts';
import { createZones, type CalendarSources, type Owned } from 'src/server/store/calendars.ts';
import type { Queryable, Transaction } from 'src/server/store/database.ts';
import { findHolders, idsOfNumbers } from 'src/server/store/holders.ts';
import type { ItemPlan } from 'src/server/store/itemPlan.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';
import type { StoreContext } from 'src/server/store/storeContext.ts';
import { FEED } from 'src/server/store/writeStatements.ts';

export const REWRITE_CLOCKS = 'rewriteClocks';
const CLOCK_ITEMS_PER_BATCH = 250;

const calendarSources = ({ registry, find, timeZone = 'UTC' }: StoreContext): CalendarSources => ({
  registry,
  timeZone,
  items: { find: (db, id) => find(db, id) },
});

/** Returns a function that gives the time zone for the values over time of items. It reads nothing for types without such values. */
export const createClockZones = (
  parts: StoreContext,
  db: Queryable,
): ((plan: ItemPlan, owned: () => Owned) => Promise<string>) => {
  const sources = calendarSources(parts);
  const zoneOf = createZones(sources, db);
  return async (plan, owned) => (plan.clocks.length === 0 ? sources.timeZone : await zoneOf(owned()));
};

/** Queues the job where a save moves an owner to another time zone. */
export const followTimeZone = async (
  tx: Transaction,
  { timeZone = 'UTC' }: StoreContext,
  { id, before, after }: { readonly id: ItemId; readonly before: Values; readonly after: Values },
): Promise<void> => {
  const [from, to] = [before, after].map((values) => calendarFrom(values[CALENDAR], timeZone).timeZone);
  if (from !== to) await tx.addJob(REWRITE_CLOCKS, { id }, `${REWRITE_CLOCKS} ${id}`);
};

/** Writes the values over time of an owner's items again, in batches. */
export const createRewriteClocksJob =
  (parts: StoreContext, reindex: ItemStorage['reindex']): JobHandler =>
  async ({ id: owner }, signal) => {
    const { database, plans, findMany } = parts;
    const pointers = [...plans.values()].flatMap((plan) =>
      plan.clocks.length > 0 && plan.type.read.owner !== undefined
        ? [{ plan, path: plan.type.read.owner, kind: undefined }]
        : [],
    );
    for (const { plan, numbers } of await findHolders(database, [String(owner)], pointers)) {
      const ids = idsOfNumbers(plan, numbers);
      for (let from = 0; from < ids.length; from += CLOCK_ITEMS_PER_BATCH) {
        signal.throwIfAborted();
        // oxlint-disable-next-line no-await-in-loop -- one short transaction after another
        await database.transaction(async (tx) => {
          const items: readonly StoredItem[] = await findMany(
            tx,
            ids.slice(from, from + CLOCK_ITEMS_PER_BATCH),
            'write',
          );
          await reindex(tx, plan.type.name, { items, changed: [] });
        });
        database.notify(FEED);
      }
    }
  };
