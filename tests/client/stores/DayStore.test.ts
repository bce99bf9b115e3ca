// The day turns by the clock on the wall and in UTC, also for a computer that slept through it.
import { autorun } from 'mobx';
import { expect, it } from 'vitest';
import { DayStore } from 'src/client/stores/DayStore.ts';

it('[EXPERIENCE] has another key after each turn of the day, at the place of the reader and in UTC', () => {
  let now = new Date(2026, 4, 20, 12);
  let next: { readonly wait: number; readonly run: () => void } | undefined;
  const timers = {
    after: (wait: number, run: () => void) => {
      next = { wait, run };
      return () => (next = undefined);
    },
  };
  const day = new DayStore({ clock: { now: () => now }, timers });
  const stop = day.start();
  const keys: string[] = [];
  const end = autorun(() => keys.push(day.key));
  const goTo = (date: Date): void => {
    while (now < date && next) {
      now = new Date(Math.min(date.getTime(), now.getTime() + next.wait));
      next.run();
    }
  };
  goTo(new Date(2026, 4, 21, 12));
  // One turn where both fall together, two elsewhere.
  const turns = now.getTimezoneOffset() === 0 ? 1 : 2;
  expect(keys).toHaveLength(1 + turns);
  expect(day.today).toEqual(new Date(2026, 4, 21));
  expect(new Set(keys).size).toBe(keys.length);
  // Asleep for three days.
  now = new Date(2026, 4, 24, 12);
  next?.run();
  expect(day.today).toEqual(new Date(2026, 4, 24));
  expect(keys).toHaveLength(2 + turns);
  stop();
  expect(next).toBeUndefined();
  end();
});
