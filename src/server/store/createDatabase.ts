// A Database over a pool of PostgreSQL connections. Made by openDatabase; knows no table.

import pg from 'pg';
import { createListener } from 'src/server/store/createListener.ts';
import { createNotifier } from 'src/server/store/createNotifier.ts';
import { createSoleWriter } from 'src/server/store/createSoleWriter.ts';
import { createTransactions } from 'src/server/store/createTransactions.ts';
import type { Database } from 'src/server/store/Database.ts';
import { pidOf, queryableOf } from 'src/server/store/queryableOf.ts';
import { ASKED_CHANNEL } from 'src/server/store/soleWriterRows.ts';

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
  // `onConnect`: the pool gives the session out when the promise has resolved.
  const pool = new pg.Pool({
    ...connection,
    max: poolSize,
    statement_timeout: statementTimeout,
    pipeline: true,
    onConnect: (client: pg.ClientBase) => sole.announce(queryableOf(client), pidOf(client)),
  } as unknown as pg.PoolConfig);
  let ended = false;
  pool.on('error', (error) => {
    if (!ended) log('an idle database connection failed', error);
  });
  const shared = queryableOf(pool);
  const listener = createListener({ connection, log });
  let listening: Promise<unknown> | undefined;
  const listen = async (): Promise<void> => {
    listening ??= listener.listen(ASKED_CHANNEL, () => sole.give());
    await listening.catch((error: unknown) => {
      listening = undefined;
      throw error;
    });
  };
  const sole = createSoleWriter({ db: shared, listen, log });

  const most = Math.max(1, poolSize - RESERVED);
  const transactions = createTransactions({ pool, most, doubt: sole.doubt, log });
  const notifier = createNotifier(shared, log);
  return {
    query: shared.query,
    quiet: {
      mark: () => transactions.commits() + sole.claims(),
      holds: () => transactions.open() === 0 && sole.holds(),
    },
    transaction: transactions.run,
    listen: listener.listen,
    notify: notifier.notify,
    end: async () => {
      ended = true;
      await sole.end();
      await listener.end();
      await notifier.settled();
      await pool.end();
    },
  };
};
