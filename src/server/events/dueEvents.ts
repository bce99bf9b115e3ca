// Job that writes events on dates: an item has a date, and a rule says how many days before or after it there is an event. Days follow the
// time zone of the item's owner. Started by the schedule of the job queue. Each date is recorded, so that no event is written twice.

import type { Clock } from 'src/base/clock.ts';
import { addDays, dayIn, daysBetween, type Day } from 'src/model/calendar/localDay.ts';
import { itemId, SYSTEM_USER } from 'src/model/item/itemId.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { EventRule } from 'src/model/schema/TypeServer.ts';
import type { Events } from 'src/server/eventLog/events.ts';
import type { JobHandler } from 'src/server/store/jobRows.ts';
import type { Database } from 'src/server/store/database.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';
import { noteDates, pruneDates, waitingDates, type DueDates, type DueRow } from 'src/server/store/notices/dueRows.ts';
import { createZones } from 'src/server/store/calendars.ts';

export const WRITE_DUE_EVENTS = 'writeDueEvents';

/** Items of one transaction. */
const DUE_ITEMS_PER_BATCH = 100;
/** Days after which an event is no longer written, for example for imported items with old dates. */
const LATE_DAYS = 7;

interface Options {
  readonly registry: ServerRegistry;
  readonly database: Database;
  readonly clock: Clock;
  readonly items: Pick<ItemStorage, 'find' | 'findMany'>;
  /** IANA time zone of the site. */
  readonly timeZone: string;
  readonly events: Pick<Events, 'holds' | 'ofDay' | 'write'>;
}

/** Returns from and until which day relative to the date the rule applies: before the date until the date itself, after it for a week. */
const daysOf = ({ days = 0 }: EventRule): readonly [number, number] =>
  days < 0 ? [days, 0] : [days, days + LATE_DAYS];

/** Returns the dates to which the rule may apply now in any time zone; undefined for another rule. */
const datesOf = ({ number: t }: ServerItemType, rule: EventRule, now: Date): DueDates | undefined => {
  const { on, kind, paths: [path] = [] } = rule;
  if (on !== 'due' || path === undefined) return undefined;
  const [from, to] = daysOf(rule);
  const today = dayIn(now, 'UTC');
  // In the owner's zone it may be a day earlier or later.
  return { t, path, kind, from: addDays(today, -to - 1), to: addDays(today, 1 - from) };
};

const isAbout = (rule: EventRule, due: Day, today: Day): boolean => {
  const [from, to] = daysOf(rule);
  const days = daysBetween(due, today);
  return days >= from && days <= to;
};

export const createDueEvents = ({ registry, database, clock, items, timeZone, events }: Options): JobHandler => {
  const writeBatch = async (type: ServerItemType, rule: EventRule, rows: readonly DueRow[]): Promise<void> => {
    const metadata = { at: clock.now(), by: SYSTEM_USER, actor: undefined };
    await database.transaction(async (tx) => {
      const ids = rows.map(({ i }) => itemId(type.name, i));
      const stored = await items.findMany(tx, ids, { refer: true });
      const zoneOf = createZones({ registry, items, timeZone }, tx);
      const fitting = new Map(
        stored.flatMap((each): [number, StoredItem][] =>
          events.holds(type, rule.kind, each.properties) ? [[each.number, each]] : [],
        ),
      );
      const due: DueRow[] = [];
      for (const row of rows) {
        const context = fitting.get(row.i);
        if (context && isAbout(rule, row.due, dayIn(metadata.at, await zoneOf(context)))) due.push(row);
      }
      const noted = await noteDates(tx, { t: type.number, kind: rule.kind }, due);
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
          const rows = await waitingDates(database, dates, { after, max: DUE_ITEMS_PER_BATCH });
          if (rows.length > 0) await writeBatch(type, rule, rows);
          after = rows.length === DUE_ITEMS_PER_BATCH ? rows.at(-1)?.i : undefined;
        }
      }
    }
    await pruneDates(database);
  };
};
