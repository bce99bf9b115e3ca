// Tests that the parts of a suite together contain all of its files.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it, vi } from 'vitest';
import { filesOf, filesToLeave, SUITES } from 'tests/runner/filesInParts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

afterEach(() => vi.unstubAllEnvs());

it.each(['dom', 'e2e', 'pg'] as const)(
  'takes each file of %s in exactly one of eight parts or in every part',
  (suite) => {
    const { always } = SUITES[suite];
    const left = ['1', '2', '3', '4', '5', '6', '7', '8'].map((part) => {
      vi.stubEnv('TEST_PART', part);
      return filesToLeave(root, suite);
    });
    const files = filesOf(root, SUITES[suite]);
    const isAlways = (path: string): boolean => always.some((each) => each === path);
    for (const file of files)
      expect([file, left.filter((each) => !each.includes(file)).length]).toEqual([file, isAlways(file) ? 8 : 1]);
    for (const path of always) expect(existsSync(`${root}/${path}`)).toBe(true);
    vi.stubEnv('TEST_PART', 'all');
    expect(filesToLeave(root, suite)).toEqual([]);
  },
);
