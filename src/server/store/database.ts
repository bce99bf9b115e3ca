// The database for other folders, over a pool of PostgreSQL connections. Created by openDatabase. It knows no table: all SQL is in the
// query files of store/, search/ and watch/; callers hold a Queryable.

import type { Json } from 'src/model/item/Item.ts';
import pg from 'pg';
import { createEndedBy, createStatementEnder } from 'src/server/store/cancelStatements.ts';
import { createListener } from 'src/server/store/listener.ts';
import { createNotifier } from 'src/server/store/notifier.ts';
import { createTransactions } from 'src/server/store/transactions.ts';
import type { ItemBatch } from 'src/server/store/itemBatch.ts';
import { queryableOf } from 'src/server/store/queryable.ts';

export interface Queryable {
  /** Returns the rows of one parameterised statement. A `name` makes it a prepared statement. */
  query<Row>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]>;
  /** Present while a transaction writes many items together. */
  readonly batch?: ItemBatch | undefined;
}

export interface Transaction extends Queryable {
  /** Runs after the commit was acknowledged, never after a rollback. A failure is only logged, because the commit is done. */
  afterCommit(run: () => void | Promise<void>): void;
  /**
   * Sends a statement together with the commit, which is one round trip less. When it fails, everything is rolled back. Nothing may depend
   * on its rows.
   */
  withCommit(...statement: Parameters<Queryable['query']>): void;
  /**
   * Adds a job that starts after the commit; a rollback removes it. `name` is a registered handler; `payload` contains ids, not content; a
   * waiting job with the same `key` is replaced.
   */
  addJob(name: string, payload: Readonly<Record<string, Json>>, key?: string): Promise<void>;
}

export interface TransactionOptions {
  /** Removes the time limit of statements, for migrations. */
  readonly unlimited?: boolean;
  /** When this is aborted, no further statement starts and PostgreSQL cancels the current one. Only transactions that read may use it. */
  readonly over?: AbortSignal;
}

export interface Statements extends Queryable {
  /**
   * Runs a read-committed transaction. It is rolled back when `run` throws, and repeated after a deadlock. A transaction within another one
   * is independent: neither sees the other's changes.
   */
  transaction<T>(run: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
}

export interface Database extends Statements {
  /**
   * Returns statements for an answer that may be cancelled: when `over` is aborted, PostgreSQL cancels its statements and no further one
   * starts.
   */
  endedBy(over: AbortSignal): Statements;
  /**
   * Opens a dedicated connection that listens and reconnects. `onWake` also runs after every reconnect. Returns the function that stops it.
   */
  listen(channel: string, onWake: () => void): Promise<() => Promise<void>>;
  /** Opens a session of its own, without any time limit. The caller ends it. */
  openSession(): Promise<pg.Client>;
  /** Runs one statement in its own session, without time limit, for statements that cannot run in a transaction. */
  maintain(text: string): Promise<void>;
  /** Sends at most one NOTIFY per channel at a time, outside of any transaction, and merges further calls. */
  notify(channel: string): void;
  end(): Promise<void>;
}

export interface DatabaseOptions {
  readonly connection: pg.ClientConfig;
  readonly poolSize: number;
  /** Milliseconds after which PostgreSQL cancels a statement. If it does not, the session is closed. */
  readonly statementTimeout: number;
  readonly log: (message: string, error?: unknown) => void;
}

// Connections reserved for statements outside of transactions, such as interning words, which a transaction may need.
const RESERVED_CONNECTIONS = 3;

/** Time beyond the server's own limit, after which the server is considered unresponsive. */
const QUERY_GRACE_MS = 1000;
/**
 * PostgreSQL ends transactions that are idle for this time. This is a safety net: no transaction waits for anything but the database,
 * because its locks would block other writes and the vacuum.
 */
const IDLE_TRANSACTION_MS = 30_000;
/** Limit for opening a connection or for waiting for a free one. */
const CONNECT_TIMEOUT_MS = 8000;

export const createDatabase = ({ connection, poolSize, statementTimeout, log }: DatabaseOptions): Database => {
  const queryTimeout = statementTimeout + QUERY_GRACE_MS;
  const connectTimeout = Math.min(CONNECT_TIMEOUT_MS, 2 * queryTimeout);
  // `pipeline`: statements that are sent without waiting in between (begin and the first read) share one round trip.
  const pool = new pg.Pool({
    ...connection,
    max: poolSize,
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    query_timeout: queryTimeout,
    connectionTimeoutMillis: connectTimeout,
    pipeline: true,
  } as pg.PoolConfig);
  let ended = false;
  pool.on('error', (error) => {
    if (!ended) log('an idle database connection failed', error);
  });
  const shared = queryableOf(pool);
  const listener = createListener({
    connection: { ...connection, connectionTimeoutMillis: connectTimeout, query_timeout: queryTimeout },
    log,
  });
  const notifier = createNotifier(shared, log);
  const { endStatement, stop: stopEnder } = createStatementEnder(connection, connectTimeout, log);
  const most = Math.max(1, poolSize - RESERVED_CONNECTIONS);
  const transaction = createTransactions({ pool, most, waitTimeout: connectTimeout, endStatement, log });
  const openSession = async (): Promise<pg.Client> => {
    const client = new pg.Client({ ...connection, statement_timeout: 0 });
    client.on('error', () => undefined); // the statement fails too
    await client.connect();
    return client;
  };
  return {
    query: shared.query,
    transaction,
    openSession,
    endedBy: createEndedBy({ pool, transaction, endStatement }),
    listen: listener.listen,
    maintain: async (text) => {
      const client = await openSession();
      try {
        await client.query(text);
      } finally {
        await client.end();
      }
    },
    notify: notifier.notify,
    end: async () => {
      ended = true;
      await listener.end();
      await notifier.settled();
      await pool.end();
      await stopEnder();
    },
  };
};
