// Divides what `npm test` takes into eight parts. The commit chooses one of them; `npm run test:all` takes everything. Files of slow suites
// and stories are divided by eight. A sweep inside a file asks the same question of a large space of cases, such as every type at every
// level for every person; it is divided by three, so that several parts take the same third. A test that is run directly by vitest takes
// the whole unless TEST_PART says otherwise.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';

const PARTS = ['1', '2', '3', '4', '5', '6', '7', '8'] as const;

/** Part of the files and sweeps that a run takes. */
export type Part = (typeof PARTS)[number] | 'all';

/** Into how many sets of cases a list is divided. */
export const DIVISIONS = { sweep: 3, files: PARTS.length } as const;

type Divisions = (typeof DIVISIONS)[keyof typeof DIVISIONS];

/** Number of cases of one sweep that a run took, and of all its cases. */
export interface SweepCount {
  readonly sweep: string;
  readonly taken: number;
  readonly total: number;
}

export const isPart = (text: string | undefined): text is Part => text === 'all' || PARTS.some((each) => each === text);

/** Returns the part for a commit id in hexadecimal digits; the first part where there is no commit. */
export const partForCommit = (commit: string): Part => {
  const number = Number.parseInt(commit.slice(0, 8), 16);
  return PARTS[(Number.isNaN(number) ? 0 : number) % PARTS.length] ?? PARTS[0];
};

/** Returns the part that TEST_PART names; everything when it names none. */
export const partOfRun = (): Part => {
  const { TEST_PART } = process.env;
  return isPart(TEST_PART) ? TEST_PART : 'all';
};

const hashOf = (key: string): string => createHash('sha1').update(key).digest('hex');

/**
 * Returns the cases of one part, in their own order. The sets have equal sizes, have no case in common and are the whole list together.
 * The order of the hashes decides the set of a case, so that a set follows no pattern of the list.
 */
export const casesOfPart = <Case>(
  cases: readonly Case[],
  keyOf: (each: Case) => string,
  part: Part,
  divisions: Divisions,
): Case[] => {
  if (part === 'all') return [...cases];
  const byHash = cases.map((each) => ({ each, hash: hashOf(keyOf(each)) }));
  byHash.sort((one, other) => (one.hash < other.hash ? -1 : 1));
  const wanted = (Number(part) - 1) % divisions;
  const taken = new Set(byHash.filter((_, at) => at % divisions === wanted).map(({ each }) => each));
  return cases.filter((each) => taken.has(each));
};

/** Records a count for the closing lines of tests/run.ts. */
export const noteCount = (count: SweepCount): void => {
  const { SWEEP_RECORD } = process.env;
  if (SWEEP_RECORD !== undefined) appendFileSync(SWEEP_RECORD, `${JSON.stringify(count)}\n`);
};

/** Returns the cases that this run takes, and records their number for the closing lines of tests/run.ts. Call it once per sweep. */
export const casesToTake = <Case>(
  sweep: string,
  cases: readonly Case[],
  keyOf: (each: Case) => string,
  divisions: Divisions = DIVISIONS.sweep,
): Case[] => {
  const taken = casesOfPart(cases, keyOf, partOfRun(), divisions);
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
  const of = part === 'all' ? 'whole' : `part ${part} of ${PARTS.length}`;
  const others = part === 'all' ? '' : '; `npm test -- --part=N` takes another part, `npm run test:all` takes all';
  return [
    ...counts.map(({ sweep, taken, total }) => `sweep ${sweep}: ${inDigits(taken)} of ${inDigits(total)}`),
    `sweeps: ${of}, ${sum('taken')} of ${sum('total')} cases${others}`,
  ];
};
