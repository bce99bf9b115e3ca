// The day turns for the reader, by the clock of the computer, and for the organisation, also on a computer that slept meanwhile.
import { autorun } from 'mobx';
import { expect, it } from 'vitest';
import { DayStore } from 'src/client/stores/DayStore.ts';

const HOUR_MS = 60 * 60_000;

/** A store with a clock that the test moves, and the keys that it had. */
const storeAt = (begin: Date, zone: string) => {
  let now = begin;
  let next: { readonly wait: number; readonly run: () => void } | undefined;
  const timers = {
    after: (wait: number, run: () => void) => {
      next = { wait, run };
      return () => (next = undefined);
    },
  };
  const day = new DayStore({ clock: { now: () => now }, timers }, () => zone);
  const keys: string[] = [];
  const ends = [day.start(), autorun(() => keys.push(day.key))];
  return {
    ...{ day, keys },
    goTo: (date: Date): void => {
      while (now < date && next) {
        now = new Date(Math.min(date.getTime(), now.getTime() + next.wait));
        next.run();
      }
    },
    sleepUntil: (date: Date): void => {
      now = date;
      next?.run();
    },
    end: (): boolean => {
      for (const each of ends) each();
      return next === undefined;
    },
  };
};

it('[EXPERIENCE] has another key after each turn of the day, for the reader and for the organisation', () => {
  // Five and three quarter hours ahead of UTC.
  const { day, keys, goTo, sleepUntil, end } = storeAt(new Date(2026, 4, 20, 12), 'Asia/Kathmandu');
  goTo(new Date(2026, 4, 21, 12));
  // One turn where both fall together, two elsewhere.
  const turns = day.now.getTimezoneOffset() === -345 ? 1 : 2;
  expect(keys).toHaveLength(1 + turns);
  expect(day.midnight).toEqual(new Date(2026, 4, 21));
  expect(new Set(keys).size).toBe(keys.length);
  sleepUntil(new Date(2026, 4, 24, 12));
  expect(day.midnight).toEqual(new Date(2026, 4, 24));
  expect(keys).toHaveLength(2 + turns);
  expect(end()).toBe(true);
});

it.each([
  ['America/Vancouver', '2027-05-12T07:00:00Z', '2027-05-11', '2027-05-12'],
  ['Pacific/Kiritimati', '2028-02-28T10:00:00Z', '2028-02-28', '2028-02-29'],
  ['Asia/Kathmandu', '2027-01-31T18:15:00Z', '2027-01-31', '2027-02-01'],
  ['No/Such_Zone', '2027-06-01T00:00:00Z', '2027-05-31', '2027-06-01'],
])('[EXPERIENCE] today begins at midnight of the organisation: %s', (zone, midnight, before, after) => {
  const instant = Date.parse(midnight);
  const { day, goTo, end } = storeAt(new Date(instant - HOUR_MS), zone);
  goTo(new Date(instant - 1));
  expect(day.today).toBe(before);
  goTo(new Date(instant));
  expect(day.today).toBe(after);
  end();
});
