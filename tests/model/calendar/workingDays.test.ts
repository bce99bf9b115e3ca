// Days, working days, closures, and clocks that are changed in spring and autumn.

import { describe, expect, test } from 'vitest';
import { seededRandom } from 'src/base/seededRandom.ts';
import { dayIn, isTimeZone } from 'src/model/calendar/dayIn.ts';
import { addDays, daysBetween, weekdayOf } from 'src/model/calendar/localDay.ts';
import {
  addWorkingDays,
  daysStopped,
  dueAfter,
  isWorkingDay,
  readClock,
  workingDaysBetween,
  type WorkingCalendar,
} from 'src/model/calendar/workingDays.ts';
import { readItemClock } from 'src/model/workflow/readItemClock.ts';

const plain: WorkingCalendar = { timeZone: 'America/Vancouver', weekdays: [1, 2, 3, 4, 5], closures: [] };

const randomDay = (random: ReturnType<typeof seededRandom>): string => addDays('2010-01-01', random.whole(0, 7_000));

describe('[WF-03] days of a time zone', () => {
  test('an instant is the day that people have there', () => {
    expect(dayIn(new Date('2026-11-22T02:00:00Z'), 'America/Vancouver')).toBe('2026-11-21');
    expect(dayIn(new Date('2026-11-22T12:00:00Z'), 'Pacific/Auckland')).toBe('2026-11-23');
    expect([isTimeZone('America/Iqaluit'), isTimeZone('Moon/Tranquility')]).toEqual([true, false]);
  });

  test('adding days and counting them are the same', () => {
    const random = seededRandom(2);
    for (let round = 0; round < 300; round += 1) {
      const [day, days] = [randomDay(random), random.whole(-900, 900)];
      expect(daysBetween(day, addDays(day, days))).toBe(days);
      expect((((weekdayOf(addDays(day, days)) - weekdayOf(day) - days) % 7) + 7) % 7).toBe(0);
    }
  });
});

describe('[WF-03] working days', () => {
  test('weekends and closures are left out, and the first day does not count', () => {
    const closed = { ...plain, closures: [{ from: '2026-12-24', to: '2027-01-01' }, { from: '2026-11-11' }] };
    expect(addWorkingDays(plain, '2026-11-20', 1)).toBe('2026-11-23');
    expect(addWorkingDays(plain, '2026-11-21', 0)).toBe('2026-11-23');
    expect(addWorkingDays(closed, '2026-12-22', 3)).toBe('2027-01-05');
    expect(addWorkingDays(closed, '2026-11-10', 1)).toBe('2026-11-12');
    expect(addWorkingDays(plain, '2026-11-23', -1)).toBe('2026-11-20');
    expect(dueAfter(closed, '2026-11-10', { days: 1 })).toBe('2026-11-11');
  });

  test('an owner that never works counts days as they come, and does not hang', () => {
    const never = { ...plain, closures: [{ from: '1900-01-01', to: '2999-12-31' }] };
    expect(addWorkingDays(never, '2026-11-20', 2)).toBe('2026-11-22');
    expect(addWorkingDays({ ...plain, weekdays: [] }, '2026-11-20', 1)).toBe('2026-11-23');
  });

  test('a due day is a working day, and as many of them away as was asked', () => {
    const random = seededRandom(3);
    for (let round = 0; round < 300; round += 1) {
      const closures = Array.from({ length: random.whole(0, 4) }, () => {
        const from = randomDay(random);
        return { from, to: addDays(from, random.whole(0, 20)) };
      });
      const calendar = { ...plain, weekdays: random.some([1, 2, 3, 4, 5, 6, 7], random.whole(1, 7)), closures };
      const [day, days] = [randomDay(random), random.whole(1, 60)];
      const due = addWorkingDays(calendar, day, days);
      expect(isWorkingDay(calendar, due)).toBe(true);
      expect(workingDaysBetween(calendar, day, due)).toBe(days);
      expect(workingDaysBetween(calendar, due, day)).toBe(-days);
    }
  });
});

