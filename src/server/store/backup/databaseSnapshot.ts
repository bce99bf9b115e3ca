// One consistent view of the database for a backup: a transaction that sees no later change and stops no other one. Called by
// backup/writeBackup.ts.

import type { Readable } from 'node:stream';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Database, Queryable } from 'src/server/store/database.ts';
import { namedFilesSql } from 'src/server/store/fileNames.ts';
import { ownTables, sequencesOf, type OwnTable, type OwnTables } from 'src/server/store/backup/ownTables.ts';
import { queryableOf } from 'src/server/store/queryable.ts';
import { FILES_IN_USE } from 'src/server/store/fileNames.ts';
import { secret } from 'src/server/store/accounts/siteSecret.ts';

export interface SnapshotFacts extends OwnTables {
  readonly at: Date;
  /** Version of PostgreSQL. */
  readonly database: string;
  readonly migration: number;
}

export interface DatabaseSnapshot {
  readonly facts: SnapshotFacts;
  /** Rows of a table in PostgreSQL's text format, to be read to the end before the next question. */
  rowsOf(table: OwnTable): Readable & { readonly rowCount: number };
  /** Returns the names of all files that are in use, in groups. */
  fileNames(registry: ServerRegistry): AsyncGenerator<string[]>;
  /** Returns the size of the tables without their indexes. */
  bytes(): Promise<number>;
  sequences(): Promise<{ readonly name: string; readonly value: string }[]>;
  /** Ends the view. Files that it names stay until `close`. */
  end(): Promise<void>;
}

export interface BackupSession {
  /** Secret of the site, the same in all its processes. */
  siteSecret(): Promise<Buffer>;
  snapshot(): Promise<DatabaseSnapshot>;
  readonly db: Queryable;
  /** Allows the removal of unused files and the next backup. */
  close(): Promise<void>;
}

const ONE_AT_A_TIME = `hashtextextended('backup', 0)`;
/** Rows must have the same text in every database. */
const SETTINGS = `set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 3;
  set bytea_output = 'hex'; set client_encoding = 'UTF8'; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`;
const NAMES_AT_ONCE = 5_000;

/** Opens a session in which rows have the same text as in every other database. */
export const openCopySession = async (database: Pick<Database, 'openSession'>): Promise<pg.Client> => {
  const client = await database.openSession();
  await client.query(SETTINGS);
  return client;
};

const columnsSql = (columns: readonly string[]): string =>
  columns.map((column) => pg.escapeIdentifier(column)).join(', ');

/** Returns the part of a COPY statement that names a table and its columns. */
export const copiedColumns = ({ name, columns }: Pick<OwnTable, 'name' | 'columns'>): string =>
  `${name
    .split('.')
    .map((part) => pg.escapeIdentifier(part))
    .join('.')} (${columnsSql(columns)})`;

const SNAPSHOT_FACTS = `select now() as at, current_setting('server_version') as database,
  (select max(number) from migration) as migration`;

const sequenceValues = async (
  db: Queryable,
  tables: readonly string[],
): Promise<{ readonly name: string; readonly value: string }[]> => {
  const found: { name: string; value: string }[] = [];
  for (const name of await sequencesOf(db, tables)) {
    const [row] = await db.query<{ value: string | null }>(
      'select pg_sequence_last_value($1::regclass)::text as value',
      [name],
    );
    if (typeof row?.value === 'string') found.push({ name, value: row.value });
  }
  return found;
};

const takeSnapshot = async (client: pg.Client, db: Queryable): Promise<DatabaseSnapshot> => {
  await client.query('begin isolation level repeatable read read only');
  const [facts] = await db.query<Pick<SnapshotFacts, 'at' | 'database' | 'migration'>>(SNAPSHOT_FACTS);
  if (!facts) throw new Error('The database returned no facts');
  const tables = await ownTables(db);
  return {
    facts: { ...facts, ...tables },
    rowsOf: (table) => client.query(copyTo(`copy ${copiedColumns(table)} to stdout`)),
    async *fileNames(registry) {
      await client.query(`declare file_names cursor for ${namedFilesSql(registry)}`);
      for (;;) {
        const rows = await db.query<{ id: string }>(`fetch ${NAMES_AT_ONCE} from file_names`);
        if (rows.length === 0) return;
        yield rows.map(({ id }) => id);
      }
    },
    async bytes() {
      const [row] = await db.query<{ bytes: number }>(
        'select sum(pg_table_size(name::regclass))::float8 as bytes from unnest($1::text[]) as t (name)',
        [tables.lasting.map(({ name }) => name)],
      );
      return row?.bytes ?? 0;
    },
    sequences: () => sequenceValues(db, [...tables.lasting.map(({ name }) => name), ...tables.passing]),
    async end() {
      await client.query('commit');
    },
  };
};

/**
 * Opens a session for one backup. Until it is closed, no unused file is deleted. Returns undefined while another session of the same site is
 * open.
 */
export const openBackupSession = async (database: Database): Promise<BackupSession | undefined> => {
  const client = await openCopySession(database);
  const db = queryableOf(client);
  try {
    const [row] = await db.query<{ alone: boolean }>(`select pg_try_advisory_lock(${ONE_AT_A_TIME}) as alone`);
    if (row?.alone !== true) {
      await client.end();
      return undefined;
    }
    // The lock comes before the snapshot, so that no file that the snapshot names is deleted in between.
    await db.query(`select pg_advisory_lock_shared(${FILES_IN_USE})`);
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    db,
    siteSecret: () => secret(db, 'backup'),
    snapshot: () => takeSnapshot(client, db),
    close: () => client.end(),
  };
};
