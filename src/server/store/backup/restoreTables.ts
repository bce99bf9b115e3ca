// Writes the rows of a backup into a database without content, in one transaction: after a failure the database is as empty as before. Called
// by backup/restoreBackup.ts.

import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { copiedColumns, openCopySession } from 'src/server/store/backup/databaseSnapshot.ts';
import { ownTables } from 'src/server/store/backup/ownTables.ts';
import { connectedProcesses } from 'src/server/store/connectedRows.ts';
import type { Database, Queryable } from 'src/server/store/database.ts';
import { ensurePartition } from 'src/server/store/partitions.ts';
import { queryableOf } from 'src/server/store/queryable.ts';

export interface StoredTable {
  readonly name: string;
  readonly columns: readonly string[];
}

export interface StoredRows {
  readonly tables: readonly StoredTable[];
  readonly sequences: readonly { readonly name: string; readonly value: string }[];
  /** Content of a table in PostgreSQL's text format. */
  read(table: StoredTable): Readable | AsyncIterable<Buffer>;
  /** Throws when the rows of a table are not those of the backup. Called after each table. */
  check(table: StoredTable, rows: number): void;
}

/** A server process reports itself more often. */
const GONE_AFTER_S = 35;
const HELD_TABLES = ['item', 'item_history', 'credential'];
const PARTITION = /^item_(\d+)$/;

export interface Target {
  readonly hasContent: boolean;
  /** A server uses the database. */
  readonly isUsed: boolean;
  /** Number of the last migration; 0 for a new database. */
  readonly migration: number;
}

const tableExists = async (db: Queryable, name: string): Promise<boolean> =>
  (await db.query<{ found: boolean }>('select to_regclass($1) is not null as found', [name]))[0]?.found === true;

const hasRows = async (db: Queryable, table: string): Promise<boolean> =>
  (await tableExists(db, table)) && (await db.query(`select 1 from ${pg.escapeIdentifier(table)} limit 1`)).length > 0;

const hasContent = async (db: Queryable): Promise<boolean> => {
  for (const table of HELD_TABLES) if (await hasRows(db, table)) return true;
  return false;
};

export const targetState = async (db: Queryable): Promise<Target> => {
  if (!(await tableExists(db, 'migration'))) return { hasContent: false, isUsed: false, migration: 0 };
  const [row] = await db.query<{ last: number | null }>('select max(number) as last from migration');
  const isUsed =
    (await tableExists(db, 'connected_process')) && (await connectedProcesses(db, GONE_AFTER_S)).length > 0;
  return { hasContent: await hasContent(db), isUsed, migration: row?.last ?? 0 };
};

const escapedNames = (names: readonly string[]): string =>
  names
    .map((name) =>
      name
        .split('.')
        .map((part) => pg.escapeIdentifier(part))
        .join('.'),
    )
    .join(', ');

/** Creates partitions for types that this program does not declare. Their items stay, as after an update that removed the type. */
const ensurePartitions = async (db: Queryable, tables: readonly StoredTable[]): Promise<void> => {
  for (const { name } of tables) {
    const number = PARTITION.exec(name)?.[1];
    if (number !== undefined) await ensurePartition(db, { number: Number(number) });
  }
};

// Indexes of partitions belong to the index of the partitioned table. Indexes of constraints are kept: a table with them refuses rows that
// contradict each other.
const SEARCH_INDEXES = `select c.oid::regclass::text as name, replace(pg_get_indexdef(c.oid), ' ON ONLY ', ' ON ') as sql
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where i.indrelid = any(select t::regclass::oid from unnest($1::text[]) t) and not i.indisunique and not c.relispartition`;

/** Drops the indexes for searching and returns the statements that create them: one pass over all rows is faster than an entry for each. */
const dropIndexes = async (db: Queryable, tables: readonly string[]): Promise<string[]> => {
  const indexes = await db.query<{ name: string; sql: string }>(SEARCH_INDEXES, [tables]);
  for (const { name } of indexes) await db.query(`drop index ${name}`);
  return indexes.map(({ sql }) => sql);
};

/** Orders tables so that each comes after those that its foreign keys name. */
const inOrderOfKeys = async (db: Queryable, tables: readonly StoredTable[]): Promise<StoredTable[]> => {
  const keys = await db.query<{ from: string; to: string }>(
    `select conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint where contype = 'f' and conrelid <> confrelid`,
  );
  const ordered = new Set<StoredTable>();
  const place = (table: StoredTable): void => {
    if (ordered.has(table)) return;
    for (const { to } of keys.filter(({ from }) => from === table.name)) {
      const needed = tables.find(({ name }) => name === to);
      if (needed) place(needed);
    }
    ordered.add(table);
  };
  tables.forEach(place);
  return [...ordered];
};

/** Jobs that ran during the snapshot wait again. */
const UNLOCK_JOBS = ['_private_jobs', '_private_job_queues'].map(
  (table) => `update graphile_worker.${table} set locked_by = null, locked_at = null where locked_by is not null`,
);

const fillTables = async (client: pg.Client, db: Queryable, stored: StoredRows): Promise<void> => {
  const { lasting, passing } = await ownTables(db);
  const emptied = [...lasting.map(({ name }) => name), ...passing].filter((name) => name !== 'migration');
  await db.query('lock table item in access exclusive mode');
  if (await hasContent(db)) throw new Error('The database was filled during the restore.');
  await db.query(`truncate ${escapedNames(emptied)}`);
  for (const table of await inOrderOfKeys(db, stored.tables)) {
    const copy = client.query(copyFrom(`copy ${copiedColumns(table)} from stdin`));
    await pipeline(stored.read(table), copy);
    stored.check(table, copy.rowCount);
  }
  for (const { name, value } of stored.sequences)
    if (await tableExists(db, name)) await db.query('select setval($1::regclass, $2::bigint)', [name, value]);
  for (const sql of UNLOCK_JOBS) await db.query(sql);
};

/** Fills a migrated database. All of it happens, or nothing. */
export const restoreTables = async (database: Database, stored: StoredRows): Promise<void> => {
  const client = await openCopySession(database);
  const db = queryableOf(client);
  try {
    await db.query(`begin; set local maintenance_work_mem = '256MB'`);
    await ensurePartitions(db, stored.tables);
    const names = ['item', ...stored.tables.map(({ name }) => name)];
    const indexes = await dropIndexes(db, names);
    await fillTables(client, db, stored);
    for (const sql of indexes) await db.query(sql);
    await db.query('commit');
    await db.query('analyze');
  } finally {
    await client.end();
  }
};
