// Opens a database: the server named by DATABASE_URL, or an embedded PostgreSQL in the data folder. Called by the server's main, the
// commands and the test harness.

import type pg from 'pg';
import { checkServer } from 'src/server/store/checkServer.ts';
import { createDatabase } from 'src/server/store/database.ts';
import type { Database } from 'src/server/store/database.ts';
import { startEmbedded, type EmbeddedServer } from 'src/server/store/embedded/startEmbedded.ts';

export interface OpenOptions {
  /** Address of a PostgreSQL 15 or newer. Without it, `dataDir` holds an embedded one. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir?: string | undefined;
  readonly poolSize?: number;
  /** Milliseconds after which PostgreSQL cancels a statement. */
  readonly statementTimeout?: number;
  readonly log?: (message: string, error?: unknown) => void;
  /** Called when the embedded server has ended and cannot be started again: the process should end, so that its supervisor restarts it. */
  readonly onLost?: (error: unknown) => void;
}

export interface OpenDatabase {
  readonly database: Database;
  /** Connection settings for another process or thread on the same database. */
  readonly connection: pg.ClientConfig;
  /** Closes the connections, and stops the embedded server when no other process uses it. */
  stop(): Promise<void>;
}

const DEFAULT_POOL = 12;
const DEFAULT_STATEMENT_TIMEOUT = 5000;

const startServer = async ({
  databaseUrl,
  dataDir,
  log,
  onLost,
}: OpenOptions): Promise<{ connection: pg.ClientConfig; server?: EmbeddedServer }> => {
  if (databaseUrl !== undefined) return { connection: { connectionString: databaseUrl } };
  if (dataDir === undefined) throw new Error('Neither DATABASE_URL nor DATA_DIR is set.');
  const server = await startEmbedded({ dataDir, ...(log && { log }), ...(onLost && { onLost }) });
  return { connection: { host: server.host, user: server.user, database: server.database }, server };
};

/** Opens the database. Throws with instructions when it cannot hold the product's data. */
export const openDatabase = async (options: OpenOptions): Promise<OpenDatabase> => {
  const { poolSize = DEFAULT_POOL, statementTimeout = DEFAULT_STATEMENT_TIMEOUT, log = () => undefined } = options;
  const { connection, server } = await startServer(options);
  const database = createDatabase({ connection, poolSize, statementTimeout, log });
  const stop = async (): Promise<void> => {
    await database.end();
    await server?.stop();
  };
  try {
    await checkServer(database);
  } catch (error) {
    await stop();
    throw error;
  }
  return { database, connection, stop };
};
