// A Database over a pool of PostgreSQL connections. Made by openDatabase; knows no table.

import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { createListener } from 'src/server/store/createListener.ts';
import { createNotifier } from 'src/server/store/createNotifier.ts';
import type { Database, Queryable, Transaction } from 'src/server/store/Database.ts';
import { createTurns } from 'src/server/store/createTurns.ts';
import { isDeadlock, problemOfDatabaseError } from 'src/server/store/problemOfDatabaseError.ts';

export interface DatabaseOptions {
  readonly connection: pg.ClientConfig;
  readonly poolSize: number;
  readonly statementTimeout: number;
  readonly log: (message: string, error?: unknown) => void;
}

const DEADLOCK_RETRIES = 3;
// A transaction may need further statements outside of itself (interning words); these must always find a connection.
const RESERVED = 3;

type Asker = Pick<pg.ClientBase, 'query'>;

const ask = async <Row>(
  asker: Asker,
  text: string,
  values: readonly unknown[],
  name: string | undefined,
): Promise<Row[]> => {
  try {
    const config = { text, values: [...values], ...(name === undefined ? {} : { name }) };
    return (await asker.query(config)).rows as Row[];
  } catch (error) {
    throw problemOfDatabaseError(error);
  }
};

/** One within another (an action that searches for a text) has a turn of its own: did all wait for all, nobody would go on. */
const createTransactionTurns = (most: number) => {
  const open = new AsyncLocalStorage<true>();
  const outer = createTurns(most);
  const inner = createTurns(1);
  return {
    take: <T>(run: () => Promise<T>): Promise<T> =>
      open.getStore() === true ? inner(run) : outer(() => open.run(true, run)),
    /** What is begun here is within no transaction. */
    outside: (run: () => void): void => open.exit(run),
  };
};

const queryableOf = (asker: Asker): Queryable => ({
  query: <Row>(text: string, values: readonly unknown[] = [], name?: string) => ask<Row>(asker, text, values, name),
});

export const createDatabase = ({ connection, poolSize, statementTimeout, log }: DatabaseOptions): Database => {
  // `pipeline`: statements sent without waiting in between (begin and the first read) share one round trip.
  const pool = new pg.Pool({
    ...connection,
    max: poolSize,
    statement_timeout: statementTimeout,
    pipeline: true,
  } as pg.PoolConfig);
  let ended = false;
  pool.on('error', (error) => {
    if (!ended) log('an idle database connection failed', error);
  });
  const shared = queryableOf(pool);
  const turns = createTransactionTurns(Math.max(1, poolSize - RESERVED));

  const settle = (run: () => void | Promise<void>): void => {
    turns.outside(() => {
      Promise.resolve()
        .then(run)
        .catch((error: unknown) => log('work after a commit failed', error));
    });
  };

  const attempt = async <T>(client: pg.PoolClient, run: (tx: Transaction) => Promise<T>): Promise<T> => {
    const after: (() => void | Promise<void>)[] = [];
    const tx: Transaction = { ...queryableOf(client), afterCommit: (each) => void after.push(each) };
    const begun = ask(client, 'begin', [], undefined);
    begun.catch(() => undefined); // awaited below, after the first statement has gone out with it
    try {
      const result = await run(tx);
      await begun;
      await ask(client, 'commit', [], undefined);
      after.forEach(settle);
      return result;
    } catch (error) {
      await ask(client, 'rollback', [], undefined).catch(() => undefined);
      throw error;
    }
  };

  const transaction = <T>(run: (tx: Transaction) => Promise<T>): Promise<T> => turns.take(() => inTransaction(run));

  const inTransaction = async <T>(run: (tx: Transaction) => Promise<T>): Promise<T> => {
    const client = await pool.connect().catch((error: unknown) => {
      throw problemOfDatabaseError(error);
    });
    let broken: Error | undefined;
    const onError = (error: Error): void => void (broken = error);
    client.on('error', onError);
    try {
      for (let tries = 0; ; tries += 1) {
        try {
          return await attempt(client, run);
        } catch (error) {
          if (broken ?? (!isDeadlock(error) || tries >= DEADLOCK_RETRIES)) throw error;
        }
      }
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  };

  const listener = createListener({ connection, log });
  const notifier = createNotifier(shared, log);
  return {
    query: shared.query,
    transaction,
    listen: listener.listen,
    notify: notifier.notify,
    end: async () => {
      ended = true;
      await listener.end();
      await notifier.settled();
      await pool.end();
    },
  };
};
