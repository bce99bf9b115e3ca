// Buckets as spans, by the site's day.
import { describe, expect, it } from 'vitest';
import type { BucketSet } from 'src/model/schema/Registry.ts';
import { addDuration, bucketSpan, resolveBucket } from 'src/model/query/buckets.ts';
import { scaled, utcDay } from 'src/model/query/timeScale.ts';

const created: BucketSet = {
  key: 'created',
  unit: 'offset',
  buckets: [
    { key: 'today', from: 'P0D', to: 'P1D' },
    { key: 'yesterday', from: '-P1D', to: 'P0D' },
    { key: 'before180', to: '-P180D' },
  ],
};
const history: BucketSet = {
  key: 'history',
  unit: 'year',
  buckets: [
    { key: 'before1700', to: 1700 },
    { key: 'y1700', from: 1700, to: 1750 },
  ],
};
const noon = { now: Date.parse('2024-03-10T12:00:00Z'), zone: 'UTC' };

describe('resolveBucket', () => {
  it('[SRCH-06] counts offsets from the start of today in UTC', () => {
    expect(resolveBucket(created, 'today', 'instant', noon)).toEqual({
      from: Date.parse('2024-03-10T00:00:00Z'),
      to: Date.parse('2024-03-11T00:00:00Z'),
    });
    expect(resolveBucket(created, 'before180', 'instant', noon)).toEqual({
      from: -Infinity,
      to: Date.parse('2023-09-12T00:00:00Z'),
    });
    expect(resolveBucket(created, 'never', 'instant', noon)).toBeUndefined();
  });

  it('[SRCH-06] starts the day of a zone where that zone starts it, also across a clock change', () => {
    const vancouver = { now: Date.parse('2024-03-10T20:00:00Z'), zone: 'America/Vancouver' };
    expect(resolveBucket(created, 'today', 'instant', vancouver)).toEqual({
      from: Date.parse('2024-03-10T08:00:00Z'),
      to: Date.parse('2024-03-11T07:00:00Z'),
    });
    expect(resolveBucket(created, 'today', 'date', vancouver)?.from).toBe(utcDay(2024, 3, 10));
    const late = { now: Date.parse('2024-03-11T06:59:00Z'), zone: 'America/Vancouver' };
    expect(resolveBucket(created, 'today', 'date', late)?.from).toBe(utcDay(2024, 3, 10));
  });

  it('[SRCH-06] reads years as numbers or as days', () => {
    const [before, from1700] = history.buckets as [BucketSet['buckets'][number], BucketSet['buckets'][number]];
    expect(bucketSpan(history, before, 'number', noon)).toEqual({ from: -Infinity, to: 1700 });
    expect(bucketSpan(history, from1700, 'date', noon)).toEqual({ from: utcDay(1700), to: utcDay(1750) });
  });

  it('[SHELL-19] ends an open range of dates with 2261-12-31, and of numbers nowhere', () => {
    const open = { key: 'open', unit: 'offset', buckets: [{ key: 'after180', from: 'P180D' }] } as const;
    const end = Date.parse('2261-12-31T23:59:59.999Z') + 1;
    expect(resolveBucket(open, 'after180', 'date', noon)?.to).toBe(end);
    expect(resolveBucket(open, 'after180', 'instant', noon)?.to).toBe(end);
    const years: BucketSet = { key: 'y', unit: 'year', buckets: [{ key: 'after2000', from: 2000 }] };
    expect(resolveBucket(years, 'after2000', 'number', noon)?.to).toBe(Infinity);
  });

  it('adds months without running over the end of one', () => {
    expect(addDuration(utcDay(2024, 1, 31), 'P1M')).toBe(utcDay(2024, 2, 29));
    expect(addDuration(utcDay(2024, 1, 31), '-P1Y2M')).toBe(utcDay(2022, 11, 30));
    expect(addDuration(0, 'nonsense')).toBeUndefined();
  });
});

describe('scaled', () => {
  it('reads whole and partial dates, moments and numbers', () => {
    expect(scaled('1950', 'date', 'UTC')).toBe(utcDay(1950));
    expect(scaled('1950-03', 'date', 'UTC')).toBe(utcDay(1950, 3));
    expect(scaled('0099-12-31', 'date', 'UTC')).toBe(utcDay(99, 12, 31));
    expect(scaled('2024-03-10', 'instant', 'America/Vancouver')).toBe(Date.parse('2024-03-10T08:00:00Z'));
    expect(scaled('2024-03-10T10:00:00Z', 'instant', 'UTC')).toBe(Date.parse('2024-03-10T10:00:00Z'));
    expect(scaled(7, 'number', 'UTC')).toBe(7);
    expect(scaled('7', 'number', 'UTC')).toBeUndefined();
    expect(scaled('soon', 'instant', 'UTC')).toBeUndefined();
  });
});
