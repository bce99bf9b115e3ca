// Tables and sequences of the product in its database. A backup contains them and no other, because the database may also belong to other
// programs. Called by databaseSnapshot.ts and restoreTables.ts.

import { readMigrations } from 'src/server/store/migrate.ts';
import type { Queryable } from 'src/server/store/database.ts';

export interface OwnTable {
  readonly name: string;
  /** In the order of the table; generated columns are left out, because they cannot be written. */
  readonly columns: readonly string[];
  /** Estimate of the last ANALYZE. */
  readonly rows: number;
}

/** Tables of the job queue whose rows are waiting work. The others describe running processes and the version of the library. */
const JOB_TABLES = ['_private_job_queues', '_private_tasks', '_private_jobs'].map((name) => `graphile_worker.${name}`);

/**
 * Tables whose rows do not outlive the site's processes: sessions end with a restore, because one that was ended after the backup must not
 * come back, and so do links in emails. Unfinished uploads have no bytes in a backup. Saved search indexes are about the rows of this database
 * only. The migrations are those of the program that restores.
 */
const PASSING = new Set([
  ...['migration', 'outbox', 'job_lease', 'session', 'session_token', 'account_token', 'upload'],
  'search_snapshot',
]);

const CREATE_TABLE = /create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(\w+)/gi;

/** Returns the tables that the migrations create. Some may no longer exist. */
const tablesOfMigrations = async (): Promise<string[]> =>
  (await readMigrations()).flatMap(({ sql }) => [...sql.matchAll(CREATE_TABLE)].map(([, name = '']) => name));

const OWN_TABLES = `
  select case when n.nspname = current_schema() then c.relname else n.nspname || '.' || c.relname end as name,
    c.relpersistence = 'u' as unlogged, greatest(c.reltuples, 0)::float8 as rows,
    array(select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and (
    n.nspname = current_schema() and (c.relname = any($1::text[]) or c.oid in (
      select i.inhrelid from pg_inherits i join pg_class p on p.oid = i.inhparent where p.relname = 'item' and p.relnamespace = n.oid))
    or n.nspname || '.' || c.relname = any($2::text[]))
  order by name`;

export interface OwnTables {
  /** Tables with lasting rows. */
  readonly lasting: readonly OwnTable[];
  readonly passing: readonly string[];
}

export const ownTables = async (db: Queryable): Promise<OwnTables> => {
  const own = ['migration', ...(await tablesOfMigrations())];
  const rows = await db.query<OwnTable & { readonly unlogged: boolean }>(OWN_TABLES, [own, JOB_TABLES]);
  const isPassing = ({ name, unlogged }: (typeof rows)[number]): boolean => unlogged || PASSING.has(name);
  return {
    lasting: rows
      .filter((row) => !isPassing(row))
      .map(({ name, columns, rows: estimate }) => ({ name, columns, rows: estimate })),
    passing: rows.filter(isPassing).map(({ name }) => name),
  };
};

/** Returns the sequences of the tables' columns. */
export const sequencesOf = async (db: Queryable, tables: readonly string[]): Promise<string[]> =>
  (
    await db.query<{ name: string }>(
      `select distinct d.objid::regclass::text as name from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
       where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
         and d.refobjid = any(select t::regclass::oid from unnest($1::text[]) t) order by name`,
      [tables],
    )
  ).map(({ name }) => name);
