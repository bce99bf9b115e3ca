// The clock of the law as an item holds it: the periods for which it was stopped, and the day by which an answer is due. Each stop that has
// ended moves this day by its days. While the clock is stopped, there is no such day. Every save of the item and lawClock.ts keep it right.

import { isRecord } from 'src/base/isRecord.ts';
import { addDays } from 'src/model/calendar/localDay.ts';
import { daysStopped, type ClockStop, type WorkingCalendar } from 'src/model/calendar/workingDays.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { WorkflowSubject } from 'src/model/schema/Workflows.ts';
import type { Proposal } from 'src/server/rules/proposal.ts';
import { calendarOf } from 'src/server/store/calendars.ts';

export const CLOCK = '_clock';
export type Stop = ClockStop & Values;

export const stopsIn = (properties: Values): readonly Stop[] => {
  const clock = properties[CLOCK];
  const stops = isRecord(clock) ? clock['stops'] : undefined;
  return Array.isArray(stops) ? (stops as readonly Stop[]) : [];
};

const isOpenStop = ({ until }: ClockStop): boolean => until === undefined;

/** True while the clock is stopped. */
export const standsStill = (properties: Values): boolean => stopsIn(properties).some(isOpenStop);

interface ClockNow {
  readonly declared: WorkflowSubject;
  readonly calendar: WorkingCalendar;
  readonly stops: readonly Stop[];
  readonly now: Date;
}

/**
 * Returns the clock with its due day once every stop has ended. Until then, it has none, so that lists and reminders leave the item out.
 */
export const clockWith = (properties: Values, { declared, calendar, stops, now }: ClockNow): Json => {
  const [due] = declared.clock ? valuesAt(properties, declared.clock.due) : [];
  const isKnown = typeof due === 'string' && !stops.some(isOpenStop);
  const moved = isKnown ? addDays(due.slice(0, 10), daysStopped(calendar, stops, now)) : undefined;
  if (moved === undefined && stops.length === 0) return null;
  return { ...(stops.length > 0 && { stops }), ...(moved !== undefined && { due: moved }) };
};

/** Keeps the due day in the clock right in every save of such an item. */
export const clockValues = async ({ context, type, stored, next }: Proposal): Promise<Values> => {
  const { services, db, now } = context;
  const declared = services.registry.workflows?.subjects[type.name];
  if (!declared?.clock) return {};
  const item = { type: type.name, properties: next, owners: stored?.owners ?? [] };
  const calendar = await calendarOf(services, db, item);
  return { [CLOCK]: clockWith(next, { declared, calendar, stops: stopsIn(next), now }) };
};
