// Tests that once passed only on a retry, stored in tests/unsteady.json. Called by tests/run.ts at its end.
// The first occurrence is recorded and reported; a test that is already in the file fails the run. The commit that fixes the race
// removes the line.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Unsteady } from 'tests/runner/outcome.ts';

export interface UnsteadyEntry extends Unsteady {
  readonly date: string;
}

export interface UnsteadyNews {
  readonly first: readonly Unsteady[];
  readonly again: readonly (Unsteady & { readonly since: string })[];
}

const firstLine = (text: string): string => text.split('\n')[0]?.trim() ?? '';

/** Compares with the record at `path` and adds new tests. */
export const recordUnsteady = (path: string, unsteady: readonly Unsteady[], today: string): UnsteadyNews => {
  const known = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as readonly UnsteadyEntry[]) : [];
  const since = new Map(known.map(({ test, date }) => [test, date]));
  const first = unsteady.filter(({ test }) => !since.has(test));
  const again = unsteady.flatMap((each) => {
    const date = since.get(each.test);
    return date === undefined ? [] : [{ ...each, since: date }];
  });
  if (first.length > 0) {
    const added = first.map(({ test, reason }) => ({ test, date: today, reason: firstLine(reason) }));
    writeFileSync(path, `${JSON.stringify([...known, ...added], undefined, 2)}\n`);
  }
  return { first, again };
};
