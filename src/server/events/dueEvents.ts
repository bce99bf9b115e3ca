// Job that writes the events that types declare on dates. Started by the schedule of the job queue.

import { SYSTEM_USER } from 'src/model/item/itemId.ts';
import type { EventRule } from 'src/model/schema/TypeServer.ts';
import type { Events } from 'src/server/eventLog/events.ts';
import { writeDueDates, type DueNeeds, type DueRule } from 'src/server/events/dueDates.ts';
import type { JobHandler } from 'src/server/store/jobRows.ts';
import { pruneDates } from 'src/server/store/notices/dueRows.ts';

export const WRITE_DUE_EVENTS = 'writeDueEvents';

/** Days after which an event is no longer written, for example for imported items with old dates. */
const LATE_DAYS = 7;

/** Returns the days relative to the date on which the rule applies: before the date until the date itself, after it for a week. */
const daysOf = ({ days = 0 }: EventRule): { readonly from: number; readonly to: number } => ({
  from: days,
  to: days < 0 ? 0 : days + LATE_DAYS,
});

interface DueEventNeeds extends DueNeeds {
  readonly events: Pick<Events, 'holds' | 'ofDay' | 'write'>;
}

export const createDueEvents =
  (services: DueEventNeeds): JobHandler =>
  async (_, signal) => {
    const { registry, events, clock, database } = services;
    for (const type of Object.values(registry.types))
      for (const rule of type.server.events.filter(({ on }) => on === 'due')) {
        const { kind, paths: [path] = [] } = rule;
        if (path === undefined) continue;
        const eventOf: DueRule['eventOf'] = (tx, stored) => {
          const metadata = { at: clock.now(), by: SYSTEM_USER, actor: undefined };
          const write = () => events.write(tx, stored, events.ofDay(type, rule), metadata);
          return Promise.resolve(events.holds(type, kind, stored.properties) ? { owned: stored, write } : undefined);
        };
        await writeDueDates(services, { type, path, kind, ...daysOf(rule), eventOf }, signal);
      }
    await pruneDates(database);
  };
