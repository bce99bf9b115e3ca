// Statements over principals and reader sets. Called by access/createGates and createPrincipalSets only. Both are interned
// outside of item transactions: a rollback must not take back what another transaction may already use.

import { createHash } from 'node:crypto';
import type { Queryable } from 'src/server/store/database.ts';

export interface PrincipalRow {
  readonly id: number;
  readonly key: string;
}

export interface AclRow {
  readonly id: number;
  readonly readers: readonly number[];
}

const MAX_KEY_LENGTH = 500; // a unique index takes 2,704 bytes

export const findPrincipals = (db: Queryable, keys: readonly string[]): Promise<PrincipalRow[]> =>
  db.query<PrincipalRow>('select id, key from principal where key = any($1::text[])', [keys], 'principals.byKey');

export const principalsById = (db: Queryable, ids: readonly number[]): Promise<PrincipalRow[]> =>
  db.query<PrincipalRow>('select id, key from principal where id = any($1::int[])', [ids], 'principals.byId');

/** Looks before it inserts: a conflict would use up a number each time. */
export const internPrincipals = async (db: Queryable, keys: readonly string[]): Promise<PrincipalRow[]> => {
  const found = await findPrincipals(db, keys);
  const known = new Set(found.map((row) => row.key));
  const missing = keys.filter((key) => !known.has(key));
  if (missing.length === 0) return found;
  await db.query('insert into principal (key) select unnest($1::text[]) on conflict do nothing', [missing]);
  return [...found, ...(await findPrincipals(db, missing))];
};

const keyOf = (readers: readonly number[]): string => {
  const text = readers.join(',');
  return text.length <= MAX_KEY_LENGTH ? text : `sha256:${createHash('sha256').update(text).digest('hex')}`;
};

/** The id of a sorted, distinct set of readers. */
export const internAcl = async (db: Queryable, readers: readonly number[]): Promise<number> => {
  const key = keyOf(readers);
  const find = () => db.query<{ id: number }>('select id from acl where key = $1', [key], 'acl.byKey');
  const [found] = await find();
  if (found) return found.id;
  await db.query('insert into acl (readers, key) values ($1::int[], $2) on conflict do nothing', [readers, key]);
  const [made] = await find();
  if (!made) throw new Error('A reader set vanished while it was made.');
  return made.id;
};

export const aclsReadableBy = async (db: Queryable, principals: readonly number[]): Promise<number[]> => {
  const rows = await db.query<{ id: number }>(
    'select id from acl where readers && $1::int[]',
    [principals],
    'acl.readableBy',
  );
  return rows.map((row) => row.id);
};

export const aclsById = (db: Queryable, ids: readonly number[]): Promise<AclRow[]> =>
  db.query<AclRow>('select id, readers from acl where id = any($1::int[])', [ids], 'acl.byId');
