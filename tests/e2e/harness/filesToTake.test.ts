// Proof that the thirds of the browser files are all of them together.
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it, vi } from 'vitest';
import { ALWAYS, filesToLeave } from 'tests/e2e/harness/filesToTake.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

afterEach(() => vi.unstubAllEnvs());

it('takes each browser file in exactly one of the three parts, or in every part, and all of them without a part', () => {
  const left = ['1', '2', '3'].map((part) => {
    vi.stubEnv('SWEEP_THIRD', part);
    return filesToLeave(root);
  });
  const files = readdirSync(`${root}/tests/e2e`)
    .filter((name) => name.endsWith('.e2e.ts'))
    .map((name) => `tests/e2e/${name}`);
  for (const file of files)
    expect([file, left.filter((each) => !each.includes(file)).length]).toEqual([file, ALWAYS.includes(file) ? 3 : 1]);
  for (const path of ALWAYS) expect(existsSync(`${root}/${path}`)).toBe(true);
  vi.stubEnv('SWEEP_THIRD', 'all');
  expect(filesToLeave(root)).toEqual([]);
});
