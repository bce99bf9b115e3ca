// Converts declared buckets (`today`, `within a week`, `before 1700`) to numbers of a scale. Used by the search screens and the columns.

import type { Bucket, BucketSet } from 'src/model/schema/Registry.ts';
import { openEnd, startOfDay, utcDay, utcDayIn } from 'src/model/query/timeScale.ts';
import type { Scale } from 'src/model/kinds/Kind.ts';

/** `from` is inclusive, `to` exclusive. Open ends of dates are in the far future, others are infinite. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Today {
  readonly now: number;
  /** IANA zone of the site. */
  readonly zone: string;
}

const DURATION = /^([+-])?P(?:(-?\d+)Y)?(?:(-?\d+)M)?(?:(-?\d+)W)?(?:(-?\d+)D)?$/;

/** Returns the day after a duration: `-P7D` is a week before. Undefined for a malformed duration. */
export const addDuration = (day: number, duration: string): number | undefined => {
  const match = DURATION.exec(duration);
  if (!match) return undefined;
  const sign = match[1] === '-' ? -1 : 1;
  const [years, months, weeks, days] = [2, 3, 4, 5].map((group) => sign * Number(match[group] ?? 0)) as [
    number,
    number,
    number,
    number,
  ];
  const date = new Date(day);
  const wanted = date.getUTCMonth() + months;
  const first = new Date(0);
  first.setUTCFullYear(date.getUTCFullYear() + years, wanted, 1);
  const last = new Date(first);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  first.setUTCDate(Math.min(date.getUTCDate(), last.getUTCDate()) + weeks * 7 + days);
  return first.getTime();
};

const edge = (set: BucketSet, bound: string | number | undefined, open: number, scale: Scale, today: Today): number => {
  if (bound === undefined) return open;
  if (set.unit === 'number') return Number(bound);
  if (set.unit === 'year')
    return scale === 'number' ? Number(bound) : onScale(utcDay(Number(bound)), scale, today.zone);
  const day = addDuration(utcDayIn(today.zone, today.now), String(bound));
  return day === undefined ? open : onScale(day, scale, today.zone);
};

const onScale = (day: number, scale: Scale, zone: string): number =>
  scale === 'instant' ? startOfDay(zone, day) : day;

export const bucketSpan = (set: BucketSet, bucket: Bucket, scale: Scale, today: Today): Span => ({
  from: edge(set, bucket.from, -Infinity, scale, today),
  to: edge(set, bucket.to, openEnd(scale), scale, today),
});

/** Returns the span of a bucket, or undefined for an unknown key. */
export const resolveBucket = (set: BucketSet, key: string, scale: Scale, today: Today): Span | undefined => {
  const bucket = set.buckets.find((each) => each.key === key);
  return bucket && bucketSpan(set, bucket, scale, today);
};
