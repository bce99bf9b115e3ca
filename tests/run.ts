// `npm test`: every guard and suite in the order of the house, each one run even when an earlier one failed.
// `npm test -- lint unit` runs only those. What failed is told again at the end, whole; so is what passed only at a second try. The last line of its output is `N passed, N failed`, alone and plain.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Step {
  readonly name: string;
  readonly command: readonly string[];
  /** A vitest project: its tests are counted one by one. Any other step counts as one. */
  readonly suite?: boolean;
}

interface Outcome {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly seconds: number;
  /** What a guard said, or title and first lines of the reason of each test that failed: told at the end. */
  readonly failures: readonly string[];
  /** Tests that passed only when they were tried again: nothing failed, but somebody should look. */
  readonly unsteady: readonly string[];
}

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = join(root, '.cache/test');

const suite = (name: string): Step => ({
  name,
  suite: true,
  command: [
    'vitest',
    'run',
    `--project=${name}`,
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, `${name}.json`)}`,
  ],
});

const steps: readonly Step[] = [
  { name: 'generated', command: ['tsx', 'codegen/main.ts', 'gen', '--check'] },
  { name: 'types', command: ['node', 'node_modules/ts7/bin/tsc', '-b'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'format', command: ['prettier', '--check', '--log-level', 'warn', '.'] },
  { name: 'dead', command: ['knip'] },
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

interface Ended {
  readonly code: number;
  /** What a guard said; a suite speaks for itself while it runs. */
  readonly said: string;
}

const run = ({ command: [command = '', ...parameters], suite: isSuite = false }: Step): Promise<Ended> => {
  const path = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`;
  const child = spawn(command, parameters, {
    cwd: root,
    stdio: ['ignore', isSuite ? 'inherit' : 'pipe', isSuite ? 'inherit' : 'pipe'],
    env: { ...process.env, PATH: path, CI: '1' },
  });
  const heard: Buffer[] = [];
  child.stdout?.on('data', (data: Buffer) => heard.push(data));
  child.stderr?.on('data', (data: Buffer) => heard.push(data));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, said: Buffer.concat(heard).toString() }));
  });
};

const LINES_OF_A_REASON = 12;

const toldOf = (file: string, test: string, reason: string): string => {
  const lines = reason.split('\n').slice(0, LINES_OF_A_REASON);
  return [`${relative(root, file)}: ${test}`, ...lines.map((line) => `  ${line}`)].join('\n');
};

const failuresIn = ({ testResults }: Report): string[] =>
  testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    const told = failed.map(({ fullName, failureMessages }) => ({
      fullName,
      reason: failureMessages?.join('\n') ?? '',
    }));
    const whole = failed.length === 0 && message ? [{ fullName: '(outside its tests)', reason: message }] : [];
    return [...told, ...whole].map(({ fullName, reason }) => toldOf(name, fullName, reason));
  });

const unsteadyIn = ({ testResults }: Report): string[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName, failureMessages = [] }) => toldOf(name, fullName, failureMessages.join('\n'))),
  );

// A suite may also fail outside its tests: a file that does not load, a hook, an unhandled rejection, no report at all.
const judge = (step: Step, { code, said }: Ended): Omit<Outcome, 'name' | 'seconds'> => {
  if (step.suite !== true) {
    const failures = code === 0 ? [] : [`${step.name}\n${said}`];
    return { passed: 1 - failures.length, failed: failures.length, failures, unsteady: [] };
  }
  try {
    const report = JSON.parse(readFileSync(join(reports, `${step.name}.json`), 'utf8')) as Report;
    const { numPassedTests: passed, numFailedTests: failed } = report;
    return {
      passed,
      failed: code === 0 ? failed : Math.max(1, failed),
      failures: failuresIn(report),
      unsteady: unsteadyIn(report),
    };
  } catch {
    return { passed: 0, failed: 1, failures: [], unsteady: [] };
  }
};

const take = async (step: Step): Promise<Outcome> => {
  process.stdout.write(`\n== ${step.name}: ${step.command.join(' ')}\n`);
  const started = performance.now();
  const ended = await run(step);
  const seconds = (performance.now() - started) / 1000;
  const outcome = { name: step.name, ...judge(step, ended), seconds };
  process.stdout.write(`-- ${outcome.name} ${outcome.failed === 0 ? 'ok' : 'FAILED'} in ${seconds.toFixed(1)} s\n`);
  return outcome;
};

const total = (outcomes: readonly Outcome[], key: 'passed' | 'failed' | 'seconds'): number =>
  outcomes.reduce((sum, outcome) => sum + outcome[key], 0);

const conclude = (outcomes: readonly Outcome[]): void => {
  for (const failure of outcomes.flatMap(({ failures }) => failures)) process.stdout.write(`\nFAILED ${failure}\n`);
  for (const test of outcomes.flatMap(({ unsteady }) => unsteady))
    process.stdout.write(`\nUNSTEADY, passed at the second try: ${test}\n`);
  process.stdout.write('\n');
  for (const { name, passed, failed, seconds } of outcomes) {
    const row = [
      name.padEnd(10),
      `${seconds.toFixed(1)} s`.padStart(8),
      `${passed}`.padStart(6),
      'ok,',
      `${failed} not ok`,
    ];
    process.stdout.write(`${row.join(' ')}\n`);
  }
  process.stdout.write(`${total(outcomes, 'seconds').toFixed(1)} s in all\n`);
  process.stdout.write(`${total(outcomes, 'passed')} passed, ${total(outcomes, 'failed')} failed\n`);
};

const chosen = (names: readonly string[]): readonly Step[] => {
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0)
    throw new Error(`no step ${unknown.join(', ')}; there are ${steps.map(({ name }) => name).join(', ')}`);
  return names.length === 0 ? steps : steps.filter((step) => names.includes(step.name));
};

const main = async (): Promise<void> => {
  const outcomes: Outcome[] = [];
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  for (const step of chosen(process.argv.slice(2))) outcomes.push(await take(step));
  conclude(outcomes);
  process.exitCode = total(outcomes, 'failed') === 0 ? 0 : 1;
};

await main();
