// Dates as numbers, so that ranges, buckets and sorts compare equally everywhere. A `date` is midnight UTC of its calendar day in any time
// zone of the site; an `instant` is a moment; a `time` counts from midnight; a `number` is itself.

import { dayIn } from 'src/model/calendar/dayIn.ts';
import type { Scale } from 'src/model/kinds/Kind.ts';

const DAY_PATTERN = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;

/** Returns midnight UTC of a calendar day. Years below 100 are taken literally. */
export const utcDay = (year: number, month = 1, day = 1): number => {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime();
};

/** End of open ranges of dates: after 2261-12-31. */
const AFTER_FAR_FUTURE = utcDay(2262);

/** Exclusive end of a range without one. */
export const openEnd = (scale: Scale): number =>
  scale === 'date' || scale === 'instant' ? AFTER_FAR_FUTURE : Infinity;

/** Length that is drawn of a date without a start or without an end: ten years. */
export const OPEN_SPAN_MS = 10 * 365.25 * 86_400_000;

const partsIn = (zone: string, at: number): number[] => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(new Date(at));
  const value = (type: string): number => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return [value('year'), value('month'), value('day'), value('hour'), value('minute'), value('second')];
};

/** Returns the local calendar day of an instant, as midnight UTC. */
export const utcDayIn = (zone: string, at: number): number => {
  const [year, month, day] = dayIn(new Date(at), zone).split('-').map(Number);
  return utcDay(year ?? 1970, month, day);
};

/** Returns the instant at which a calendar day (midnight UTC) starts in a zone. */
export const startOfDay = (zone: string, day: number): number => {
  if (zone === 'UTC') return day;
  let guess = day;
  // Two rounds: the first offset may belong to the other side of a clock change.
  for (let round = 0; round < 2; round++) {
    const [year = 1970, month = 1, date = 1, hour = 0, minute = 0, second = 0] = partsIn(zone, guess);
    guess += day - (utcDay(year, month, date) + ((hour * 60 + minute) * 60 + second) * 1000);
  }
  return guess;
};

const TIME_PATTERN = /^(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?/;

const timeOfDay = (text: string): number | undefined => {
  const match = TIME_PATTERN.exec(text);
  return match ? (Number(match[1]) * 60 + Number(match[2])) * 60_000 + Number(match[3] ?? 0) * 1000 : undefined;
};

/** Returns a stored or requested value on its scale, or undefined. `scaled('1950-03', 'date', 'UTC')` is the first of that month. */
export const scaled = (value: unknown, scale: Scale, zone: string): number | undefined => {
  if (scale === 'number') return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  if (typeof value === 'number')
    return scale !== 'time' && Number.isInteger(value) && Math.abs(value) <= 9999 ? utcDay(value) : undefined;
  if (typeof value !== 'string') return undefined;
  if (scale === 'time') return timeOfDay(value);
  const match = DAY_PATTERN.exec(value);
  if (match) {
    const day = utcDay(Number(match[1]), Number(match[2] ?? 1), Number(match[3] ?? 1));
    return scale === 'date' ? day : startOfDay(zone, day);
  }
  const moment = Date.parse(value);
  if (Number.isNaN(moment)) return undefined;
  return scale === 'date' ? utcDayIn(zone, moment) : moment;
};
