// Wraps one connection as a Queryable and converts errors of the driver to problems. Used by createDatabase and createTransactions only.

import pg from 'pg';
import { isProblem, problem } from 'src/model/problems.ts';
import type { Queryable } from 'src/server/store/database.ts';

// Returns the SQLSTATE of an error of PostgreSQL.
const sqlState = (error: unknown): string | undefined => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
};

const STOPPED = '57014';
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';
const SERIALIZATION = '40001';

export const isDeadlock = (error: unknown): boolean =>
  sqlState(error) === DEADLOCK || sqlState(error) === SERIALIZATION;

export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === '23505';

// Messages of the driver's own time limits, which have no code: for an answer, a free connection, a new connection.
const DRIVER_TIMEOUTS = new Set([
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
]);

const isTimeoutError = (error: unknown): boolean => {
  const code = sqlState(error);
  if (code === STOPPED || code === LOCK_NOT_AVAILABLE) return true;
  return error instanceof Error && DRIVER_TIMEOUTS.has(error.message);
};

// SQLSTATE classes of refused data: invalid values, constraint violations, values too large for an index.
const REFUSED_DATA = /^(?:22|23|54)/;
const CONNECTION_LOST = /^(?:Connection terminated|Client (?:has encountered|was closed)|Cannot use a pool)/;

/** Returns whether the database refused the value. It would do so again. */
export const isRefusedData = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && REFUSED_DATA.test(error.code ?? '');

// 08: connection exception. 57P01 to 57P03: stopped by an administrator, by a crash, or starting.
const LOST_CODES = /^(?:08|57P0[123])/;

/** Returns whether a connection to the database was lost. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? LOST_CODES.test(error.code ?? '')
    : error instanceof Error && CONNECTION_LOST.test(error.message);

/** Returns whether the database or the connection failed, so that a retry may succeed. */
export const isOutage = (error: unknown): boolean => {
  if (isProblem(error)) return error.key === 'timeout';
  if (error instanceof pg.DatabaseError) return !isRefusedData(error);
  return error instanceof Error && ('syscall' in error || CONNECTION_LOST.test(error.message) || isTimeoutError(error));
};

/** Returns the problem `timeout` for a cancelled or unanswered statement, otherwise the error itself. */
export const databaseProblem = (error: unknown): unknown => (isTimeoutError(error) ? problem('timeout') : error);

type Asker = Pick<pg.ClientBase, 'query'>;

export const runQuery = async <Row>(
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

/** Creates a Queryable. `timeout` in milliseconds replaces that of the pool. */
export const queryableOf = (asker: Asker, timeout?: number): Queryable => ({
  query: <Row>(text: string, values: readonly unknown[] = [], name?: string) =>
    runQuery<Row>(asker, text, values, { name, timeout }),
});
