// Tests that migrations have a unique order: with equal numbers the file system would decide which one runs first.
import { expect, it } from 'vitest';
import { filesIn } from 'tests/architecture/sourceFiles.ts';

const numbers = filesIn('src/server/store/migrations').map((path) => Number(/(\d{6})_[a-z_]+\.sql$/.exec(path)?.[1]));

it('gives each migration a number of its own', () => {
  expect(numbers.length).toBeGreaterThan(0);
  expect(numbers).toEqual([...new Set(numbers)]);
  expect(numbers.every((number) => number > 0)).toBe(true);
});
