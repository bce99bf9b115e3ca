// Working days of an owner: its weekdays without its closures, in its time zone. Legal deadlines are counted in them.

import { dayIn, type Day } from 'src/model/calendar/dayIn.ts';
import { addDays, daysBetween, weekdayOf } from 'src/model/calendar/localDay.ts';

/** Period in which the owner is closed, both days included. Without an end, it is one day. */
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

/** An owner that is closed for longer has no working days; then calendar days are counted. */
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

/** Returns the day itself when it is a working day, otherwise the next working day. */
export const workingDayFrom = (calendar: WorkingCalendar, day: Day): Day =>
  isWorkingDay(calendar, day) ? day : nextWorkingDay(calendar, day, 1);

/** Returns the day after the given number of working days, not counting the first. 0 gives the day itself or the next working day. */
export const addWorkingDays = (calendar: WorkingCalendar, day: Day, days: number): Day => {
  if (days === 0) return workingDayFrom(calendar, day);
  let at = day;
  for (let left = Math.abs(days); left > 0; left -= 1) at = nextWorkingDay(calendar, at, days > 0 ? 1 : -1);
  return at;
};

/** Returns the working days after `from` up to and including `to`, negative when `to` is earlier. */
export const workingDaysBetween = (calendar: WorkingCalendar, from: Day, to: Day): number => {
  if (to < from) return -workingDaysBetween(calendar, to, from);
  let found = 0;
  for (let at = addDays(from, 1); at <= to; at = addDays(at, 1)) if (isWorkingDay(calendar, at)) found += 1;
  return found;
};

/** Time allowed for something. */
export interface Term {
  readonly days: number;
  /** True for working days, false for calendar days. */
  readonly working?: boolean | undefined;
}

export const dueAfter = (calendar: WorkingCalendar, day: Day, { days, working }: Term): Day =>
  working === true ? addWorkingDays(calendar, day, days) : addDays(day, days);

/** Period in which the clock was stopped. Without an end, it is still stopped. */
export interface ClockStop {
  readonly from: string;
  readonly until?: string | undefined;
}

/** Returns the whole local days for which the clock was stopped until `now`. Stops do not overlap. */
export const daysStopped = ({ timeZone }: WorkingCalendar, stops: readonly ClockStop[], now: Date): number =>
  stops.reduce(
    (sum, { from, until }) =>
      sum + daysBetween(dayIn(new Date(from), timeZone), dayIn(until === undefined ? now : new Date(until), timeZone)),
    0,
  );

/** State of a deadline: days since the start that counted, days that did not, and days that are left. */
export interface ClockReading {
  readonly used: number;
  readonly stopped: number;
  /** Negative after the due day. Undefined without a due day. */
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
