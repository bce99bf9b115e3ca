// The browser test files that a run takes: some in every run, and a third of the others (tests/runner/thirds.ts). A file is a journey
// of its own, and all of them together last longer than a newcomer waits. Called by vite.config.ts and by globalSetup.ts.
import { readdirSync } from 'node:fs';
import { casesOfPart, casesToTake, isPart, type Part } from '../../runner/thirds.ts';

/** Files of every run: every view, the size of the first page, the rows of the shell, and who may see what. */
export const ALWAYS = ['firstPage', 'offered', 'shellRows', 'views'].map((name) => `tests/e2e/${name}.e2e.ts`);

/** Returns the paths of the files of which a run takes a part, sorted by name. `root` is the folder of the repository. */
const filesInParts = (root: string): string[] =>
  readdirSync(`${root}/tests/e2e`)
    .filter((name) => name.endsWith('.e2e.ts'))
    .map((name) => `tests/e2e/${name}`)
    .filter((path) => !ALWAYS.includes(path))
    .sort();

const samePath = (path: string): string => path;

const partOfRun = (): Part => {
  const { SWEEP_THIRD } = process.env;
  return isPart(SWEEP_THIRD) ? SWEEP_THIRD : 'all';
};

/** Returns the paths of the files that this run leaves to the runs of other parts. */
export const filesToLeave = (root: string): string[] => {
  const all = filesInParts(root);
  const taken = new Set(casesOfPart(all, samePath, partOfRun()));
  return all.filter((path) => !taken.has(path));
};

/** Records the number of files taken for the closing lines of tests/run.ts. */
export const recordFilesTaken = (root: string): void =>
  void casesToTake('browser journeys: files', filesInParts(root), samePath);
