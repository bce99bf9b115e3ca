// Converts a local time of a day to an instant. A time that is skipped when clocks go forward is counted with the offset before the change;
// of a time that occurs twice, the first one is returned.

import type { Day } from 'src/model/calendar/dayIn.ts';

const clockFormats = new Map<string, Intl.DateTimeFormat>();

const clockFormat = (timeZone: string): Intl.DateTimeFormat => {
  const known = clockFormats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en', {
    ...{ timeZone, calendar: 'gregory', hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  clockFormats.set(timeZone, format);
  return format;
};

/** Returns the milliseconds by which the zone is ahead of UTC at this instant. */
export const offsetAt = (timeZone: string, instant: number): number => {
  const parts = new Map(
    clockFormat(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return local - instant;
};

const CLOCK_TIME = /^(\d{2}):(\d{2})(?::(\d{2}))?/;

/** Returns the instant: `instantOf('2026-07-01', '09:00', 'America/Vancouver')` is 16:00 UTC. Undefined for an invalid time. */
export const instantOf = (day: Day, time: string, timeZone: string): Date | undefined => {
  const clock = CLOCK_TIME.exec(time)?.[0];
  const local = clock === undefined ? Number.NaN : Date.parse(`${day}T${clock.length === 5 ? `${clock}:00` : clock}Z`);
  if (Number.isNaN(local)) return undefined;
  // The offset at that time is the one of the day before or of the day after.
  const [before, after] = [local - 86_400_000, local + 86_400_000].map((each) => offsetAt(timeZone, each));
  const first = local - (before ?? 0);
  return new Date(
    first + offsetAt(timeZone, first) === local ? first : leftOutOr(local, first, { timeZone, after: after ?? 0 }),
  );
};

const leftOutOr = (shown: number, first: number, { timeZone, after }: { timeZone: string; after: number }): number => {
  const second = shown - after;
  return second + offsetAt(timeZone, second) === shown ? second : first;
};
