// Calendar days in a time zone: `2026-03-08`. When clocks change, a day has 23 or 25 hours. All instants are stored in UTC and converted to
// days only here. The first page loads this file without the library for dates.

/** Example: `2026-11-22`. */
export type Day = string;

const dayFormats = new Map<string, Intl.DateTimeFormat>();

const dayFormat = (timeZone: string): Intl.DateTimeFormat => {
  const known = dayFormats.get(timeZone);
  if (known) return known;
  const newFormat = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  dayFormats.set(timeZone, newFormat);
  return newFormat;
};

/** Returns true for a time zone that the runtime knows. */
export const isTimeZone = (timeZone: string): boolean => {
  try {
    dayFormat(timeZone);
    return true;
  } catch {
    return false;
  }
};

/** Returns the local day of an instant. `dayIn(new Date('2026-11-22T02:00:00Z'), 'America/Vancouver')` is `2026-11-21`. */
export const dayIn = (instant: Date, timeZone: string): Day => {
  const parts = new Map(
    dayFormat(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  return `${(parts.get('year') ?? '').padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`;
};
