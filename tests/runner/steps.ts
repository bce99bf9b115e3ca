// Defines the ordered steps of `npm test` and runs one step. Called by tests/run.ts.
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
  /** True for a vitest project, whose tests are counted one by one. Any other step counts as one. */
  readonly suite?: boolean;
  /** Number of cores that it uses. */
  readonly cores: number;
  /** Prerequisite steps. They also run when only this step is named, and must have ended before it starts. */
  readonly after?: readonly string[];
}

/** A run of `npm test`: the folder for everything temporary, and the part of each sweep that it takes. */
export interface Run {
  readonly folder: string;
  readonly part: Part;
}

/** Returns the path of the file in which the suites of a run record their sweeps. */
export const sweepRecordIn = (folder: string): string => join(folder, 'record-sweeps');

/** Creates the step of a suite. `projects` of vite.config.ts run together, so that both cores stay busy. */
const suite = (name: string, after: readonly string[] = ['generated'], projects: readonly string[] = [name]): Step => ({
  name,
  suite: true,
  command: ['vitest', 'run', ...projects.map((project) => `--project=${project}`)],
  cores: 2,
  after,
});

/** Compiles the declarations, which every other step reads, and fails where a committed output is stale. */
const GENERATED: Step = { name: 'generated', command: ['tsx', 'codegen/main.ts', 'gen', '--check'], cores: 1 };

// Steps that use one core come first, the longest at the start, so that both cores stay busy until the end. The compiler and the linter use
// all free cores but need only one, so they come last and fill both.
export const steps: readonly Step[] = [
  GENERATED,
  { name: 'format', command: ['oxfmt', '--check'], cores: 1 },
  {
    name: 'storybook',
    // `--test` skips the parts that only readers of the storybook need, more than half of the work.
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

// `npm test` itself runs without the cache of tsx, which would stay in the temporary directory; a step's cache is removed with the run.
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

/** Runs one step in a separate process group: tests/run.ts receives a Ctrl-C in the terminal and ends the step cleanly. */
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
