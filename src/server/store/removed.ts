// Removed items while their deletion can be undone: written in the transaction of the deletion, read and restored unfiltered.
// rules/restoreItem.ts decides who may see or undo it.

import { DAY_MS } from 'src/base/dayMs.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { DEFAULT_LIMITS } from 'src/server/limits.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { StoredItem, WriteMetadata } from 'src/server/store/itemStorage.ts';
import type { StoreContext } from 'src/server/store/storeContext.ts';

type KeptOfItem = Pick<StoredItem, 'id' | 'type' | 'number' | 'n' | 'u' | 'created' | 'creator' | 'properties'>;

export interface KeptItem extends KeptOfItem {
  /** Number of the schema by which its row was stored. */
  readonly schema: number;
}

/** Properties of another item before and after its references to removed items were emptied. */
export interface Emptied {
  readonly id: ItemId;
  /** Number of the schema of these properties. */
  readonly schema: number;
  readonly before: Values;
  readonly after: Values;
}

/** A deletion, identified by the deleted item, with its readers, owners and stored label at that time. */
export interface Removed {
  readonly root: ItemId;
  readonly at: Date;
  readonly until: Date;
  readonly by: ItemId;
  readonly acl: number;
  readonly owners: readonly string[];
  readonly label: string;
  /** The deleted item as it was. */
  readonly item: KeptItem;
}

export interface RemovedItems extends Removed {
  /** The root first, then the items that were removed with it. */
  readonly items: readonly KeptItem[];
  readonly emptied: readonly Emptied[];
  readonly grants: Json;
}

const GRANTS_OF = `(select coalesce(jsonb_agg(to_jsonb(g)), '[]') from item_grant g
  where (g.t, g.i) in (select * from unnest($10::smallint[], $11::int[])))`;
const WITH_SCHEMAS = `(select jsonb_agg(kept || jsonb_build_object('schema', x.schema) order by at)
  from jsonb_array_elements($8::jsonb) with ordinality k (kept, at)
    join unnest($10::smallint[], $11::int[]) with ordinality a (t, i, at) using (at) join item x on x.t = a.t and x.i = a.i)`;
const KEEP_REMOVED_SQL = `insert into removed (root, at, until, by, acl, owners, label, items, emptied, grants)
  values ($1, $2, $3, $4, $5, $6::text[], $7, ${WITH_SCHEMAS}, $9::jsonb, ${GRANTS_OF})`;

const keptItem = ({ id, type, number, n, u, created, creator, properties }: StoredItem): KeptOfItem => ({
  ...{ id, type, number, n, u },
  ...{ created, creator, properties },
});

/** Called before the rows are deleted, because grants are deleted with them. */
export const keepRemoved = async (
  db: Queryable,
  { plans, undoDays = DEFAULT_LIMITS.undoDays }: StoreContext,
  {
    items: [root, ...below],
    emptied,
    metadata: { at, by },
  }: {
    readonly items: readonly [StoredItem, ...StoredItem[]];
    readonly emptied: readonly Emptied[];
    readonly metadata: WriteMetadata;
  },
): Promise<void> => {
  const items = [root, ...below];
  await db.query(KEEP_REMOVED_SQL, [
    ...[root.id, at, new Date(at.getTime() + undoDays * DAY_MS), by, root.acl, root.owners, root.label],
    ...[JSON.stringify(items.map(keptItem)), JSON.stringify(emptied)],
    ...[items.map(({ type }) => plans.get(type)?.type.number ?? 0), items.map(({ number }) => number)],
  ]);
};

const KEEP_MANY_SQL = `insert into removed (root, at, until, by, acl, owners, label, items, emptied, grants)
  select r.kept->>'id', $2::timestamptz, $3::timestamptz, $4, r.acl, r.owners, r.label,
    jsonb_build_array(r.kept || jsonb_build_object('schema', x.schema)), '[]'::jsonb,
    (select coalesce(jsonb_agg(to_jsonb(g)), '[]') from item_grant g where g.t = r.t and g.i = r.i)
  from json_to_recordset($1::json) as r (t smallint, i int, acl int, owners text[], label text, kept jsonb)
    join item x on x.t = r.t and x.i = r.i`;

/** Same as keepRemoved for many items, each of which is removed by itself. */
export const keepManyRemoved = async (
  db: Queryable,
  { plans, undoDays = DEFAULT_LIMITS.undoDays }: StoreContext,
  { items, metadata: { at, by } }: { readonly items: readonly StoredItem[]; readonly metadata: WriteMetadata },
): Promise<void> => {
  const rows = items.map((item) => {
    const { type, number: i, acl, owners, label } = item;
    return { t: plans.get(type)?.type.number ?? 0, i, acl, owners, label, kept: keptItem(item) };
  });
  const until = new Date(at.getTime() + undoDays * DAY_MS);
  await db.query(KEEP_MANY_SQL, [JSON.stringify(rows), at, until, by], 'removed.many');
};

const DELETION_COLUMNS = 'root, at, until, by, acl, owners, label, items->0 as item';

/** Takes a deletion once. A second caller finds none, unless the first transaction fails. */
export const takeRemoved = async (db: Queryable, root: ItemId, now: Date): Promise<RemovedItems | undefined> =>
  (
    await db.query<RemovedItems>(
      `delete from removed where root = $1 and until > $2 returning ${DELETION_COLUMNS}, items, emptied, grants`,
      [root, now],
    )
  )[0];

/** Returns the deletion of an item while it can be undone. */
export const findRemoved = async (db: Queryable, root: ItemId, now: Date): Promise<Removed | undefined> =>
  (await db.query<Removed>(`select ${DELETION_COLUMNS} from removed where root = $1 and until > $2`, [root, now]))[0];

/** Returns deletions, newest first, by a person or of given owners; undefined owners mean all. */
export const listRemoved = (
  db: Queryable,
  { by, owners, now, max }: { by: ItemId; owners: readonly string[] | undefined; now: Date; max: number },
): Promise<Removed[]> =>
  db.query<Removed>(
    `select ${DELETION_COLUMNS} from removed where until > $1 and ($3::text[] is null or by = $2 or owners && $3::text[])
     order by at desc, root limit $4`,
    [now, by, owners ?? null, max],
  );

/** Restores grants. It names each column, because their order in the table changes with later columns. */
export const putGrants = (db: Queryable, grants: Json): Promise<unknown> =>
  db.query(
    `insert into item_grant (t, i, principal, granted_by, actions, at)
      select t, i, principal, granted_by, actions, coalesce(at, now())
        from jsonb_populate_recordset(null::item_grant, $1::jsonb)`,
    [JSON.stringify(grants)],
  );

/** Returns the last readers of the items by id, without unknown ids. */
export const lastReaders = async (
  db: Queryable,
  { plans }: StoreContext,
  ids: readonly ItemId[],
): Promise<ReadonlyMap<ItemId, number>> => {
  const keys = ids.map((id) => tryParseItemId(id));
  const rows = await db.query<{ id: string; acl: number }>(
    `select a.id, h.acl from unnest($1::text[], $2::smallint[], $3::int[]) as a (id, t, i) cross join lateral
      (select acl from item_history h where h.t = a.t and h.i = a.i and h.acl is not null order by h.u desc limit 1) h`,
    [ids, keys.map((key) => plans.get(key?.type ?? '')?.type.number ?? 0), keys.map((key) => key?.number ?? 0)],
  );
  return new Map(rows.map(({ id, acl }) => [id, acl]));
};

/** Deletes what can no longer be undone. */
export const pruneRemoved = (db: Queryable): Promise<unknown> =>
  db.query('delete from removed where until < now()', []);
