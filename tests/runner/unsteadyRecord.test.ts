// Tests that a test may pass on a retry once in its history, and never again.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { recordUnsteady } from 'tests/runner/unsteadyRecord.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kk-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('writes the first time down and fails the second', () => {
  const path = join(folder, 'unsteady.json');
  const push = { test: 'push.pg.test.ts: arrives', reason: 'expected 1\n  at push' };
  const drag = { test: 'drag.e2e.ts: drops', reason: 'timed out' };
  expect(recordUnsteady(path, [], '2026-01-01')).toEqual({ first: [], again: [] });
  expect(recordUnsteady(path, [push], '2026-01-02')).toEqual({ first: [push], again: [] });
  expect(recordUnsteady(path, [push, drag], '2026-01-03')).toEqual({
    first: [drag],
    again: [{ ...push, since: '2026-01-02' }],
  });
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual([
    { test: push.test, date: '2026-01-02', reason: 'expected 1' },
    { test: drag.test, date: '2026-01-03', reason: 'timed out' },
  ]);
});
