// The steps of `npm test`, in their order, and how one is run. Called by tests/run.ts.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Outcome, outcomeOfGuard, outcomeOfSuite } from 'tests/runner/outcome.ts';
import type { Recording } from 'tests/runner/Recorder.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Step {
  readonly name: string;
  readonly command: readonly string[];
  /** A vitest project: its tests are counted one by one. Any other step counts as one. */
  readonly suite?: boolean;
}

const suite = (name: string): Step => ({ name, suite: true, command: ['vitest', 'run', `--project=${name}`] });

export const steps: readonly Step[] = [
  { name: 'generated', command: ['tsx', 'codegen/main.ts', 'gen', '--check'] },
  { name: 'types', command: ['node', 'node_modules/ts7/bin/tsc', '-b'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'format', command: ['prettier', '--check', '--log-level', 'warn', '.'] },
  { name: 'dead', command: ['knip', '--no-config-hints'] },
  { name: 'dead outside tests', command: ['knip', '--production'] },
  { name: 'size', command: ['tsx', 'tests/architecture/size.ts'] },
  suite('unit'),
  suite('dom'),
  suite('pg'),
  { name: 'build', command: ['tsx', 'src/server/cli/build.ts', '--if-changed'] },
  suite('e2e'),
  {
    name: 'storybook',
    command: ['storybook', 'build', '--output-dir', 'storybook-static', '--disable-telemetry', '--quiet'],
  },
  suite('stories'),
];

const takeRecording = (path: string): Recording | undefined => {
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, 'utf8');
  rmSync(path);
  return JSON.parse(text) as Recording;
};

const environmentOf = (temporary: string, recordTo: string): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
  TMPDIR: temporary,
  CI: '1',
  TEST_RECORD: recordTo,
});

/** Runs one step, in a process group of its own: a Ctrl-C in the terminal is for tests/run.ts, which ends it in order. */
export const runStep = (step: Step, temporary: string): Promise<Outcome> => {
  const {
    name,
    suite: isSuite = false,
    command: [program = '', ...parameters],
  } = step;
  const recordTo = join(temporary, `record-${name}.json`);
  const child = spawn(program, parameters, {
    cwd: root,
    stdio: ['ignore', isSuite ? 'inherit' : 'pipe', isSuite ? 'inherit' : 'pipe'],
    env: environmentOf(temporary, recordTo),
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
