// Search is exact: every answer of the real server, over the product's own types, equals the reference evaluator, while items are written.
// `npm run drill:exact` does the same for as long as wanted.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { openExactRun, type ExactRun } from 'tests/server/search/reference/exactRun.ts';

const { EXACT_SEED = '20261', EXACT_SECONDS = '12' } = process.env;
const seed = Number(EXACT_SEED);
const LEAST_STEPS = 30;
const SECOND = 1000;

let run: ExactRun;
beforeAll(async () => {
  run = await openExactRun(seed);
}, 120_000);
afterAll(() => run.stop());

it(
  `[SRCH-01] [SRCH-08] [PERM-01] answers every query as the reference does, while items and rights change (seed ${seed})`,
  async () => {
    const end = Date.now() + Number(EXACT_SECONDS) * SECOND;
    let steps = 0;
    for (; Date.now() < end || steps < LEAST_STEPS; steps++)
      expect(await run.step(), `EXACT_SEED=${seed}, step ${steps}`).toEqual([]);
    console.log(`${steps} steps with seed ${seed}`);
    expect(await run.check()).toBe(0);
  },
  Number(EXACT_SECONDS) * SECOND + 120_000,
);
