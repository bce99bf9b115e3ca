// Divides sweeps into thirds. A sweep asks the same question of a large space of cases: every story in every theme, every type at
// every level for every person. `npm test` takes one third of each sweep, chosen by the commit; `npm run test:all` takes them whole.
// A test that is run directly by vitest takes the whole sweep unless SWEEP_THIRD says otherwise.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';

/** Part of each sweep that a run takes. */
export type Part = '1' | '2' | '3' | 'all';

/** Number of cases of one sweep that a run took, and of all its cases. */
export interface SweepCount {
  readonly sweep: string;
  readonly taken: number;
  readonly total: number;
}

const PARTS = 3;

export const isPart = (text: string | undefined): text is Part => ['1', '2', '3', 'all'].includes(text ?? '');

/** Returns the part for a commit id in hexadecimal digits; the first part where there is no commit. */
export const partForCommit = (commit: string): Part => {
  const number = Number.parseInt(commit.slice(0, 8), 16);
  return String((Number.isNaN(number) ? 0 : number % PARTS) + 1) as Part;
};

const hashOf = (key: string): string => createHash('sha1').update(key).digest('hex');

/**
 * Returns the cases of one part, in their own order. The three parts of a list have equal sizes, have no case in common and are
 * the whole list together. The order of the hashes decides the part, so that a part follows no pattern of the list.
 */
export const casesOfPart = <Case>(cases: readonly Case[], keyOf: (each: Case) => string, part: Part): Case[] => {
  if (part === 'all') return [...cases];
  const byHash = cases.map((each) => ({ each, hash: hashOf(keyOf(each)) }));
  byHash.sort((one, other) => (one.hash < other.hash ? -1 : 1));
  const taken = new Set(byHash.filter((_, at) => at % PARTS === Number(part) - 1).map(({ each }) => each));
  return cases.filter((each) => taken.has(each));
};

/** Records a count for the closing lines of tests/run.ts. */
export const noteCount = (count: SweepCount): void => {
  const { SWEEP_RECORD } = process.env;
  if (SWEEP_RECORD !== undefined) appendFileSync(SWEEP_RECORD, `${JSON.stringify(count)}\n`);
};

/** Returns the cases that this run takes, and records their number for the closing lines of tests/run.ts. Call it once per sweep. */
export const casesToTake = <Case>(sweep: string, cases: readonly Case[], keyOf: (each: Case) => string): Case[] => {
  const { SWEEP_THIRD } = process.env;
  const taken = casesOfPart(cases, keyOf, isPart(SWEEP_THIRD) ? SWEEP_THIRD : 'all');
  noteCount({ sweep, taken: taken.length, total: cases.length });
  return taken;
};

/** Reads and removes the records of a run. A file that was tried twice has recorded its sweeps twice: the last record counts. */
export const takeCounts = (path: string): SweepCount[] => {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  rmSync(path);
  const counts = lines.filter(Boolean).map((line) => JSON.parse(line) as SweepCount);
  return [...new Map(counts.map((count) => [count.sweep, count])).values()];
};

const inDigits = (count: number): string => count.toLocaleString('en');

/** Returns the closing lines: one for each sweep, then their sum with the commands that take the rest. */
export const sweepLines = (part: Part, counts: readonly SweepCount[]): string[] => {
  if (counts.length === 0) return [];
  const sum = (key: 'taken' | 'total'): string => inDigits(counts.reduce((all, count) => all + count[key], 0));
  const of = part === 'all' ? 'whole' : `third ${part} of ${PARTS}`;
  const others = part === 'all' ? '' : '; `npm test -- --third=N` takes another third, `npm run test:all` takes all';
  return [
    ...counts.map(({ sweep, taken, total }) => `sweep ${sweep}: ${inDigits(taken)} of ${inDigits(total)}`),
    `sweeps: ${of}, ${sum('taken')} of ${sum('total')} cases${others}`,
  ];
};
