// Anything that was thrown, as the problem that the caller is told of. The only place where an unexpected failure is logged:
// with a reference that the caller also gets, and without the request's body, tokens or row values.

import { randomUUID } from 'node:crypto';
import { asError } from 'src/base/asError.ts';
import { isProblem, problem, type Problem } from 'src/model/problems.ts';

/** What a room may write to; pino fits. */
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

export const failureOf = (caught: unknown, log: Log, context: object): Problem => {
  if (isProblem(caught)) return caught;
  const error = asError(caught);
  if (TIMEOUTS.has(codeOf(error) ?? '')) return problem('timeout');
  const reference = randomUUID();
  log.error({ ...context, reference, error: loggable(error) }, 'unexpected failure');
  return problem('generalFailure', { reference });
};
