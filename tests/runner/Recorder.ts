// A vitest reporter that records the result of every test for tests/run.ts in one JSON file per step.
// Named in vite.config.ts when TEST_RECORD contains a path. outcome.ts evaluates the records.
import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

export interface RecordedTest {
  readonly title: string;
  /** State of the test. `skipped` covers all tests that did not run: a skip, a condition, a failed hook or worker. */
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly seconds: number;
  /** Reason of the failure; for a test that passed on a retry, the reason of its first failure. */
  readonly reasons: readonly string[];
}

export interface RecordedFile {
  readonly path: string;
  /** Duration with imports and hooks. */
  readonly seconds: number;
  /** Failures outside of its tests: an import, a hook. */
  readonly reasons: readonly string[];
  readonly tests: readonly RecordedTest[];
}

export interface Recording {
  readonly files: readonly RecordedFile[];
  /** Failures outside of all files: an unhandled rejection, a worker that ended. */
  readonly reasons: readonly string[];
}

const LINES_OF_A_REASON = 12;
const LINES_OF_A_CAUSE = 3;
const LETTERS_OF_A_CAUSE = 400;

/** Returns what the assertion received, from the lines of its difference that begin with a plus; without colours. */
const receivedIn = (diff: string): string =>
  stripVTControlCharacters(diff)
    .split('\n')
    .filter((line) => line.startsWith('+') && !line.startsWith('+ Received'))
    .slice(0, LINES_OF_A_CAUSE)
    .map((line) => line.slice(1).trim())
    .join(' ');

/** Returns one line: what was wrong, and what an assertion received where its message does not say it. */
const causeOf = ({ message, diff }: SerializedError): string => {
  const received = typeof diff === 'string' ? receivedIn(diff) : '';
  const [first = ''] = stripVTControlCharacters(message).trim().split('\n');
  return `${first}${received === '' ? '' : `; received ${received}`}`.slice(0, LETTERS_OF_A_CAUSE);
};

/** Returns the message with its stack, and the cause again as the last line, where a reader of the output looks first. */
const reasonOf = (error: SerializedError): string => {
  const { stack, message } = error;
  const text = stack?.includes(message) ? stack : [message, stack].filter(Boolean).join('\n');
  return [...text.split('\n').slice(0, LINES_OF_A_REASON), `cause: ${causeOf(error)}`].join('\n');
};

const testRecord = (test: TestCase): RecordedTest => {
  const result = test.result();
  const note = result.state === 'skipped' && result.note !== undefined ? [result.note] : [];
  return {
    title: test.fullName,
    state: result.state === 'pending' ? 'skipped' : result.state,
    seconds: (test.diagnostic()?.duration ?? 0) / 1000,
    reasons: [...(result.errors ?? []).map(reasonOf), ...note],
  };
};

const fileRecord = (module: TestModule): RecordedFile => {
  const { prepareDuration, environmentSetupDuration, setupDuration, collectDuration, duration } = module.diagnostic();
  const suites = [module, ...module.children.allSuites()];
  return {
    path: module.relativeModuleId,
    seconds: (prepareDuration + environmentSetupDuration + setupDuration + collectDuration + duration) / 1000,
    reasons: suites.flatMap((suite) => suite.errors().map(reasonOf)),
    tests: [...module.children.allTests()].map(testRecord),
  };
};

export class Recorder implements Reporter {
  private readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const recording: Recording = { files: modules.map(fileRecord), reasons: errors.map(reasonOf) };
    writeFileSync(this.path, JSON.stringify(recording));
  }
}
