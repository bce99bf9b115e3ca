// One connection as a Queryable: where errors of the driver become problems. Used by createDatabase and createTransactions only.

import pg from 'pg';
import { isProblem, problem } from 'src/model/problems.ts';
import type { Queryable } from 'src/server/store/database.ts';

// What PostgreSQL refused, as a problem that a caller may receive; everything else stays an error, of which the caller gets only a reference.
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

// Data that is no such value, that breaks a constraint, or that is too large for an index.
const REFUSED_DATA = /^(?:22|23|54)/;
const CONNECTION_LOST = /^(?:Connection terminated|Client (?:has encountered|was closed)|Cannot use a pool)/;

/** Whether the database refused the value that it was given, which it will do again. */
export const isRefusedData = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && REFUSED_DATA.test(error.code ?? '');

// 08: connection exception. 57P01 to 57P03: stopped by an administrator, by a crash, or starting.
const LOST_CODES = /^(?:08|57P0[123])/;

/** Whether a connection to the database broke. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? LOST_CODES.test(error.code ?? '')
    : error instanceof Error && CONNECTION_LOST.test(error.message);

/** Whether the database or the way to it failed: later the same may work. */
export const isOutage = (error: unknown): boolean => {
  if (isProblem(error)) return error.key === 'timeout';
  if (error instanceof pg.DatabaseError) return !isRefusedData(error);
  return error instanceof Error && ('syscall' in error || CONNECTION_LOST.test(error.message) || isTimeout(error));
};

/** The problem `timeout` for a statement that was stopped or not answered, otherwise the error itself. */
export const databaseProblem = (error: unknown): unknown => (isTimeout(error) ? problem('timeout') : error);

type Asker = Pick<pg.ClientBase, 'query'>;

export const ask = async <Row>(
  asker: Asker,
  text: string,
  values: readonly unknown[],
  { name, timeout }: { readonly name?: string | undefined; readonly timeout?: number | undefined } = {},
): Promise<Row[]> => {
  try {
    const config = {
      text,
      values: [...values],
      ...(name !== undefined && { name }),
      ...(timeout !== undefined && { query_timeout: timeout }),
    };
    return (await asker.query(config)).rows as Row[];
  } catch (error) {
    throw databaseProblem(error);
  }
};

/** `timeout` instead of the pool's, in milliseconds. */
export const queryableOf = (asker: Asker, timeout?: number): Queryable => ({
  query: <Row>(text: string, values: readonly unknown[] = [], name?: string) =>
    ask<Row>(asker, text, values, { name, timeout }),
});
