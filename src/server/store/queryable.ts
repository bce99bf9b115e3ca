// One connection as a Queryable: where errors of the driver become problems. Used by createDatabase and createTransactions only.

import type pg from 'pg';
import type { Queryable } from 'src/server/store/database.ts';
import { databaseProblem } from 'src/server/store/databaseProblems.ts';

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
