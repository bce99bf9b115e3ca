// The state of an account over time: the steps that search uses and the state at a moment agree on every boundary.

import { expect, it } from 'vitest';
import { accountSteps, accountStateAt } from 'src/model/access/accountState.ts';

const DAY_MS = 86_400_000;
const SEEN = new Date('2026-03-01T00:00:00Z');

it.each([
  [0, 'WEEK'],
  [7 * DAY_MS - 1, 'WEEK'],
  [7 * DAY_MS, 'DAYS_30'],
  [30 * DAY_MS, 'DAYS_60'],
  [60 * DAY_MS, 'DAYS_90'],
  [90 * DAY_MS - 1, 'DAYS_90'],
  [90 * DAY_MS, 'NORECENT'],
])('[ORG-01] %i ms after the last visit it is %s', (later, expected) => {
  const now = SEEN.getTime() + later;
  expect(accountStateAt('ACTIVE', SEEN, new Date(now))).toBe(expected);
  const steps = accountSteps({ $account: 'ACTIVE', $active: SEEN.toISOString() });
  expect(steps.findLast(({ from }) => from <= now)?.value).toBe(expected);
});

it('[ORG-01] has one state where no days count, and none where accounts are not followed', () => {
  expect(accountSteps({ $account: 'INVITED', $active: SEEN.toISOString() })).toEqual([
    { from: Number.NEGATIVE_INFINITY, value: 'INVITED' },
  ]);
  expect(accountSteps({})).toEqual([]);
  expect(accountStateAt('ACTIVE', undefined, SEEN)).toBe('NEVER');
});
