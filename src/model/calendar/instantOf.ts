// A time of a day as the clocks of a place show it, as an instant. Where clocks are put forward, a time that they leave out is as long after
// midnight as it says by the clock before; where they are put back, it is the first of the two.

import type { Day } from 'src/model/calendar/localDay.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en', {
    ...{ timeZone, calendar: 'gregory', hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  formats.set(timeZone, made);
  return made;
};

/** Milliseconds that the clocks there are ahead of UTC at this instant. */
const offsetAt = (timeZone: string, instant: number): number => {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return shown - instant;
};

const CLOCK = /^(\d{2}):(\d{2})(?::(\d{2}))?/;

/** `instantOf('2026-07-01', '09:00', 'America/Vancouver')` is 16:00 UTC. Undefined for what is no time. */
export const instantOf = (day: Day, time: string, timeZone: string): Date | undefined => {
  const clock = CLOCK.exec(time)?.[0];
  const shown = clock === undefined ? Number.NaN : Date.parse(`${day}T${clock.length === 5 ? `${clock}:00` : clock}Z`);
  if (Number.isNaN(shown)) return undefined;
  // The offsets of the day before and the day after: one of them holds at that time.
  const [before, after] = [shown - 86_400_000, shown + 86_400_000].map((each) => offsetAt(timeZone, each));
  const first = shown - (before ?? 0);
  return new Date(
    first + offsetAt(timeZone, first) === shown ? first : leftOutOr(shown, first, { timeZone, after: after ?? 0 }),
  );
};

const leftOutOr = (shown: number, first: number, { timeZone, after }: { timeZone: string; after: number }): number => {
  const second = shown - after;
  return second + offsetAt(timeZone, second) === shown ? second : first;
};
