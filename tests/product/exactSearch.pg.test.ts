// Search is exact: every answer of the real server, over the product's own types, equals the reference evaluator, while items are written.
// `npm run drill:exact` does the same for as long as wanted.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openExactRun, type ExactRun } from 'tests/server/search/reference/exactRun.ts';

const { EXACT_SEED = '20261', EXACT_SECONDS = '12' } = process.env;
const seed = Number(EXACT_SEED);
const LEAST_STEPS = 30;
const SECOND = 1000;
const RESTARTS = 15;

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

it(`[SRCH-08] [PERM-01] starts from a snapshot with the rows of the tables, after items and rights changed (seed ${seed})`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keeper-restart-'));
  expect(await run.restart(folder)).toMatchObject({ from: 'tables', differences: 0 });
  let changed = 0;
  for (let at = 0; at < RESTARTS; at++) {
    const restarted = await run.restart(folder);
    expect(restarted, `EXACT_SEED=${seed}, restart ${at}`).toMatchObject({ from: 'snapshot', differences: 0 });
    changed += restarted.changed;
  }
  expect(changed).toBeGreaterThan(RESTARTS);
  await rm(folder, { recursive: true });
}, 120_000);
