// Creates a separate database for a test file: a clone of a migrated template. Used by every `.pg.test.ts`.
// `const { database, stop } = await testDatabase(toyRegistry)` in beforeAll, `await stop()` in afterAll.

import { createHash } from 'node:crypto';
import pg from 'pg';
import { createDatabase } from 'src/server/store/database.ts';
import type { Database } from 'src/server/store/database.ts';
import { migrateJobQueue } from 'src/server/jobs/jobQueue.ts';
import { migrate, readMigrations } from 'src/server/store/migrate.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { watchTransactions, type WatchedDatabase } from 'tests/server/harness/idleTransactions.ts';
import { databaseName, onDatabase, testServer } from 'tests/server/harness/testServer.ts';

export interface TestDatabase {
  readonly database: Database;
  readonly connection: pg.ClientConfig;
  /** Opens a second Database on the same data, as another process does. */
  open(): Database;
  /** Ends the connections and drops the clone. Throws if a transaction waited for something other than the database. */
  stop(): Promise<void>;
}

const log = (message: string, error?: unknown): void => {
  console.error(message, error);
};

const openOn = (connection: pg.ClientConfig): Database =>
  createDatabase({ connection, poolSize: 8, statementTimeout: 10_000, log });

const onServer = async <T>(run: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(testServer());
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
};

const shapeOf = async (registry: ServerRegistry): Promise<string> => {
  const types = Object.values(registry.types).map((type) => [type.number, type.name, type.view.sorts, type.properties]);
  const text = JSON.stringify([(await readMigrations()).map((each) => each.sql), types]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
};

const exists = async (client: pg.Client, name: string): Promise<boolean> =>
  (await client.query('select 1 from pg_database where datname = $1', [name])).rowCount === 1;

const fill = async (registry: ServerRegistry, name: string): Promise<void> => {
  const connection = onDatabase(testServer(), name);
  await migrateJobQueue(connection);
  const database = openOn(connection);
  try {
    await migrate(database, registry);
  } finally {
    await database.end();
  }
};

const EMPTY = `template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'`;

/** Returns the template's name. The template is created under another name and then renamed, so that an incomplete one is never cloned. */
const ensureTemplate = async (registry: ServerRegistry): Promise<string> => {
  const name = databaseName(`template_${await shapeOf(registry)}`);
  await onServer(async (client) => {
    if (await exists(client, name)) return;
    const half = databaseName();
    await client.query(`create database ${half} ${EMPTY}`);
    await fill(registry, half);
    await client
      .query(`alter database ${half} rename to ${name}`)
      .catch(() => client.query(`drop database if exists ${half} with (force)`));
  });
  return name;
};

const createAs = async (origin: string): Promise<TestDatabase> => {
  const name = databaseName();
  await onServer((client) => client.query(`create database ${name} ${origin}`));
  const connection = onDatabase(testServer(), name);
  const opened: WatchedDatabase[] = [];
  const open = (): Database => {
    const watched = watchTransactions(openOn(connection));
    opened.push(watched);
    return watched.database;
  };
  const stop = async (): Promise<void> => {
    await Promise.all(opened.map(({ database }) => database.end()));
    await onServer((client) => client.query(`drop database if exists ${name} with (force)`));
    const [idle] = opened.flatMap((each) => each.idle);
    if (idle !== undefined) throw new Error(`A transaction waited for something besides the database ${idle}`);
  };
  return { database: open(), connection, open, stop };
};

export const testDatabase = async (registry: ServerRegistry): Promise<TestDatabase> =>
  createAs(`template ${await ensureTemplate(registry)} strategy file_copy`);

/** Creates a database without any table, as an operator does. */
export const emptyTestDatabase = (): Promise<TestDatabase> => createAs(EMPTY);
