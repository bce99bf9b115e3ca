// Days as an owner's people count them: `2026-03-08` in a time zone. A day begins when its clocks say so, which in spring and autumn is
// 23 or 25 hours after the day before it began. All instants are kept in UTC; only here do they become days.

import { DAY_MS } from 'src/base/dayMs.ts';

/** `2026-11-22`. */
export type Day = string;

const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(timeZone, made);
  return made;
};

/** Whether there is such a time zone. */
export const isTimeZone = (timeZone: string): boolean => {
  try {
    formatOf(timeZone);
    return true;
  } catch {
    return false;
  }
};

/** The day that it is there at this instant. `dayIn(new Date('2026-11-22T02:00:00Z'), 'America/Vancouver')` is `2026-11-21`. */
export const dayIn = (instant: Date, timeZone: string): Day => {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  return `${(parts.get('year') ?? '').padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`;
};

const noon = (day: Day): number => Date.parse(`${day}T12:00:00Z`);

export const addDays = (day: Day, days: number): Day => new Date(noon(day) + days * DAY_MS).toISOString().slice(0, 10);

/** From the first day to the second; negative where that is earlier. */
export const daysBetween = (from: Day, to: Day): number => Math.round((noon(to) - noon(from)) / DAY_MS);

/** 1 is Monday, 7 is Sunday. */
export const weekdayOf = (day: Day): number => ((new Date(noon(day)).getUTCDay() + 6) % 7) + 1;