test('[WF-03] a stopped clock counts whole days of the place, and moves what is due', () => {
  const stops = [{ from: '2026-03-06T20:00:00Z', until: '2026-03-10T06:30:00Z' }, { from: '2026-03-20T18:00:00Z' }];
  const now = new Date('2026-03-23T18:00:00Z');
  // The stop lasts until the 9th in that zone. In UTC, it was the 10th.
  expect(daysStopped(plain, stops.slice(0, 1), now)).toBe(3);
  expect(daysStopped(plain, stops, now)).toBe(6);
  const reading = readClock(plain, { start: '2026-03-01', due: '2026-03-31', stops, now });
  expect(reading).toEqual({ used: 16, stopped: 6, left: 14 });
  expect(readClock(plain, { start: '2026-03-01', due: '2026-03-02', stops: [], now }).left).toBe(-21);
});

test.each([
  ['the hour that is left out', 'America/Vancouver', '2026-03-08T07:30:00Z', '2026-03-09T06:30:00Z', 1],
  ['the hour that comes twice', 'America/Vancouver', '2026-11-01T06:30:00Z', '2026-11-02T07:30:00Z', 1],
  ['both times of that hour', 'America/Vancouver', '2026-11-01T08:30:00Z', '2026-11-01T09:30:00Z', 0],
  ['the summer', 'America/Vancouver', '2026-03-07T20:00:00Z', '2026-11-01T20:00:00Z', 239],
  ['the winter of the other side', 'Pacific/Auckland', '2026-04-04T11:30:00Z', '2026-09-27T11:30:00Z', 176],
  ['a place that keeps one time', 'America/Regina', '2026-03-08T05:30:00Z', '2026-03-09T05:30:00Z', 1],
] as const)(
  '[WF-03] a clock that stood still over %s moves the due day by the days of its zone',
  (_, timeZone, from, until, days) => {
    const calendar = { ...plain, timeZone };
    const now = new Date('2026-12-01T20:00:00Z');
    expect(daysStopped(calendar, [{ from, until }], now)).toBe(days);
    const clock = { start: 'handedOut', due: 'wantedBy', end: 'answered' };
    const values = { handedOut: '2026-03-01T20:00:00Z', wantedBy: '2026-03-31', _clock: { stops: [{ from, until }] } };
    expect(readItemClock(values, { clock }, { calendar, now })).toMatchObject({ due: addDays('2026-03-31', days) });
  },
);

test('[WF-03] an item uses the clock of its owner for readers in any zone, and no day counts after the answer', () => {
  const clock = { start: 'handedOut', due: 'wantedBy', end: 'answered' };
  // The first evening in that zone. In UTC, it was the 2nd.
  const values = { handedOut: '2026-03-02T05:00:00Z', wantedBy: '2026-03-31', _clock: { stops: [] } };
  const read = (more: object, now: string) =>
    readItemClock({ ...values, ...more }, { clock }, { calendar: plain, now: new Date(now) });
  expect(read({}, '2026-03-11T05:00:00Z')).toMatchObject({
    ...{ start: '2026-03-01', asked: '2026-03-31', due: '2026-03-31' },
    ...{ used: 9, left: 21, stands: false },
  });
  const stops = [{ from: '2026-03-10T18:00:00Z', reason: 'incomplete' }];
  expect(read({ _clock: { stops } }, '2026-03-12T18:00:00Z')).toMatchObject({
    ...{ used: 9, stopped: 2, due: '2026-04-02', left: 21, stands: true },
  });
  const answered = { answered: '2026-03-11T05:00:00Z' };
  expect(read(answered, '2026-06-01T00:00:00Z')).toMatchObject({ used: 9, left: 21 });
  expect(readItemClock({}, { clock }, { calendar: plain, now: new Date() })).toBeUndefined();
});
