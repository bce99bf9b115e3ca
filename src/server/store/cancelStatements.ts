// Statements of an answer that may be cancelled: PostgreSQL cancels the current one and no further one starts. Without this, a cancelled
// search would run until its time limit, and repeated attempts would add to it. Created by createDatabase.

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { asError } from 'src/base/asError.ts';
import type { Database, Statements, Transaction } from 'src/server/store/database.ts';
import { runQuery, databaseProblem } from 'src/server/store/queryable.ts';

/** PostgreSQL ignores a cancel request between two pipelined statements, so it is repeated. */
const CANCEL_AGAIN_MS = 50;
/** The connection is needed rarely. */
const CONNECTION_IDLE_MS = 10_000;

/** Cancels the current statement of a connection. */
export type EndStatement = (client: pg.ClientBase) => Promise<void>;

interface StatementEnder {
  readonly endStatement: EndStatement;
  stop(): Promise<void>;
}

/** Uses its own connection, because all others may be busy with the statements to cancel. */
export const createStatementEnder = (
  connection: pg.ClientConfig,
  timeout: number,
  log: (message: string, error?: unknown) => void,
): StatementEnder => {
  const config = { ...connection, query_timeout: timeout, connectionTimeoutMillis: timeout };
  const pool = new pg.Pool({ ...config, max: 1, idleTimeoutMillis: CONNECTION_IDLE_MS });
  pool.on('error', () => undefined); // the next request connects again
  return {
    endStatement: async (client) => {
      const { processID } = client as pg.ClientBase & { readonly processID?: number | null };
      if (typeof processID !== 'number') return;
      await pool.query('select pg_cancel_backend($1)', [processID]).catch((error: unknown) => {
        log('a statement that nobody waits for could not be ended', error);
      });
    },
    stop: () => pool.end(),
  };
};

/** Runs statements on a client. Once `over` is aborted, cancels them until all have settled. */
export const askUntil = (client: pg.ClientBase, over: AbortSignal, endStatement: EndStatement) => {
  let underWay = 0;
  let ending: Promise<void> | undefined;
  const endAll = async (): Promise<void> => {
    while (underWay > 0) {
      await endStatement(client);
      if (underWay > 0) await sleep(CANCEL_AGAIN_MS);
    }
  };
  const onOver = (): void => void (ending = endAll());
  over.addEventListener('abort', onOver, { once: true });
  return {
    async ask<T>(run: () => Promise<T>): Promise<T> {
      over.throwIfAborted();
      underWay += 1;
      try {
        return await run();
      } finally {
        underWay -= 1;
      }
    },
    /** Resolves when no cancel request is pending, so that the connection can be used again. */
    async settled(): Promise<void> {
      over.removeEventListener('abort', onOver);
      await ending;
    },
  };
};

interface Options {
  readonly pool: pg.Pool;
  readonly transaction: Database['transaction'];
  readonly endStatement: EndStatement;
}

export const createEndedBy = ({ pool, transaction, endStatement }: Options): Database['endedBy'] => {
  const connect = async (): Promise<pg.PoolClient> =>
    await pool.connect().catch((error: unknown) => {
      throw databaseProblem(error);
    });

  return (over): Statements => ({
    async query<Row>(text: string, values: readonly unknown[] = [], name?: string): Promise<Row[]> {
      over.throwIfAborted();
      const client = await connect();
      if (over.aborted) client.release();
      over.throwIfAborted();
      const until = askUntil(client, over, endStatement);
      let failure: Error | undefined;
      const onError = (error: Error): void => void (failure = error);
      client.on('error', onError);
      try {
        return await until.ask(() => runQuery<Row>(client, text, values, { name }));
      } catch (error) {
        // Same as the pool: after a failure, further statements use another connection.
        failure ??= asError(error);
        throw error;
      } finally {
        await until.settled();
        client.off('error', onError);
        client.release(failure);
      }
    },
    transaction: (run: (tx: Transaction) => Promise<unknown>) => transaction(run, { over }) as Promise<never>,
  });
};
