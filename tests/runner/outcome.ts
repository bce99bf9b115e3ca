// What a step of `npm test` came to: how many passed and failed, and what to say at the end. Called by tests/run.ts.
// Nothing is passed over: what was not run counts as failed, and so does a step that ends badly without a failed test.
import { stripVTControlCharacters } from 'node:util';
import type { RecordedFile, RecordedTest, Recording } from 'tests/runner/Recorder.ts';

export interface Unsteady {
  readonly test: string;
  readonly reason: string;
}

export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** One for each that failed: its title and why. */
  readonly failures: readonly string[];
  /** Tests that passed only when they were tried again. */
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

/** Of a suite: its tests are counted one by one. Undefined when it left no recording. */
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
