// The warning and the end of a token, by the clock.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tokenTimers } from 'src/server/transport/tokenTimers.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const started = (milliseconds: number): { told: string[]; timers: ReturnType<typeof tokenTimers> } => {
  const told: string[] = [];
  const timers = tokenTimers({
    clock: { now: () => new Date() },
    onWarning: () => told.push('warning'),
    onEnd: () => told.push('end'),
  });
  timers.start(new Date(Date.now() + milliseconds));
  return { told, timers };
};

it.each([
  ['an hour', 60 * MINUTE, 55 * MINUTE],
  ['forty days', 40 * DAY, 40 * DAY - 5 * MINUTE],
])('[AUTH-01] warns five minutes before the end of %s, and ends then', (_what, life, warning) => {
  const { told } = started(life);
  vi.advanceTimersByTime(warning - 1);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(told).toEqual(['warning']);
  vi.advanceTimersByTime(5 * MINUTE - 1);
  expect(told).toEqual(['warning']);
  vi.advanceTimersByTime(1);
  expect(told).toEqual(['warning', 'end']);
});

it('warns at once where less than five minutes are left, and starts over for a newer token', () => {
  const { told, timers } = started(2 * MINUTE);
  vi.advanceTimersByTime(0);
  expect(told).toEqual(['warning']);
  timers.start(new Date(Date.now() + 60 * MINUTE));
  vi.advanceTimersByTime(54 * MINUTE);
  expect(told).toEqual(['warning']);
  timers.stop();
  vi.advanceTimersByTime(DAY);
  expect(told).toEqual(['warning']);
});
