// Transactions over a pool: a limited number at a time, repeated after a deadlock. Created by createDatabase.

import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { asError } from 'src/base/asError.ts';
import { problem } from 'src/model/problems.ts';
import { createSemaphore } from 'src/server/semaphore.ts';
import { addJob } from 'src/server/store/jobRows.ts';
import type { Database, Queryable, Transaction, TransactionOptions } from 'src/server/store/database.ts';
import { askUntil, type EndStatement } from 'src/server/store/cancelStatements.ts';
import { runQuery, databaseProblem, isDeadlock, queryableOf } from 'src/server/store/queryable.ts';

interface Options {
  readonly pool: pg.Pool;
  readonly most: number;
  /** Milliseconds that a transaction may wait for its start. */
  readonly waitTimeout: number;
  readonly endStatement: EndStatement;
  readonly log: (message: string, error?: unknown) => void;
}

const DEADLOCK_RETRIES = 3;
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const BEGIN_UNLIMITED = 'begin; set local statement_timeout = 0';

/**
 * A transaction within another one (an action that searches for a text) uses another queue: in a single queue, all could wait for each
 * other.
 */
const createTransactionQueue = (most: number, waitTimeout: number) => {
  const open = new AsyncLocalStorage<true>();
  const bounds = { waitMs: waitTimeout, exceeded: () => problem('timeout') };
  const outer = createSemaphore({ limit: most });
  const inner = createSemaphore({ limit: 1 });
  return {
    take: <T>(run: () => Promise<T>): Promise<T> =>
      open.getStore() === true ? inner.run(run, { bounds }) : outer.run(() => open.run(true, run), { bounds }),
    /** Runs code outside of any transaction. */
    outside: (run: () => void): void => open.exit(run),
  };
};

type Statement = Parameters<Queryable['query']>;

/**
 * Sends the last statements and the commit. When one of them fails, PostgreSQL answers the commit with a rollback. After a failed commit its
 * result is unknown, so the connection is closed.
 */
const commit = async (
  client: pg.PoolClient,
  last: readonly Statement[],
  giveUp: (error: Error) => void,
): Promise<void> => {
  const sent = last.map(([text, values = [], name]) => runQuery(client, text, values, { name }));
  const ended = runQuery(client, 'commit', []).catch((error: unknown) => {
    giveUp(asError(error));
    throw error;
  });
  for (const each of await Promise.allSettled([...sent, ended])) if (each.status === 'rejected') throw each.reason;
};

export const createTransactions = ({
  pool,
  most,
  waitTimeout,
  endStatement,
  log,
}: Options): Database['transaction'] => {
  const semaphore = createTransactionQueue(most, waitTimeout);

  const settle = (run: () => void | Promise<void>): void => {
    semaphore.outside(() => {
      Promise.resolve()
        .then(run)
        .catch((error: unknown) => log('work after a commit failed', error));
    });
  };

  const attempt = async <T>(
    client: pg.PoolClient,
    run: (tx: Transaction) => Promise<T>,
    { giveUp, unlimited = false, over }: { readonly giveUp: (error: Error) => void } & TransactionOptions,
  ): Promise<T> => {
    const after: (() => void | Promise<void>)[] = [];
    const last: Statement[] = [];
    const plain = queryableOf(client, unlimited ? LONGEST_TIMER_MS : undefined);
    const until = over && askUntil(client, over, endStatement);
    const session: Queryable = until ? { query: (...asked) => until.ask(() => plain.query(...asked)) } : plain;
    let isOver = false;
    // Statements that are still running after a failure must reach neither the rolled back session nor its next user.
    const query: Transaction['query'] = (text, values, name) =>
      isOver ? Promise.reject(new Error('The transaction is over.')) : session.query(text, values, name);
    const tx: Transaction = {
      query,
      afterCommit: (each) => void after.push(each),
      withCommit: (...statement) => void last.push(statement),
      addJob: (name, payload, key) => addJob({ query }, { name, payload, key }),
    };
    const begun = session.query(unlimited ? BEGIN_UNLIMITED : 'begin');
    begun.catch(() => undefined); // awaited below, after the first statement was sent with it
    try {
      const result = await run(tx);
      isOver = true;
      await begun;
      await until?.settled();
      await commit(client, last, giveUp);
      after.forEach(settle);
      return result;
    } catch (error) {
      isOver = true;
      await until?.settled();
      await runQuery(client, 'rollback', []).catch(() => undefined);
      throw error;
    }
  };

  const inTransaction = async <T>(run: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T> => {
    const client = await pool.connect().catch((error: unknown) => {
      throw databaseProblem(error);
    });
    let broken: Error | undefined;
    const onError = (error: Error): void => void (broken = error);
    client.on('error', onError);
    try {
      for (let tries = 0; ; tries += 1) {
        try {
          options?.over?.throwIfAborted();
          return await attempt(client, run, { giveUp: onError, ...options });
        } catch (error) {
          if (broken ?? (!isDeadlock(error) || tries >= DEADLOCK_RETRIES)) throw error;
        }
      }
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  };

  return (run, options) => semaphore.take(() => inTransaction(run, options));
};
