// Selects the test files of the slow suites for a run: some in every run, and an eighth of the others (parts.ts). Files are
// independent of each other, and all of them together take too long for a first run. Called by the setup of the suites and by
// vite.config.ts, which supports only relative paths.
import { readdirSync } from 'node:fs';
import { LONGEST } from './LongestFirst.ts';
import { casesOfPart, DIVISIONS, noteCount, type Part, partOfRun } from './parts.ts';

interface SuiteFiles {
  /** The name of the sweep in the closing lines of a run. */
  readonly sweep: string;
  /** Folder of its files and of their subfolders. */
  readonly folder: string;
  readonly suffix: string;
  /** Paths of the files that every run takes. */
  readonly always: readonly string[];
}

/**
 * Files of every run: each form, the size of the first page, the wire format, access rights, and a backup with its restore. The file
 * `verified` is the fastest one that writes and restores a real backup with rows and a file, because it starts no process for a command.
 */
export const SUITES = {
  dom: {
    sweep: 'component suites: files',
    folder: 'tests/client',
    suffix: '.dom.test.tsx',
    always: ['tests/client/forms/declared.dom.test.tsx'],
  },
  e2e: {
    sweep: 'browser journeys: files',
    folder: 'tests/e2e',
    suffix: '.e2e.ts',
    always: ['tests/e2e/firstPage.e2e.ts'],
  },
  pg: {
    sweep: 'database suites: files',
    folder: 'tests',
    suffix: '.pg.test.ts',
    always: [
      'access/matrix',
      'product/accessMatrix',
      'product/contract',
      'server/backup/verified',
      'server/routes/statements',
      'wire/published',
    ].map((name) => `tests/${name}.pg.test.ts`),
  },
} as const satisfies Record<string, SuiteFiles>;

type Suite = keyof typeof SUITES;

const samePath = (path: string): string => path;

/** Returns the paths of all files of a suite, sorted by name. `root` is the folder of the repository. */
export const filesOf = (root: string, { folder, suffix }: SuiteFiles): string[] =>
  readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(suffix))
    .map((name) => `${folder}/${name}`)
    .sort();

const filesInParts = (root: string, suite: SuiteFiles): string[] =>
  filesOf(root, suite).filter((path) => !suite.always.includes(path));

/** The slowest files are divided separately, so that the parts take about the same time. */
const filesOfPart = (files: readonly string[], part: Part): string[] =>
  [true, false].flatMap((isLong) =>
    casesOfPart(
      files.filter((path) => LONGEST.includes(path) === isLong),
      samePath,
      part,
      DIVISIONS.files,
    ),
  );

/** Returns the paths of the files of a suite that this run leaves to the runs of other parts. */
export const filesToLeave = (root: string, suite: Suite): string[] => {
  const all = filesInParts(root, SUITES[suite]);
  const taken = new Set(filesOfPart(all, partOfRun()));
  return all.filter((path) => !taken.has(path));
};

/** Records the number of files taken for the closing lines of tests/run.ts. */
export const recordFilesTaken = (root: string, suite: Suite): void => {
  const all = filesInParts(root, SUITES[suite]);
  noteCount({ sweep: SUITES[suite].sweep, taken: filesOfPart(all, partOfRun()).length, total: all.length });
};
