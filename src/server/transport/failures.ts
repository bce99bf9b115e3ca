// Anything that was thrown, as the problem that the caller gets. The only place where an unexpected failure is logged: with a
// reference that the caller also gets, and without the request's body, tokens or row values. A failure that comes again and
// again, as on a full disk, is logged once a minute and otherwise counted.

import { randomUUID } from 'node:crypto';
import { asError } from 'src/base/asError.ts';
import type { Clock } from 'src/base/clock.ts';
import { isProblem, problem, type Problem } from 'src/model/problems.ts';

/** What a service may write to; pino fits. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

// query_canceled, lock_not_available: PostgreSQL's words for "this took too long". deadlock_detected and serialization_failure
// come here when others were quicker several times in a row.
const TIMEOUTS = new Set(['57014', '55P03', '40P01', '40001']);

const codeOf = (error: Error): string | undefined =>
  'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Message, code and stack of an error and its causes; other members (a statement's values, a row) stay out of the log. */
const loggable = (error: Error, depth = 0): object => ({
  type: error.name,
  message: error.message,
  code: codeOf(error),
  stack: error.stack,
  ...(error.cause instanceof Error && depth < 5 && { cause: loggable(error.cause, depth + 1) }),
});

const REPEATED_WITHIN_MS = 60_000;
const MAX_KINDS = 1_000;

interface Repeated {
  readonly since: number;
  /** Callers of the same failure get the reference that stands in the log. */
  readonly reference: string;
  times: number;
}

/** Equal but for numbers, such as those of files and rows. */
const kindOf = (error: Error): string =>
  `${error.name} ${codeOf(error) ?? ''} ${error.message.replaceAll(/\d+/g, '#')}`;

const isPowerOfTen = (times: number): boolean => /^10+$/.test(String(times));

export type FailureOf = (caught: unknown, context: object) => Problem;

export const createFailures = (log: Log, clock: Clock): FailureOf => {
  const kinds = new Map<string, Repeated>();

  const referenceOf = (error: Error, context: object): string => {
    const now = clock.now().getTime();
    const kind = kindOf(error);
    const known = kinds.get(kind);
    if (known && now - known.since < REPEATED_WITHIN_MS) {
      known.times += 1;
      const { reference, times } = known;
      if (isPowerOfTen(times)) log.error({ ...context, reference, times }, 'the same unexpected failure again');
      return reference;
    }
    if (kinds.size >= MAX_KINDS) kinds.clear();
    const reference = randomUUID();
    kinds.set(kind, { since: now, reference, times: 1 });
    log.error({ ...context, reference, error: loggable(error) }, 'unexpected failure');
    return reference;
  };

  return (caught, context) => {
    if (isProblem(caught)) return caught;
    const error = asError(caught);
    if (TIMEOUTS.has(codeOf(error) ?? '')) return problem('timeout');
    return problem('generalFailure', { reference: referenceOf(error, context) });
  };
};
