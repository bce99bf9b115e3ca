// The database as the other folders see it, over a pool of PostgreSQL connections. Made by openDatabase; knows no table.
// All SQL text lives in store/, search/ and watch/ query files; callers hold a Queryable.

import type { Json } from 'src/model/item/Item.ts';
import pg from 'pg';
import { createEndedBy, createStatementEnder } from 'src/server/store/endedBy.ts';
import { createListener } from 'src/server/store/listener.ts';
import { createNotifier } from 'src/server/store/notifier.ts';
import { createTransactions } from 'src/server/store/transactions.ts';
import { queryableOf } from 'src/server/store/queryable.ts';

export interface Queryable {
  /** Rows of one parameterised statement. A `name` makes it a prepared statement. */
  query<Row>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]>;
}

export interface Transaction extends Queryable {
  /** Runs after the commit has been acknowledged, never on rollback. A failure is logged, not thrown: the commit stands. */
  afterCommit(run: () => void | Promise<void>): void;
  /** Adds a job that starts after the commit, and is no job at all after a rollback. `name` of a registered handler; `payload`
   * of ids, never content; a job that waits with the same `key` is replaced. */
  addJob(name: string, payload: Readonly<Record<string, Json>>, key?: string): Promise<void>;
}

export interface TransactionOptions {
  /** For migrations: no limit on the time of a statement. */
  readonly unlimited?: boolean;
  /** Once raised no further statement begins, and the one under way ends in PostgreSQL too: for what only reads. */
  readonly over?: AbortSignal;
}

export interface Statements extends Queryable {
  /** Read committed; rolled back when `run` throws; run again when PostgreSQL ended it for a deadlock.
   * One that is opened within another is its own: it neither sees nor shares the other's changes. */
  transaction<T>(run: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
}

export interface Database extends Statements {
  /** For an answer that may be given up: once `over` is raised, its statements end in PostgreSQL too, and none begins. */
  endedBy(over: AbortSignal): Statements;
  /** A dedicated connection that listens and reconnects; `onWake` also runs after every reconnect. Returns the stop. */
  listen(channel: string, onWake: () => void): Promise<() => Promise<void>>;
  /** One statement on a session of its own, without time limit: for what cannot stand in a transaction. */
  maintain(text: string): Promise<void>;
  /** Coalesced: at most one NOTIFY under way per channel, outside any transaction. */
  notify(channel: string): void;
  end(): Promise<void>;
}

export interface DatabaseOptions {
  readonly connection: pg.ClientConfig;
  readonly poolSize: number;
  /** Milliseconds after which PostgreSQL stops a statement; when it does not even do that, the session is given up. */
  readonly statementTimeout: number;
  readonly log: (message: string, error?: unknown) => void;
}

// A transaction may need further statements outside of itself (interning words); these must always find a connection.
const RESERVED = 3;

/** Beyond the server's own limit: who has not answered by then is hanging. */
const QUERY_GRACE_MS = 1000;
/**
 * PostgreSQL ends a transaction that is idle for so long. A safety net: no transaction waits for anything but the database, because its
 * locks would stop other people's writes and the vacuum.
 */
const IDLE_TRANSACTION_MS = 30_000;
/** For a connection to be made, or to become free. */
const CONNECT_TIMEOUT_MS = 8000;

export const createDatabase = ({ connection, poolSize, statementTimeout, log }: DatabaseOptions): Database => {
  const queryTimeout = statementTimeout + QUERY_GRACE_MS;
  const connectTimeout = Math.min(CONNECT_TIMEOUT_MS, 2 * queryTimeout);
  // `pipeline`: statements sent without waiting in between (begin and the first read) share one round trip.
  const pool = new pg.Pool({
    ...connection,
    max: poolSize,
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    query_timeout: queryTimeout,
    connectionTimeoutMillis: connectTimeout,
    pipeline: true,
  } as unknown as pg.PoolConfig);
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
  const most = Math.max(1, poolSize - RESERVED);
  const transaction = createTransactions({ pool, most, waitTimeout: connectTimeout, endStatement, log });
  return {
    query: shared.query,
    transaction,
    endedBy: createEndedBy({ pool, transaction, endStatement }),
    listen: listener.listen,
    maintain: async (text) => {
      const client = new pg.Client({ ...connection, statement_timeout: 0 });
      client.on('error', () => undefined); // the statement fails too
      await client.connect();
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
