// The steps of `npm test`, in their order, and how one is run. Called by tests/run.ts.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Outcome, outcomeOfGuard, outcomeOfSuite } from 'tests/runner/outcome.ts';
import type { Recording } from 'tests/runner/Recorder.ts';
import type { Part } from 'tests/runner/parts.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Step {
  readonly name: string;
  readonly command: readonly string[];
  /** A vitest project: its tests are counted one by one. Any other step counts as one. */
  readonly suite?: boolean;
  /** Cores that it needs to go on at its pace. */
  readonly cores: number;
  /** Steps that it needs: they run too when it is named alone, and must have ended before. */
  readonly after?: readonly string[];
}

/** A run of `npm test`: the folder for everything temporary, and the part of each sweep that it takes. */
export interface Run {
  readonly folder: string;
  readonly part: Part;
}

/** Returns the path of the file in which the suites of a run record their sweeps. */
export const sweepRecordIn = (folder: string): string => join(folder, 'record-sweeps');

/** `projects` are those of vite.config.ts that the step runs together, so that both cores are busy to the end. */
const suite = (name: string, after: readonly string[] = ['generated'], projects: readonly string[] = [name]): Step => ({
  name,
  suite: true,
  command: ['vitest', 'run', ...projects.map((project) => `--project=${project}`)],
  cores: 2,
  after,
});

/** Compiles the declarations, which every other step reads, and fails where a committed output is stale. */
const GENERATED: Step = { name: 'generated', command: ['tsx', 'codegen/main.ts', 'gen', '--check'], cores: 1 };

// What takes one core alone comes first, the longest before all, so that none of it is left over at the end with the other core idle.
// The compiler and the linter take as many cores as are free: they are content with one, and come last to fill both.
export const steps: readonly Step[] = [
  GENERATED,
  { name: 'format', command: ['oxfmt', '--check'], cores: 1 },
  {
    name: 'storybook',
    // `--test` leaves out what only a reader of the storybook needs, and more than half of the work.
    command: ['storybook', 'build', '--test', '--output-dir', 'storybook-static', '--disable-telemetry', '--quiet'],
    cores: 1,
    after: ['generated'],
  },
  { name: 'build', command: ['tsx', 'src/server/cli/build.ts', '--if-changed'], cores: 1, after: ['generated'] },
  { name: 'dead', command: ['npm', 'run', '--silent', 'dead'], cores: 1, after: ['generated'] },
  { name: 'size', command: ['tsx', 'tests/architecture/size.ts'], cores: 1, after: ['generated'] },
  { name: 'types', command: ['node', 'node_modules/ts7/bin/tsc', '-b'], cores: 1, after: ['generated'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'], cores: 1, after: ['generated'] },
  suite('unit', ['generated'], ['unit', 'dom']),
  suite('pg'),
  suite('e2e', ['build']),
  suite('stories', ['storybook']),
];

const takeRecording = (path: string): Recording | undefined => {
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, 'utf8');
  rmSync(path);
  return JSON.parse(text) as Recording;
};

// `npm test` itself runs without the cache of tsx, which would stay in the temporary directory; a step's goes with the run.
const environmentOf = ({ folder, part }: Run, recordTo: string): NodeJS.ProcessEnv => ({
  ...process.env,
  TSX_DISABLE_CACHE: undefined,
  PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
  TMPDIR: folder,
  CI: '1',
  TEST_RECORD: recordTo,
  TEST_PART: part,
  SWEEP_RECORD: sweepRecordIn(folder),
});

/** Runs one step, in a process group of its own: a Ctrl-C in the terminal is for tests/run.ts, which ends it in order. */
export const runStep = (step: Step, run: Run): Promise<Outcome> => {
  const {
    name,
    suite: isSuite = false,
    command: [program = '', ...parameters],
  } = step;
  const recordTo = join(run.folder, `record-${name}.json`);
  const child = spawn(program, parameters, {
    cwd: root,
    stdio: ['ignore', isSuite ? 'inherit' : 'pipe', isSuite ? 'inherit' : 'pipe'],
    env: environmentOf(run, recordTo),
    detached: true,
  });
  const output: Buffer[] = [];
  child.stdout?.on('data', (data: Buffer) => output.push(data));
  child.stderr?.on('data', (data: Buffer) => output.push(data));
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(outcomeOfGuard(name, 1, String(error))));
    child.on('close', (code) =>
      resolve(
        isSuite
          ? outcomeOfSuite(name, code ?? 1, takeRecording(recordTo))
          : outcomeOfGuard(name, code ?? 1, Buffer.concat(output).toString()),
      ),
    );
  });
};
