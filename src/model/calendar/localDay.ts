// Calendar days in a time zone: `2026-03-08`. When clocks change, a day has 23 or 25 hours. All instants are stored in UTC and converted to
// days only here.

import { DAY_MS } from 'src/base/dayMs.ts';

/** Example: `2026-11-22`. */
export type Day = string;

const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(timeZone, made);
  return made;
};

/** Returns true for a time zone that the runtime knows. */
export const isTimeZone = (timeZone: string): boolean => {
  try {
    formatOf(timeZone);
    return true;
  } catch {
    return false;
  }
};

/** Returns the local day of an instant. `dayIn(new Date('2026-11-22T02:00:00Z'), 'America/Vancouver')` is `2026-11-21`. */
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

/** Returns the days from the first to the second day, negative when the second is earlier. */
export const daysBetween = (from: Day, to: Day): number => Math.round((noon(to) - noon(from)) / DAY_MS);

/** Returns 1 for Monday up to 7 for Sunday. */
export const weekdayOf = (day: Day): number => ((new Date(noon(day)).getUTCDay() + 6) % 7) + 1;
