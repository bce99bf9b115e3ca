// The days on which an owner works: its weekdays without its closures, in its time zone. Due dates of the law are counted in them.

import { addDays, dayIn, daysBetween, weekdayOf, type Day } from 'src/model/calendar/localDay.ts';

/** Both days belong to it; a closure without an end is one day. */
export interface Closure {
  readonly from: Day;
  readonly to?: Day | undefined;
}

export interface WorkingCalendar {
  readonly timeZone: string;
  /** 1 is Monday, 7 is Sunday. */
  readonly weekdays: readonly number[];
  readonly closures: readonly Closure[];
}

const WEEKDAYS: readonly number[] = [1, 2, 3, 4, 5];

/** Returns the calendar of an owner that has declared none. */
export const plainCalendar = (timeZone: string): WorkingCalendar => ({ timeZone, weekdays: WEEKDAYS, closures: [] });

/** An owner that is closed for longer has stopped working: days are then counted as they come. */
const MOST_CLOSED_DAYS = 3_660;

export const isWorkingDay = ({ weekdays, closures }: WorkingCalendar, day: Day): boolean =>
  (weekdays.length === 0 ? WEEKDAYS : weekdays).includes(weekdayOf(day)) &&
  !closures.some(({ from, to = from }) => from <= day && day <= to);

const nextWorkingDay = (calendar: WorkingCalendar, day: Day, step: 1 | -1): Day => {
  let at = day;
  for (let closed = 0; closed < MOST_CLOSED_DAYS; closed += 1) {
    at = addDays(at, step);
    if (isWorkingDay(calendar, at)) return at;
  }
  return addDays(day, step);
};

/** The day itself where they work on it, otherwise the next one on which they do. */
export const workingDayFrom = (calendar: WorkingCalendar, day: Day): Day =>
  isWorkingDay(calendar, day) ? day : nextWorkingDay(calendar, day, 1);

/** So many working days after the day, which does not count itself. With 0 it is the day, or the next working day. */
export const addWorkingDays = (calendar: WorkingCalendar, day: Day, days: number): Day => {
  if (days === 0) return workingDayFrom(calendar, day);
  let at = day;
  for (let left = Math.abs(days); left > 0; left -= 1) at = nextWorkingDay(calendar, at, days > 0 ? 1 : -1);
  return at;
};

/** Working days after `from`, up to and with `to`; negative where that is earlier. */
export const workingDaysBetween = (calendar: WorkingCalendar, from: Day, to: Day): number => {
  if (to < from) return -workingDaysBetween(calendar, to, from);
  let found = 0;
  for (let at = addDays(from, 1); at <= to; at = addDays(at, 1)) if (isWorkingDay(calendar, at)) found += 1;
  return found;
};

/** How long something may take. */
export interface Term {
  readonly days: number;
  /** In working days; otherwise in days as they come. */
  readonly working?: boolean | undefined;
}

export const dueAfter = (calendar: WorkingCalendar, day: Day, { days, working }: Term): Day =>
  working === true ? addWorkingDays(calendar, day, days) : addDays(day, days);

/** The clock was stopped from one instant to another; without an end it still is. */
export interface ClockStop {
  readonly from: string;
  readonly until?: string | undefined;
}

/** Whole days there for which the clock stood still until `now`. Stops never overlap. */
export const daysStopped = ({ timeZone }: WorkingCalendar, stops: readonly ClockStop[], now: Date): number =>
  stops.reduce(
    (sum, { from, until }) =>
      sum + daysBetween(dayIn(new Date(from), timeZone), dayIn(until === undefined ? now : new Date(until), timeZone)),
    0,
  );

/** How a request stands by the clock of the law: days since the start that counted, that did not, and that are left. */
export interface ClockReading {
  readonly used: number;
  readonly stopped: number;
  /** Negative once it is late. Undefined without a due day. */
  readonly left: number | undefined;
}

export const readClock = (
  calendar: WorkingCalendar,
  { start, due, stops, now }: { start: Day; due: Day | undefined; stops: readonly ClockStop[]; now: Date },
): ClockReading => {
  const today = dayIn(now, calendar.timeZone);
  const stopped = daysStopped(calendar, stops, now);
  return {
    used: Math.max(0, daysBetween(start, today) - stopped),
    stopped,
    left: due === undefined ? undefined : daysBetween(today, addDays(due, stopped)),
  };
};
