// The days of an entry of a calendar. Pure; days have the form `2026-11-23`.

import type { ItemId } from 'src/model/item/Item.ts';
import { dayIn, type Day } from 'src/model/calendar/dayIn.ts';

/** Both days belong to it. */
export interface DaySpan {
  readonly first: Day;
  readonly last: Day;
}

export interface DayEntry extends DaySpan {
  readonly id: ItemId;
}

/** The days of something: a plain date is its day everywhere, a moment belongs to the day that it is in the zone. */
export const spanOfTimes = (
  from: number,
  to: number,
  { isMoment, zone }: { isMoment: boolean; zone: string },
): DaySpan => {
  const dayOf = (time: number): Day =>
    isMoment ? dayIn(new Date(time), zone) : new Date(time).toISOString().slice(0, 10);
  const first = dayOf(from);
  const last = dayOf(Math.max(from, to));
  return { first, last: last < first ? first : last };
};
