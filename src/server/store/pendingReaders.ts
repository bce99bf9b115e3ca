// SQL of pending_readers: acls of items whose readers a job still has to update. There is one row per relation term by which the items are
// found, so closing a hundred thousand items takes one row. Called by moveReaders and removeItems; every read applies it, see
// readers/readCondition.ts.

import type { ItemId } from 'src/model/item/Item.ts';
import { pendingFor } from 'src/server/store/readers/readCondition.ts';
import type { Queryable, Transaction } from 'src/server/store/database.ts';
import { partitionOf } from 'src/server/store/partitions.ts';

export interface PendingReaders {
  /** Item on which the others depend. */
  readonly root: ItemId;
  readonly rows: readonly PendingRow[];
}

export interface PendingRow {
  readonly t: number;
  readonly term: number;
  readonly acl: number;
  /** Acl of restricted parts: readers of the strictest level. */
  readonly restrictedAcl: number;
  readonly level: number;
}

const ADD_PENDING_SQL = `with asked as (
    select * from unnest($2::smallint[], $3::int[], $4::int[], $5::int[], $6::smallint[], $7::text[])
      as p (t, term, acl, restricted, level, moved)),
  pending as (
    insert into pending_readers (t, term, root, acl, restricted_acl, level)
      select t, term, $1, acl, restricted, level from asked
    on conflict (t, term) do update set root = excluded.root, acl = excluded.acl, restricted_acl = excluded.restricted_acl,
      level = excluded.level, seq = default)
  insert into outbox (t, i, n, u, acl, op, moved) select t, term, 0, 0, acl, 'p', moved::int[] from asked`;

// Distinct, so that many items give few sets of readers. Their former acl may be pending, too.
const movedSql = (t: number): string => `with held as (
    select x.i, coalesce(p.acl, x.acl) as acl, p.restricted_acl from ${partitionOf(t)} x
    left join lateral (select pending.acl, pending.restricted_acl ${pendingFor('x')}) p on true where x.terms && $1::int[])
  select acl as "from", $2::int as "to" from held where acl <> $2
  union select coalesce(held.restricted_acl, l.acl), $3 from held join item_level l on l.t = ${Math.trunc(t)} and l.i = held.i
    where coalesce(held.restricted_acl, l.acl) <> $3`;

/** Returns pairs of former and present acls for each row. The first of several rows with the same present acl has them for all. */
const movedPairs = async (tx: Transaction, rows: readonly PendingRow[]): Promise<(readonly number[])[]> => {
  const alike = new Map<string, { readonly first: PendingRow; readonly terms: number[] }>();
  for (const row of rows) {
    const key = `${row.t} ${row.acl} ${row.restrictedAcl}`;
    const group = alike.get(key) ?? { first: row, terms: [] };
    group.terms.push(row.term);
    alike.set(key, group);
  }
  const found = new Map<PendingRow, readonly number[]>();
  for (const { first, terms } of alike.values()) {
    const values = [terms, first.acl, first.restrictedAcl];
    const pairs = await tx.query<{ from: number; to: number }>(movedSql(first.t), values);
    found.set(
      first,
      pairs.flatMap(({ from, to }) => [from, to]),
    );
  }
  return rows.map((row) => found.get(row) ?? []);
};

export const addPendingReaders = async (tx: Transaction, { root, rows }: PendingReaders): Promise<void> => {
  const moves = await movedPairs(tx, rows);
  await tx.query(ADD_PENDING_SQL, [
    root,
    rows.map(({ t }) => t),
    rows.map(({ term }) => term),
    rows.map(({ acl }) => acl),
    rows.map(({ restrictedAcl }) => restrictedAcl),
    rows.map(({ level }) => level),
    moves.map((pairs) => `{${pairs.join(',')}}`),
  ]);
};

/** Returns whether rows of another root, or of an earlier change, cover some of these terms. */
export const isPending = async (tx: Transaction, terms: readonly { readonly term: number }[]): Promise<boolean> => {
  const text = 'select 1 from pending_readers where term = any($1::int[]) limit 1';
  return (await tx.query(text, [terms.map(({ term }) => term)], 'pending.any')).length > 0;
};

/** Returns the number of the newest row of a root, 0 when there is none. */
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

// The newest row comes first, because it counts.
const REMOVE_PENDING_SQL = `with gone as (delete from pending_readers where root = $1 and seq <= $2 returning t, term, acl, restricted_acl, seq)
  select t, array_agg(term order by seq desc) as terms, array_agg(acl order by seq desc) as acls,
    array_agg(restricted_acl order by seq desc) as restricted from gone group by t`;

// Items with a pending acl are read by their own from now on, although they did not change.
const outboxRows = (t: number): string => `insert into outbox (t, i, n, u, acl, old_acl, op, moved)
  select x.t, x.i, x.n, x.u, x.acl, p.acl, 'a', case when p.acl <> x.acl then array[p.acl, x.acl] else '{}' end || parts.moved
  from ${partitionOf(t)} x
    join lateral (select * from unnest($1::int[], $2::int[], $3::int[]) with ordinality as p (term, acl, restricted, n)
      where p.term = any(x.terms) order by n limit 1) p on true
    join lateral (select array(select unnest(array[p.restricted, l.acl]) from item_level l
      where l.t = x.t and l.i = x.i and l.acl <> p.restricted) as moved) parts on p.acl <> x.acl or parts.moved <> '{}'
  where x.terms && $1::int[]`;

/** Removes the rows when everything below the root is updated, unless its readers changed again meanwhile. */
export const removePendingReaders = async (tx: Transaction, root: ItemId, seq: number): Promise<void> => {
  for (const { t, terms, acls, restricted } of await tx.query<RemovedRow>(REMOVE_PENDING_SQL, [root, seq]))
    await tx.query(outboxRows(t), [terms, acls, restricted]);
};
