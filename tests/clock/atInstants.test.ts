// The date functions of the model at the instants of instants.ts, in processes of several time zones: the organisation's day decides, and
// the zone of the process never does.
import { afterEach, describe, expect, it } from 'vitest';
import { instantOf } from 'src/model/calendar/instantOf.ts';
import { dayIn } from 'src/model/calendar/dayIn.ts';
import { addDays, daysBetween, weekdayOf } from 'src/model/calendar/localDay.ts';
import { addWorkingDays, plainCalendar } from 'src/model/calendar/workingDays.ts';
import { resolveBucket } from 'src/model/query/buckets.ts';
import { scaled, startOfDay, utcDay } from 'src/model/query/timeScale.ts';
import type { BucketSet } from 'src/model/schema/Registry.ts';
import { readItemClock } from 'src/model/workflow/readItemClock.ts';
import { dateWords } from 'src/server/exchange/exportDates.ts';
import { INSTANTS } from 'tests/clock/instants.ts';
import { ORGANISATION_ZONE } from 'tests/clock/organisationDay.ts';

const HOUR_MS = 3_600_000;

/** Minutes by which the clocks of the process are behind UTC in January. Proves that the zone is in use. */
const PROCESS_ZONES: Readonly<Record<string, number>> = {
  UTC: 0,
  'America/Edmonton': 420,
  'Pacific/Kiritimati': -840,
};

interface Expected {
  /** The organisation's day, and the instants at which it begins and ends. */
  readonly day: string;
  readonly begins: string;
  readonly ends: string;
  /** The instant as the clocks of the organisation show it. */
  readonly shown: string;
  /** The day five working days later. */
  readonly due: string;
  readonly month: string;
}

const EXPECTED: Readonly<Record<string, Expected>> = {
  '2027-03-10T07:30Z': {
    ...{ day: '2027-03-09', begins: '2027-03-09T08:00:00Z', ends: '2027-03-10T08:00:00Z' },
    ...{ shown: '09-Mar-2027 23:30', due: '2027-03-16', month: '2027-04-09' },
  },
  '2027-05-12T07:00Z': {
    ...{ day: '2027-05-12', begins: '2027-05-12T07:00:00Z', ends: '2027-05-13T07:00:00Z' },
    ...{ shown: '12-May-2027 00:00', due: '2027-05-19', month: '2027-06-12' },
  },
  '2027-02-01T07:30Z': {
    ...{ day: '2027-01-31', begins: '2027-01-31T08:00:00Z', ends: '2027-02-01T08:00:00Z' },
    ...{ shown: '31-Jan-2027 23:30', due: '2027-02-05', month: '2027-02-28' },
  },
  '2027-03-14T10:00Z': {
    ...{ day: '2027-03-14', begins: '2027-03-14T08:00:00Z', ends: '2027-03-15T07:00:00Z' },
    ...{ shown: '14-Mar-2027 03:00', due: '2027-03-19', month: '2027-04-14' },
  },
  '2027-11-07T09:00Z': {
    ...{ day: '2027-11-07', begins: '2027-11-07T07:00:00Z', ends: '2027-11-08T08:00:00Z' },
    ...{ shown: '07-Nov-2027 01:00', due: '2027-11-12', month: '2027-12-07' },
  },
  '2028-02-29T20:00Z': {
    ...{ day: '2028-02-29', begins: '2028-02-29T08:00:00Z', ends: '2028-03-01T08:00:00Z' },
    ...{ shown: '29-Feb-2028 12:00', due: '2028-03-07', month: '2028-03-29' },
  },
};

const BUCKETS: BucketSet = {
  key: 'made',
  unit: 'offset',
  buckets: [
    { key: 'today', from: 'P0D', to: 'P1D' },
    { key: 'withinAMonth', from: 'P0D', to: 'P1M' },
  ],
};

const before = process.env['TZ'];
afterEach(() => {
  if (before === undefined) delete process.env['TZ'];
  else process.env['TZ'] = before;
});

it('names an expectation for every instant of the drill', () => {
  expect(Object.keys(EXPECTED)).toEqual(Object.keys(INSTANTS));
});

describe.each(Object.entries(PROCESS_ZONES))('in a process in %s', (processZone, offset) => {
  describe.each(Object.entries(EXPECTED))('at %s', (instant, { day, begins, ends, shown, due, month }) => {
    const now = new Date(instant);
    const enter = (): void => {
      process.env['TZ'] = processZone;
      expect(new Date('2027-01-15T12:00:00Z').getTimezoneOffset()).toBe(offset);
    };

    it('[SRCH-06] today begins and ends with the organisation', () => {
      enter();
      expect(dayIn(now, ORGANISATION_ZONE)).toBe(day);
      expect(new Date(startOfDay(ORGANISATION_ZONE, Date.parse(day)))).toEqual(new Date(begins));
      const asked = { now: now.getTime(), zone: ORGANISATION_ZONE };
      expect(resolveBucket(BUCKETS, 'today', 'instant', asked)).toEqual({
        from: Date.parse(begins),
        to: Date.parse(ends),
      });
      expect(resolveBucket(BUCKETS, 'withinAMonth', 'date', asked)).toEqual({
        from: Date.parse(day),
        to: Date.parse(month),
      });
      expect(scaled(instant, 'date', ORGANISATION_ZONE)).toBe(Date.parse(day));
      expect(scaled(day, 'instant', ORGANISATION_ZONE)).toBe(Date.parse(begins));
    });

    it('[WF-03] days follow each other, and times of a day are the clock’s', () => {
      enter();
      const [year = 0, inYear = 1, date = 1] = day.split('-').map(Number);
      expect(Date.parse(day)).toBe(utcDay(year, inYear, date));
      expect(daysBetween(addDays(day, -1), addDays(day, 1))).toBe(2);
      expect(weekdayOf(addDays(day, 7))).toBe(weekdayOf(day));
      expect(instantOf(day, '00:00', ORGANISATION_ZONE)).toEqual(new Date(begins));
      expect(instantOf(addDays(day, 1), '00:00', ORGANISATION_ZONE)).toEqual(new Date(ends));
      expect(addWorkingDays(plainCalendar(ORGANISATION_ZONE), day, 5)).toBe(due);
    });

    it('[EXCHANGE] an export writes the moment as clocks of the organisation show it', () => {
      enter();
      expect(dateWords('en', ORGANISATION_ZONE).moment(now.toISOString())).toBe(shown);
    });

    it('[WF-03] the clock of a consultation counts the organisation’s days', () => {
      enter();
      const began = new Date(now.getTime() - 10 * 24 * HOUR_MS);
      const first = dayIn(began, ORGANISATION_ZONE);
      const stop = { from: new Date(now.getTime() - 3 * 24 * HOUR_MS).toISOString(), reason: 'x' };
      const stopped = daysBetween(dayIn(new Date(stop.from), ORGANISATION_ZONE), day);
      const values = { submitted: began.toISOString(), wanted: addDays(day, 20), _clock: { stops: [stop] } };
      const clock = readItemClock(
        values as unknown as Parameters<typeof readItemClock>[0],
        { clock: { start: 'submitted', due: 'wanted' } } as Parameters<typeof readItemClock>[1],
        { calendar: plainCalendar(ORGANISATION_ZONE), now },
      );
      expect(clock).toMatchObject({ start: first, asked: addDays(day, 20), due: addDays(day, 20 + stopped), stopped });
      expect(clock).toMatchObject({ used: daysBetween(first, day) - stopped, left: 20 + stopped });
    });
  });
});
