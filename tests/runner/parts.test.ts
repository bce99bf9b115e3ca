// Tests that the parts of a run together contain all cases, and that the closing lines count them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { casesOfPart, casesToTake, DIVISIONS, partForCommit, sweepLines, takeCounts } from 'tests/runner/parts.ts';

const CASES = Array.from({ length: 100 }, (_, at) => `case ${at}`);
const same = (text: string): string => text;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kk-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

it('divides the cases into equal sets that have nothing in common, each in the order of the list', () => {
  const parts = (['1', '2', '3', '4', '5', '6', '7', '8'] as const).map((part) =>
    casesOfPart(CASES, same, part, DIVISIONS.files),
  );
  expect(parts.map(({ length }) => length)).toEqual([13, 13, 13, 13, 12, 12, 12, 12]);
  expect(parts.flat().toSorted()).toEqual(CASES.toSorted());
  for (const taken of parts) expect(taken).toEqual(CASES.filter((each) => taken.includes(each)));
  expect(casesOfPart(CASES, same, 'all', DIVISIONS.files)).toEqual(CASES);
});

it('takes a third of a sweep, the same one in several of the parts', () => {
  const thirds = (['1', '2', '3', '4', '5', '6', '7', '8'] as const).map((part) =>
    casesOfPart(CASES, same, part, DIVISIONS.sweep),
  );
  expect(thirds.slice(0, 3).map(({ length }) => length)).toEqual([34, 33, 33]);
  expect(thirds.slice(0, 3).flat().toSorted()).toEqual(CASES.toSorted());
  expect(thirds.slice(3, 6)).toEqual(thirds.slice(0, 3));
});

it('takes no pattern of the list: of nine people for each type another three', () => {
  const cases = Array.from({ length: 90 }, (_, at) => ({ type: Math.floor(at / 9), person: at % 9 }));
  const taken = casesOfPart(cases, ({ type, person }) => `${type} ${person}`, '2', DIVISIONS.sweep);
  expect(new Set(taken.map(({ person }) => person)).size).toBe(9);
});

it('chooses the part by the commit, and the first part without one', () => {
  expect(partForCommit('00000000aa')).toBe('1');
  expect(partForCommit('00000001aa')).toBe('2');
  expect(partForCommit('00000007aa')).toBe('8');
  expect(partForCommit('')).toBe('1');
});

it('takes the whole unless a part is asked for, and tells how much it took', () => {
  // The part that the present run takes must not change this result.
  vi.stubEnv('TEST_PART', undefined);
  vi.stubEnv('SWEEP_RECORD', undefined);
  expect(casesToTake('alone', CASES, same)).toEqual(CASES);
  const record = join(folder, 'sweeps');
  vi.stubEnv('SWEEP_RECORD', record);
  vi.stubEnv('TEST_PART', '2');
  expect(casesToTake('hundred', CASES, same)).toHaveLength(33);
  casesToTake('hundred', CASES, same); // a second try
  casesToTake('ten', CASES.slice(0, 10), same);
  const counts = takeCounts(record);
  expect(counts).toEqual([
    { sweep: 'hundred', taken: 33, total: 100 },
    { sweep: 'ten', taken: 3, total: 10 },
  ]);
  expect(takeCounts(record)).toEqual([]);
  const lines = sweepLines('2', counts);
  expect(lines.at(-1)).toMatch(/^sweeps: part 2 of 8, 36 of 110 cases; .*--part=N.*test:all/);
  expect(sweepLines('all', [{ sweep: 'one', taken: 1200, total: 1200 }])).toEqual([
    'sweep one: 1,200 of 1,200',
    'sweeps: whole, 1,200 of 1,200 cases',
  ]);
});
