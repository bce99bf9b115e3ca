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

/** The problem `timeout` for a stopped statement, otherwise the error itself. */
export const databaseProblem = (error: unknown): unknown => {
  const code = codeOf(error);
  return code === STOPPED || code === LOCK_NOT_AVAILABLE ? problem('timeout') : error;
};
