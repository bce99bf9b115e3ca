// The job that writes the events of days: an item names a date, and a rule says how many days before or after it is worth an event. The
// clock of the job queue starts it; each date is noted, so that no event is written twice. A day is one of UTC, as in the buckets of dates.

import type { Clock } from 'src/base/clock.ts';
import { addDays, dayIn, type Day } from 'src/model/calendar/localDay.ts';
import { itemId, SYSTEM_USER } from 'src/model/item/itemId.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { EventRule } from 'src/model/schema/TypeServer.ts';
import type { Events } from 'src/server/events/events.ts';
import type { JobHandler } from 'src/server/jobs/jobQueue.ts';
import type { Database } from 'src/server/store/database.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';
import { noteDates, pruneDates, waitingDates, type DueDates, type DueRow } from 'src/server/store/notices/dueRows.ts';

export const WRITE_DUE_EVENTS = 'writeDueEvents';

/** Items of one transaction. */
const BATCH = 100;
/** A day is not worth an event any more so long after it, such as in items that were imported with old dates. */
const LATE_DAYS = 7;

interface Options {
  readonly registry: ServerRegistry;
  readonly database: Database;
  readonly clock: Clock;
  readonly items: Pick<ItemStorage, 'findMany'>;
  readonly events: Pick<Events, 'holds' | 'ofDay' | 'write'>;
}

const dayAt = (now: Date, days: number): Day => addDays(dayIn(now, 'UTC'), days);

/** The dates that the rule is about today; undefined for another rule. */
const datesOf = ({ number: t }: ServerItemType, rule: EventRule, now: Date): DueDates | undefined => {
  const { on, days = 0, kind, paths: [path] = [] } = rule;
  if (on !== 'due' || path === undefined) return undefined;
  // Before the date: until it is there. After it: for a week.
  const [from, to] = days < 0 ? [0, -days] : [-days - LATE_DAYS, -days];
  return { t, path, kind, from: dayAt(now, from), to: dayAt(now, to) };
};

export const createDueEvents = ({ registry, database, clock, items, events }: Options): JobHandler => {
  const writeBatch = async (type: ServerItemType, rule: EventRule, rows: readonly DueRow[]): Promise<void> => {
    const metadata = { at: clock.now(), by: SYSTEM_USER, actor: undefined };
    await database.transaction(async (tx) => {
      const ids = rows.map(({ i }) => itemId(type.name, i));
      const stored = await items.findMany(tx, ids, { refer: true });
      const fitting = new Map(
        stored.flatMap((each) => (events.holds(type, rule.kind, each.properties) ? [[each.number, each]] : [])),
      );
      const noted = await noteDates(
        tx,
        { t: type.number, kind: rule.kind },
        rows.filter(({ i }) => fitting.has(i)),
      );
      for (const { i } of noted) {
        const context = fitting.get(i);
        if (context) await events.write(tx, context, events.ofDay(type, rule), metadata);
      }
    });
  };

  return async (_, signal) => {
    for (const type of Object.values(registry.types)) {
      for (const rule of type.server.events) {
        const dates = datesOf(type, rule, clock.now());
        for (let after = dates ? 0 : undefined; dates && after !== undefined;) {
          signal.throwIfAborted();
          const rows = await waitingDates(database, dates, { after, max: BATCH });
          if (rows.length > 0) await writeBatch(type, rule, rows);
          after = rows.length === BATCH ? rows.at(-1)?.i : undefined;
        }
      }
    }
    await pruneDates(database);
  };
};
