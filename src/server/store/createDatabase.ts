// A Database over a pool of PostgreSQL connections. Made by openDatabase; knows no table.

import pg from 'pg';
import { createListener } from 'src/server/store/createListener.ts';
import { createNotifier } from 'src/server/store/createNotifier.ts';
import { createTransactions } from 'src/server/store/createTransactions.ts';
import type { Database } from 'src/server/store/Database.ts';
import { queryableOf } from 'src/server/store/queryableOf.ts';

export interface DatabaseOptions {
  readonly connection: pg.ClientConfig;
  readonly poolSize: number;
  readonly statementTimeout: number;
  readonly log: (message: string, error?: unknown) => void;
}

// A transaction may need further statements outside of itself (interning words); these must always find a connection.
const RESERVED = 3;

export const createDatabase = ({ connection, poolSize, statementTimeout, log }: DatabaseOptions): Database => {
  // `pipeline`: statements sent without waiting in between (begin and the first read) share one round trip.
  const pool = new pg.Pool({
    ...connection,
    max: poolSize,
    statement_timeout: statementTimeout,
    pipeline: true,
  } as unknown as pg.PoolConfig);
  let ended = false;
  pool.on('error', (error) => {
    if (!ended) log('an idle database connection failed', error);
  });
  const shared = queryableOf(pool);
  const listener = createListener({ connection, log });
  const notifier = createNotifier(shared, log);
  return {
    query: shared.query,
    transaction: createTransactions({ pool, most: Math.max(1, poolSize - RESERVED), log }),
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
