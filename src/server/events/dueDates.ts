// Dates that cause events. Finds the items of a type with such a date, and writes each event on its day in the time zone of the item's
// owner. Each date is recorded, so that it causes its event once.

import type { Clock } from 'src/base/clock.ts';
import { dayIn } from 'src/model/calendar/dayIn.ts';
import { addDays, daysBetween } from 'src/model/calendar/localDay.ts';
import { itemId } from 'src/model/item/itemId.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import { createZones, type CalendarSources, type Owned } from 'src/server/store/calendars.ts';
import type { Database, Transaction } from 'src/server/store/database.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';
import { noteDates, waitingDates, type DueRow } from 'src/server/store/notices/dueRows.ts';

/** Items of one transaction. */
const DUE_ITEMS_PER_BATCH = 100;

interface DueEvent {
  /** The item in whose owner's time zone the day is. */
  readonly owned: Owned;
  readonly write: () => Promise<void>;
}

export interface DueRule {
  readonly type: ServerItemType;
  /** Path of the date. */
  readonly path: string;
  /** Name under which the dates are recorded. */
  readonly kind: string;
  /** Days after the date, from which and until which the event is written; before it, where negative. */
  readonly from: number;
  readonly to: number;
  /** Returns the event of an item; undefined where there is none now. */
  readonly eventOf: (tx: Transaction, stored: StoredItem) => Promise<DueEvent | undefined>;
}

export interface DueNeeds extends CalendarSources {
  readonly database: Database;
  readonly clock: Clock;
  readonly items: Pick<ItemStorage, 'find' | 'findMany'>;
}

const writeBatch = async (
  services: DueNeeds,
  tx: Transaction,
  { rule, rows }: { readonly rule: DueRule; readonly rows: readonly DueRow[] },
): Promise<void> => {
  const { type, kind, from, to } = rule;
  const ids = rows.map(({ i }) => itemId(type.name, i));
  const stored = await services.items.findMany(tx, ids, { refer: true });
  const byNumber = new Map(stored.map((each) => [each.number, each]));
  const zoneOf = createZones(services, tx);
  const events = new Map<DueRow['i'], DueEvent>();
  for (const { i, due } of rows) {
    const item = byNumber.get(i);
    const event = item && (await rule.eventOf(tx, item));
    const days = event && daysBetween(due, dayIn(services.clock.now(), await zoneOf(event.owned)));
    if (event && days !== undefined && days >= from && days <= to) events.set(i, event);
  }
  const due = rows.filter(({ i }) => events.has(i));
  for (const { i } of await noteDates(tx, { t: type.number, kind }, due)) await events.get(i)?.write();
};

/** Writes the events of the rule whose day has come. A date that has its event already is left out. */
export const writeDueDates = async (services: DueNeeds, rule: DueRule, signal: AbortSignal): Promise<void> => {
  const { database, clock } = services;
  const { type, path, kind, from, to } = rule;
  const today = dayIn(clock.now(), 'UTC');
  // In the owner's zone it may be a day earlier or later.
  const dates = { t: type.number, path, kind, from: addDays(today, -to - 1), to: addDays(today, 1 - from) };
  for (let after: number | undefined = 0; after !== undefined;) {
    signal.throwIfAborted();
    const rows: DueRow[] = await waitingDates(database, dates, { after, max: DUE_ITEMS_PER_BATCH });
    if (rows.length > 0) await database.transaction((tx) => writeBatch(services, tx, { rule, rows }));
    after = rows.length === DUE_ITEMS_PER_BATCH ? rows.at(-1)?.i : undefined;
  }
};
