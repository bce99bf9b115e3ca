// One connection as a Queryable: where errors of the driver become problems. Used by createDatabase and createTransactions only.

import type pg from 'pg';
import { problem } from 'src/model/problems.ts';
import type { Queryable } from 'src/server/store/database.ts';

// What PostgreSQL refused, as a problem a caller may hear of; everything else stays an error and tells the caller nothing.
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
