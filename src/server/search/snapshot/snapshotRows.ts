// SQL of snapshots: what identifies the database of a file, and which saved states are part of its history.

import type { Queryable } from 'src/server/store/database.ts';

const DATABASE_SQL = `select (select oid::text from pg_database where datname = current_database()) || ' ' || 'item'::regclass::oid as tables`;
const SYSTEM_SQL = 'select system_identifier::text as system from pg_control_system()';

/** Returns the identity of the database and its tables. A copy by a dump has another one, a copy of the files the same. */
export const databaseIdentity = async (db: Queryable): Promise<string> => {
  const [found] = await db.query<{ tables: string }>(DATABASE_SQL);
  // Some providers do not allow this function.
  const [cluster] = await db.query<{ system: string }>(SYSTEM_SQL).catch(() => []);
  return `${cluster?.system ?? ''} ${found?.tables ?? ''}`;
};

/** Returns the number of erasures. Words of erased items are not saved. */
export const erasureCount = async (db: Queryable): Promise<number> =>
  (await db.query<{ count: number }>('select count(*)::int as count from erased'))[0]?.count ?? 0;

// A transaction number of 32 bits is used again after 2^32 transactions.
const KNOWN_SQL = `select 1 from search_snapshot where token = $1::uuid and erasures = $2::int
  and pg_snapshot_xmax(pg_current_snapshot())::text::numeric - x::text::numeric < 2147483648`;

/** Returns whether the state is part of the history of this database, and nothing was erased since. */
export const isKnownState = async (db: Queryable, token: string, erasures: number): Promise<boolean> =>
  (await db.query(KNOWN_SQL, [token, erasures])).length > 0;

const ADD_SQL = `with former as (delete from search_snapshot where at < now() - interval '90 days')
  insert into search_snapshot (token, erasures) select $1::uuid, $2::int where (select count(*) from erased) = $2::int returning token`;

/** Adds a state after all of its rows were committed. Returns false when items were erased meanwhile. */
export const addState = async (db: Queryable, token: string, erasures: number): Promise<boolean> =>
  (await db.query(ADD_SQL, [token, erasures])).length > 0;
