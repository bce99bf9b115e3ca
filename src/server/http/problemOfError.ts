// Logs unexpected errors and turns them into the problem that the caller gets. Declared problems pass unchanged; errorToHttp.ts and dispatch.ts
// answer both. Only this file logs unexpected failures: with a reference that the caller also gets, and without the request's body, tokens or row values. A repeated
// failure, as on a full disk, is logged once a minute and otherwise counted.

import { randomUUID } from 'node:crypto';
import { asError } from 'src/base/asError.ts';
import type { Clock } from 'src/base/clock.ts';
import { isProblem, problem, type Problem } from 'src/model/problems.ts';

/** Logger that services write to; pino implements it. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

// query_canceled, lock_not_available: PostgreSQL's words for "this took too long". deadlock_detected and serialization_failure
// come here when others were quicker several times in a row.
const TIMEOUTS = new Set(['57014', '55P03', '40P01', '40001']);

const errorCode = (error: Error): string | undefined =>
  'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Message, code and stack of an error and its causes; other members (a statement's values, a row) stay out of the log. */
const loggable = (error: Error, depth = 0): object => ({
  type: error.name,
  message: error.message,
  code: errorCode(error),
  stack: error.stack,
  ...(error.cause instanceof Error && depth < 5 && { cause: loggable(error.cause, depth + 1) }),
});

/** Equal failures are counted in windows of this length, so that a full disk or a lost database does not fill the log as well. */
const WINDOW_MS = 60_000;
const MAX_KINDS = 1_000;

interface FailureWindow {
  readonly since: number;
  /** Reference that the log contains; all callers of the same failure get it. */
  readonly reference: string;
  count: number;
  /** Number of the same failures in the previous window. */
  readonly countBefore: number;
}

/** Counts a failure of a kind; gives the window that it falls into. */
const createFailureCounter = (clock: Clock) => {
  const windows = new Map<string, FailureWindow>();
  return (kind: string): FailureWindow => {
    const now = clock.now().getTime();
    const last = windows.get(kind);
    if (last && now - last.since < WINDOW_MS) {
      last.count += 1;
      return last;
    }
    if (windows.size >= MAX_KINDS) windows.clear();
    const window = { since: now, reference: randomUUID(), count: 1, countBefore: last?.count ?? 0 };
    windows.set(kind, window);
    return window;
  };
};

/** The same for errors whose messages differ in numbers only, such as file descriptors or row numbers. */
const failureKind = (error: Error): string =>
  `${error.name} ${errorCode(error) ?? ''} ${error.message.replaceAll(/\d+/g, '#')}`;

const isPowerOfTen = (times: number): boolean => /^10+$/.test(String(times));

export type ProblemOfError = (caught: unknown, context: object) => Problem;

export const createProblemOfError = (log: Log, clock: Clock): ProblemOfError => {
  const countFailure = createFailureCounter(clock);

  const referenceOf = (error: Error, context: object): string => {
    const { reference, count } = countFailure(failureKind(error));
    if (count === 1) log.error({ ...context, reference, error: loggable(error) }, 'unexpected failure');
    else if (isPowerOfTen(count))
      log.error({ ...context, reference, times: count }, 'the same unexpected failure again');
    return reference;
  };

  return (caught, context) => {
    if (isProblem(caught)) return caught;
    const error = asError(caught);
    if (TIMEOUTS.has(errorCode(error) ?? '')) return problem('timeout');
    return problem('generalFailure', { reference: referenceOf(error, context) });
  };
};

/** A failure that repeats is logged this many times with its stack; after that only its number is logged. */
const STACK_LINES = 5;

const detailsText = (details: object): string => {
  const { error } = details as { readonly error?: unknown };
  if (typeof error !== 'object' || error === null) return String(error);
  const { message, code } = error as { readonly message?: unknown; readonly code?: unknown };
  return `${String(code)} ${String(message)}`;
};

/** Returns a log that writes the same failure a few times and then only its number. main.ts wraps the log of the process with it. */
export const limitRepeats = (log: Log, clock: Clock): Log => {
  const countFailure = createFailureCounter(clock);

  const limited =
    (level: 'warn' | 'error') =>
    (details: object, message: string): void => {
      const { count, countBefore } = countFailure(`${message} ${detailsText(details)}`);
      if (count > STACK_LINES) return;
      const notLogged = count === 1 ? countBefore - STACK_LINES : 0;
      log[level](notLogged > 0 ? { ...details, notLogged } : details, message);
    };

  return { info: (details, message) => log.info(details, message), warn: limited('warn'), error: limited('error') };
};
