// `npm test`: every guard and suite in the order of the house, each one run even when an earlier one failed.
// `npm test -- lint unit` runs only those. The last line of its output is `N passed, N failed`, alone and plain.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
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
];

const run = ([command = '', ...parameters]: readonly string[]): Promise<number> => {
  const path = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`;
  const child = spawn(command, parameters, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: path, CI: '1' },
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
};

const counts = (name: string): { passed: number; failed: number } => {
  const report = JSON.parse(readFileSync(join(reports, `${name}.json`), 'utf8')) as Record<string, unknown>;
  return { passed: Number(report.numPassedTests), failed: Number(report.numFailedTests) };
};

// A suite may also fail outside its tests: a file that does not load, a hook, an unhandled rejection, no report at all.
const judge = (step: Step, code: number): { passed: number; failed: number } => {
  if (step.suite !== true) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  try {
    const { passed, failed } = counts(step.name);
    return { passed, failed: code === 0 ? failed : Math.max(1, failed) };
  } catch {
    return { passed: 0, failed: 1 };
  }
};

const take = async (step: Step): Promise<Outcome> => {
  process.stdout.write(`\n== ${step.name}: ${step.command.join(' ')}\n`);
  const started = performance.now();
  const code = await run(step.command);
  const seconds = (performance.now() - started) / 1000;
  const outcome = { name: step.name, ...judge(step, code), seconds };
  process.stdout.write(`-- ${outcome.name} ${outcome.failed === 0 ? 'ok' : 'FAILED'} in ${seconds.toFixed(1)} s\n`);
  return outcome;
};

const total = (outcomes: readonly Outcome[], key: 'passed' | 'failed' | 'seconds'): number =>
  outcomes.reduce((sum, outcome) => sum + outcome[key], 0);

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
  process.exitCode = total(outcomes, 'failed') === 0 ? 0 : 1;
};

await main();
