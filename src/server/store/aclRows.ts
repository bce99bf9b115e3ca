// SQL of principals and reader sets. Called by readers/readFilters.ts and principalSets.ts only. Both are interned outside of item
// transactions, because a rollback must not remove a number that another transaction may already use.

import type { Queryable } from 'src/server/store/database.ts';
import { sha256 } from 'src/server/sha256.ts';

export interface PrincipalRow {
  readonly id: number;
  readonly key: string;
}

export interface AclRow {
  readonly id: number;
  readonly readers: readonly number[];
}

/** Acl of an empty set of readers. */
export const NO_READERS = 0;

const MAX_KEY_LENGTH = 500; // a unique index takes 2,704 bytes

export const findPrincipals = (db: Queryable, keys: readonly string[]): Promise<PrincipalRow[]> =>
  db.query<PrincipalRow>('select id, key from principal where key = any($1::text[])', [keys], 'principals.byKey');

export const principalsById = (db: Queryable, ids: readonly number[]): Promise<PrincipalRow[]> =>
  db.query<PrincipalRow>('select id, key from principal where id = any($1::int[])', [ids], 'principals.byId');

/** Reads before it inserts, because a conflict would use up a number each time. */
export const internPrincipals = async (db: Queryable, keys: readonly string[]): Promise<PrincipalRow[]> => {
  const found = await findPrincipals(db, keys);
  const known = new Set(found.map((row) => row.key));
  const missing = keys.filter((key) => !known.has(key));
  if (missing.length === 0) return found;
  await db.query('insert into principal (key) select unnest($1::text[]) on conflict do nothing', [missing]);
  return [...found, ...(await findPrincipals(db, missing))];
};

/** Grants that a set of readers includes. */
interface Granted {
  /** Acl of the readers without any grant. */
  readonly base: number;
  readonly granters: readonly string[];
}

const aclKey = (readers: readonly number[], granted?: Granted): string => {
  const text = [readers.join(','), ...(granted ? [granted.base, ...granted.granters] : [])].join('/');
  return text.length <= MAX_KEY_LENGTH ? text : `sha256:${sha256(text).toString('hex')}`;
};

/**
 * Returns the id of a sorted, distinct set of readers. Sets without grants are never deleted, so callers may cache their id. Others are
 * kept for an hour after their last request, which is longer than a write takes, and then while they are in use.
 */
export const internAcl = async (db: Queryable, readers: readonly number[], granted?: Granted): Promise<number> => {
  const key = aclKey(readers, granted);
  const lasting = !granted;
  for (let tries = 0; tries < 3; tries += 1) {
    const [found] = await db.query<{ id: number; due: boolean }>(
      `select id, used is not null and ($2 or used < now() - interval '10 minutes') as due from acl where key = $1`,
      [key, lasting],
      'acl.byKey',
    );
    if (found?.due === false) return found.id;
    const [kept] = found ? await db.query<{ id: number }>(KEEP_ACL_SQL, [found.id, lasting]) : [];
    if (kept) return kept.id;
    await db.query(INTERN, [readers, key, granted?.base ?? null, granted?.granters ?? null]);
  }
  throw new Error('A reader set vanished while it was made.');
};

const KEEP_ACL_SQL = 'update acl set used = case when $2 then null else now() end where id = $1 returning id';
const INTERN = `insert into acl (readers, key, base, granters, used)
  values ($1::int[], $2, $3::int, $4::text[], case when $3 is not null then now() end) on conflict do nothing`;

// A set in use is checked again a day later. A set that a write requests meanwhile is locked, and its new `used` counts.
const PRUNE = `with due as (select id from acl where used < now() - interval '1 hour'),
  idle as (select id from due except select acl from item except select acl from item_level except select acl from item_geometry
    except select acl from outbox except select old_acl from outbox except select unnest(moved) from outbox
    except select unnest(part_acls) from outbox
    except select acl from closed_acl except select acl from pending_readers except select restricted_acl from pending_readers
    except select acl from removed except select acl from item_history except select unnest(part_acls) from item_history),
  gone as (delete from acl where id in (select id from idle) and used < now() - interval '1 hour')
  update acl set used = now() + interval '23 hours' where id in (select id from due except select id from idle)`;

/** Deletes reader sets of grants that are no longer in use. */
export const pruneAcls = async (db: Queryable): Promise<void> => {
  const [due] = await db.query(`select 1 from acl where used < now() - interval '1 hour' limit 1`, []);
  if (due) await db.query(PRUNE, []);
};

/** Returns the acls that each of these principals reads. */
export const aclsReadableBy = async (
  db: Queryable,
  principals: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> => {
  const rows = await db.query<{ principal: number; acls: number[] }>(
    `select p.id as principal, array(select id from acl where readers && array[p.id]) as acls from unnest($1::int[]) p (id)`,
    [principals],
    'acl.readableBy',
  );
  return new Map(rows.map(({ principal, acls }) => [principal, acls]));
};

export const aclsById = (db: Queryable, ids: readonly number[]): Promise<AclRow[]> =>
  db.query<AclRow>('select id, readers from acl where id = any($1::int[])', [ids], 'acl.byId');
