// Days and moments as numbers, as the documentation describes them: a date is midnight UTC of its day, a moment is itself, a time counts from
// midnight, and an approximate date covers the days from its earliest to its latest one.

import type { Bucket, BucketSet } from 'src/model/schema/Registry.ts';

/** First and last moment that a value covers. */
export interface Extent {
  readonly first: number;
  readonly last: number;
}

export type ReferenceScale = 'number' | 'date' | 'instant' | 'time';

const DAY = 86_400_000;
/** End of ranges of dates without an end: after 2261-12-31. */
export const FAR_FUTURE = Date.UTC(2262, 0, 1);
const EARLIEST = new Date(0).setUTCFullYear(-9999, 0, 1);
const LATEST = new Date(0).setUTCFullYear(9999, 11, 31);

const midnight = (year: number, month = 1, day = 1): number => new Date(0).setUTCFullYear(year, month - 1, day);

const localText = (zone: string, at: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(at);

/** Returns midnight UTC of the local day. */
export const todayIn = (zone: string, now: number): number =>
  Date.parse(`${localText(zone, now).slice(0, 10)}T00:00:00Z`);

const QUARTERS = Array.from({ length: 113 }, (_, index) => (index - 56) * 15 * 60_000);
const instants = new Map<string, number>();

/** Returns the moment of a local time such as `2026-03-01 08:00:00`. */
export const localInstant = (zone: string, local: string): number => {
  const key = `${zone} ${local}`;
  const near = Date.parse(`${local.replace(' ', 'T')}Z`);
  const found =
    instants.get(key) ?? QUARTERS.map((offset) => near + offset).find((at) => localText(zone, at) === local);
  if (found === undefined) throw new Error(`no such time: ${key}`);
  instants.set(key, found);
  return found;
};

/** Returns the moment at which a day, given as midnight UTC, begins in a zone. */
export const dayStart = (zone: string, day: number): number =>
  localInstant(zone, `${new Date(day).toISOString().slice(0, 10)} 00:00:00`);

const singleDays = (text: string): Extent | undefined => {
  const [, year = '', month, day] = /^(-?[\dX]{4})(?:-(\d{2}))?(?:-(\d{2}))?[~?%]?$/.exec(text) ?? [];
  if (year === '' || year === 'XXXX') return undefined;
  const [from, to] = [Number(year.replaceAll('X', '0')), Number(year.replaceAll('X', '9'))];
  const first = midnight(from, Number(month ?? 1), Number(day ?? 1));
  if (day !== undefined) return { first, last: first };
  return { first, last: (month === undefined ? midnight(to + 1) : midnight(to, Number(month) + 1)) - DAY };
};

/** Returns the days of an EDTF text: `191X`, `1910~`, `1910/1915`, `../1988`. An undated text has none. */
export const approximateDays = (stored: string): Extent | undefined => {
  const [text = ''] = stored.split(' (', 1);
  const [start = '', end] = text.split('/');
  if (end === undefined) return singleDays(start);
  const isOpen = (part: string): boolean => part === '' || part === '..';
  return {
    first: isOpen(start) ? EARLIEST : (singleDays(start)?.first ?? EARLIEST),
    last: isOpen(end) ? LATEST : (singleDays(end)?.last ?? LATEST),
  };
};

/** Returns a stored or typed value on its scale. */
export const onScale = (value: string | number, scale: ReferenceScale, zone: string): number => {
  if (scale === 'number') return Number(value);
  if (scale === 'time') {
    const [hours = 0, minutes = 0, seconds = 0] = String(value).split(':').map(Number);
    return ((hours * 60 + minutes) * 60 + seconds) * 1000;
  }
  if (typeof value === 'number') return midnight(value);
  const [, year, month, day] = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(value) ?? [];
  if (year === undefined) return Date.parse(value);
  const start = midnight(Number(year), Number(month ?? 1), Number(day ?? 1));
  return scale === 'instant' ? dayStart(zone, start) : start;
};

const offsetDay = (today: number, duration: string): number => {
  const [, sign, days] = /^(-?)P(\d+)D$/.exec(duration) ?? [];
  if (days === undefined) throw new Error(`another duration: ${duration}`);
  return today + Number(`${sign ?? ''}${days}`) * DAY;
};

interface Clocked {
  readonly now: number;
  readonly zone: string;
}

/** Returns the range of a declared bucket. `to` is exclusive. */
export const bucketRange = (
  { unit }: BucketSet,
  bucket: Bucket,
  scale: ReferenceScale,
  { now, zone }: Clocked,
): { readonly from: number; readonly to: number } => {
  const edge = (bound: string | number | undefined, open: number): number => {
    if (bound === undefined) return open;
    if (unit === 'number' || (unit === 'year' && scale === 'number')) return Number(bound);
    const day = unit === 'year' ? midnight(Number(bound)) : offsetDay(todayIn(zone, now), String(bound));
    return scale === 'instant' ? dayStart(zone, day) : day;
  };
  const isDated = scale === 'date' || scale === 'instant';
  return { from: edge(bucket.from, -Infinity), to: edge(bucket.to, isDated ? FAR_FUTURE : Infinity) };
};

export const isInside = (
  { first, last }: Extent,
  { from, to }: { readonly from: number; readonly to: number },
): boolean => from < to && last >= from && first < to;
