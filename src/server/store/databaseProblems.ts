// What PostgreSQL refused, as a problem a caller may hear of; everything else stays an error and tells the caller nothing.

import { problem } from 'src/model/problems.ts';

const codeOf = (error: unknown): string | undefined => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
};

const STOPPED = '57014';
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';
const SERIALIZATION = '40001';

export const isDeadlock = (error: unknown): boolean => codeOf(error) === DEADLOCK || codeOf(error) === SERIALIZATION;

export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === '23505';

// The driver's own limits have no code: for an answer, for a free connection, for a new one.
const DRIVER_TIMEOUTS = new Set([
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
]);

const isTimeout = (error: unknown): boolean => {
  const code = codeOf(error);
  if (code === STOPPED || code === LOCK_NOT_AVAILABLE) return true;
  return error instanceof Error && DRIVER_TIMEOUTS.has(error.message);
};

/** The problem `timeout` for a statement that was stopped or not answered, otherwise the error itself. */
export const databaseProblem = (error: unknown): unknown => (isTimeout(error) ? problem('timeout') : error);
