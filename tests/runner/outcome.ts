// Result of a step of `npm test`: the numbers of passed and failed tests, and the closing lines. Called by tests/run.ts.
// Tests that did not run count as failed, and so does a step that fails without a failed test.
import { stripVTControlCharacters } from 'node:util';
import type { RecordedFile, RecordedTest, Recording } from 'tests/runner/Recorder.ts';

export interface Unsteady {
  readonly test: string;
  readonly reason: string;
}

export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** One entry for each failure: its title and reason. */
  readonly failures: readonly string[];
  /** Tests that passed only on a retry. */
  readonly unsteady: readonly Unsteady[];
  readonly files: readonly RecordedFile[];
}

const indented = (text: string): string => text.replaceAll(/^/gm, '  ');

const failure = (title: string, reasons: readonly string[]): string => [title, ...reasons.map(indented)].join('\n');

const failuresOfTest = (path: string, { title, state, reasons }: RecordedTest): string[] => {
  if (state === 'passed') return [];
  const why = state === 'failed' ? reasons : [...reasons, 'cause: It was not run.'];
  return [failure(`${path}: ${title}`, why)];
};

const failuresOfFile = ({ path, reasons, tests }: RecordedFile): string[] => [
  ...(reasons.length > 0 ? [failure(`${path}: (outside its tests)`, reasons)] : []),
  ...(reasons.length === 0 && tests.length === 0 ? [failure(path, ['It holds no test, or none was collected.'])] : []),
  ...tests.flatMap((test) => failuresOfTest(path, test)),
];

const ended = (code: number): string => `It ended with exit code ${code}.`;

/** Returns the first line of a guard's output that names a fault, or else its last line. */
const causeInOutput = (output: string): string => {
  const lines = stripVTControlCharacters(output).split('\n').filter(Boolean);
  return (lines.find((line) => /error|warn|fail|×|✖/i.test(line)) ?? lines.at(-1) ?? 'no output').trim();
};

/** Returns the outcome of a guard. Its output is the reason of its failure. */
export const outcomeOfGuard = (name: string, code: number, output: string): Outcome => {
  const failures = code === 0 ? [] : [failure(name, [output.trim(), ended(code), `cause: ${causeInOutput(output)}`])];
  return { passed: 1 - failures.length, failed: failures.length, failures, unsteady: [], files: [] };
};

/** Returns the outcome of a suite, whose tests are counted one by one. Undefined without a recording. */
export const outcomeOfSuite = (name: string, code: number, recording: Recording | undefined): Outcome => {
  const { files, reasons } = recording ?? { files: [], reasons: ['It left no record of what it ran.'] };
  const failures = [
    ...files.flatMap(failuresOfFile),
    ...reasons.map((reason) => failure(`${name}: (outside every file)`, [reason])),
  ];
  if (failures.length === 0 && files.length === 0) failures.push(failure(name, ['No file was run.']));
  if (failures.length === 0 && code !== 0) failures.push(failure(name, [ended(code)]));
  const tests = files.flatMap(({ path, tests }) => tests.map((test) => ({ ...test, test: `${path}: ${test.title}` })));
  const passed = tests.filter(({ state }) => state === 'passed');
  return {
    passed: passed.length,
    failed: failures.length,
    failures,
    unsteady: passed
      .filter(({ reasons: tries }) => tries.length > 0)
      .map(({ test, reasons: tries }) => ({ test, reason: tries.join('\n') })),
    files,
  };
};
