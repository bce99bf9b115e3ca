// Tests that the files that run first exist.
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LONGEST } from 'tests/runner/LongestFirst.ts';

it('names files that there are', () => {
  expect(LONGEST.filter((path) => !existsSync(path))).toEqual([]);
});
