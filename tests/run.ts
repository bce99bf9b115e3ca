// `npm test`: every guard and suite, each one run even when an earlier one failed; `npm test -- lint unit` runs only those and what they need.
// Slow suites and sweeps (parts.ts) are taken by a part, which the commit chooses, or `--part=2`; `npm run test:all` (`--all`) takes them whole.
// However it ends, it leaves no process and no temporary folder. At the end it repeats what failed and what passed only at a second try.
// The last line of its output is `N passed, N failed` and nothing else.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { makeRunFolder, sweep } from 'tests/runner/leftovers.ts';
import type { Outcome } from 'tests/runner/outcome.ts';
import { schedule, withNeeded } from 'tests/runner/schedule.ts';
import { root, runStep, type Step, steps, sweepRecordIn } from 'tests/runner/steps.ts';
import { isPart, type Part, partForCommit, sweepLines, takeCounts } from 'tests/runner/parts.ts';
import { recordUnsteady } from 'tests/runner/unsteadyRecord.ts';

interface Taken extends Outcome {
  readonly name: string;
  readonly seconds: number;
}

const SLOWEST = 10;
const CORES = 2;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const inSeconds = (seconds: number): string => `${seconds.toFixed(1)} s`.padStart(8);

const total = (all: readonly Taken[], key: 'passed' | 'failed' | 'seconds'): number =>
  all.reduce((sum, taken) => sum + taken[key], 0);

const nothing: Omit<Outcome, 'failures' | 'failed'> = { passed: 0, unsteady: [], files: [] };

/** A step that only failures make, such as what was left behind. */
const further = (name: string, failures: readonly string[]): Taken => ({
  ...nothing,
  name,
  seconds: 0,
  failed: failures.length,
  failures,
});

const judgeUnsteady = (all: readonly Taken[]): Taken => {
  const today = new Date().toISOString().slice(0, 10);
  const unsteady = all.flatMap((taken) => taken.unsteady);
  const { first, again } = recordUnsteady(join(root, 'tests/unsteady.json'), unsteady, today);
  for (const { test, reason } of first)
    say(`\nUNSTEADY, passed at the second try, now in tests/unsteady.json: ${test}\n${reason}`);
  return further(
    'unsteady',
    again.map(
      ({ test, reason, since }) => `${test}\n  UNSTEADY again, in tests/unsteady.json since ${since}\n${reason}`,
    ),
  );
};

const saySlowest = (all: readonly Taken[]): void => {
  const files = all.flatMap((taken) => taken.files);
  const tests = files.flatMap(({ path, tests }) => tests.map((test) => ({ ...test, path: `${path}: ${test.title}` })));
  for (const [what, list] of Object.entries({ files, tests })) {
    if (list.length === 0) continue;
    say(`\nThe slowest ${what}:`);
    const slowest = list.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
    for (const { path, seconds } of slowest) say(`${inSeconds(seconds)}  ${path}`);
  }
};

const conclude = (all: readonly Taken[], sweeps: readonly string[], seconds: number): void => {
  for (const failure of all.flatMap(({ failures }) => failures)) say(`\nFAILED ${failure}`);
  saySlowest(all);
  say('');
  for (const taken of all)
    say(
      `${taken.name.padEnd(10)} ${inSeconds(taken.seconds)} ${`${taken.passed}`.padStart(6)} ok, ${taken.failed} not ok`,
    );
  for (const line of sweeps) say(line);
  say(`${seconds.toFixed(1)} s in all`);
  say(`${total(all, 'passed')} passed, ${total(all, 'failed')} failed`);
};

const chosen = (names: readonly string[]): readonly Step[] => {
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0)
    throw new Error(`no step ${unknown.join(', ')}; there are ${steps.map(({ name }) => name).join(', ')}`);
  return names.length === 0 ? steps : withNeeded(steps, names);
};

/** Returns an empty text where there is no git, such as in an unpacked archive. */
const commit = (): string => {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] }).toString();
  } catch {
    return '';
  }
};

/** Returns the steps that are named and the part of each sweep that the run takes. */
const readArguments = (given: readonly string[]): { names: string[]; part: Part } => {
  const names = given.filter((each) => !each.startsWith('--'));
  const options = given.filter((each) => each.startsWith('--'));
  const [part = given.includes('--all') ? 'all' : partForCommit(commit())] = options
    .filter((each) => each !== '--all')
    .map((each) => /^--part=([1-8])$/.exec(each)?.[1] ?? each);
  if (!isPart(part)) throw new Error(`no option ${part}; there are --all and --part=1 to --part=8`);
  return { names, part };
};

/** Sweeps up when this process is killed; it sees that by the end of its standard input. */
const standBy = (folder: string): ChildProcess => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/runner/sweep.ts', folder], {
    cwd: root,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  return child;
};

const main = async (): Promise<void> => {
  const { names, part } = readArguments(process.argv.slice(2));
  const wanted = chosen(names);
  const folder = makeRunFolder();
  const helper = standBy(folder);
  const without = [helper.pid ?? 0];
  let isEnding = false;
  const interrupted = async (code: number): Promise<void> => {
    if (isEnding) return;
    isEnding = true;
    await sweep(folder, without);
    process.exit(code);
  };
  for (const [name, number] of [
    ['SIGHUP', 1],
    ['SIGINT', 2],
    ['SIGTERM', 15],
  ] as const)
    process.on(name, () => void interrupted(128 + number));

  const began = performance.now();
  const all: Taken[] = [];
  await schedule(wanted, CORES, async (step) => {
    if (isEnding) return;
    say(`\n== ${step.name}: ${step.command.join(' ')}`);
    const started = performance.now();
    const outcome = await runStep(step, { folder, part });
    const seconds = (performance.now() - started) / 1000;
    if (isEnding) return;
    say(`-- ${step.name} ${outcome.failed === 0 ? 'ok' : 'FAILED'} in ${seconds.toFixed(1)} s`);
    all.push({ name: step.name, ...outcome, seconds });
  });
  if (isEnding) return;
  const counts = takeCounts(sweepRecordIn(folder));
  const left = (await sweep(folder, without)).map((what) => `left behind by the tests: ${what}`);
  all.push(further('leftovers', left), judgeUnsteady(all));
  conclude(all, sweepLines(part, counts), (performance.now() - began) / 1000);
  process.exitCode = total(all, 'failed') === 0 ? 0 : 1;
  helper.stdin?.destroy();
};

await main();
