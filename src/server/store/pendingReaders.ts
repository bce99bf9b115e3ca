// The statements over pending_readers: while a job moves the readers of many items, a row says by which acl they are read. One row
// for each relation term by which they are found, so that closing a hundred thousand items is one row. Called by moveReaders and
// removeItems; applied by every read, see read/readable.ts.

import type { ItemId } from 'src/model/item/Item.ts';
import type { Queryable, Transaction } from 'src/server/store/database.ts';
import { partitionOf } from 'src/server/store/partitions.ts';

export interface PendingReaders {
  /** The item from which the others take their readers. */
  readonly root: ItemId;
  readonly rows: readonly PendingRow[];
}

export interface PendingRow {
  readonly t: number;
  readonly term: number;
  readonly acl: number;
  /** Of what is stricter than the item: readers of the strictest level. */
  readonly restrictedAcl: number;
  readonly level: number;
}

const ADD = `with pending as (
    insert into pending_readers (t, term, root, acl, restricted_acl, level)
      select t, term, $1, acl, restricted, level
      from unnest($2::smallint[], $3::int[], $4::int[], $5::int[], $6::smallint[]) as p (t, term, acl, restricted, level)
    on conflict (t, term) do update set root = excluded.root, acl = excluded.acl, restricted_acl = excluded.restricted_acl,
      level = excluded.level, seq = default
    returning t, term, acl)
  insert into outbox (t, i, n, u, acl, op) select t, term, 0, 0, acl, 'p' from pending`;

export const addPendingReaders = async (tx: Transaction, { root, rows }: PendingReaders): Promise<void> => {
  await tx.query(ADD, [
    root,
    rows.map(({ t }) => t),
    rows.map(({ term }) => term),
    rows.map(({ acl }) => acl),
    rows.map(({ restrictedAcl }) => restrictedAcl),
    rows.map(({ level }) => level),
  ]);
};

/** Whether the rows of another root, or of an earlier change, stand for some of these. */
export const isPending = async (tx: Transaction, terms: readonly { readonly term: number }[]): Promise<boolean> => {
  const text = 'select 1 from pending_readers where term = any($1::int[]) limit 1';
  return (await tx.query(text, [terms.map(({ term }) => term)], 'pending.any')).length > 0;
};

/** Number of the newest row of a root; 0 when there is none. */
export const newestPending = async (db: Queryable, root: ItemId): Promise<number> => {
  const text = 'select coalesce(max(seq), 0)::float8 as seq from pending_readers where root = $1';
  return (await db.query<{ seq: number }>(text, [root]))[0]?.seq ?? 0;
};

interface RemovedRow {
  readonly t: number;
  readonly terms: number[];
  readonly acls: number[];
  readonly restricted: number[];
}

const REMOVE = `with gone as (delete from pending_readers where root = $1 and seq <= $2 returning t, term, acl, restricted_acl)
  select t, array_agg(term) as terms, array_agg(acl) as acls, array_agg(restricted_acl) as restricted from gone group by t`;

// What was read by another acl than its own is news now, although nothing of it changed.
const outboxRows = (t: number): string => `insert into outbox (t, i, n, u, acl, old_acl, op)
  select x.t, x.i, x.n, x.u, x.acl, p.acl, 'a' from ${partitionOf(t)} x
    join lateral (select max(p.acl) as acl from unnest($1::int[], $2::int[], $3::int[]) as p (term, acl, restricted)
      where p.term = any(x.terms) and (p.acl <> x.acl
        or exists (select from item_level l where l.t = x.t and l.i = x.i and l.acl <> p.restricted))) p on p.acl is not null
  where x.terms && $1::int[]`;

/** Everything below the root is moved, unless its readers changed again meanwhile. */
export const removePendingReaders = async (tx: Transaction, root: ItemId, seq: number): Promise<void> => {
  for (const { t, terms, acls, restricted } of await tx.query<RemovedRow>(REMOVE, [root, seq]))
    await tx.query(outboxRows(t), [terms, acls, restricted]);
};
