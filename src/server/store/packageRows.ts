// SQL of packages of a community: numbers, grants and versions of their items. Called by packages/.

import type { ItemId, Json } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { partitionOf } from 'src/server/store/partitions.ts';

/** Makes the numbers of new items begin after these: `[type number, last number]`. */
export const reserveNumbers = async (
  db: Queryable,
  last: readonly (readonly [type: number, number: number])[],
): Promise<void> => {
  await db.query(
    `insert into counter (key, next) select key, number + 1 from unnest($1::int[], $2::int[]) as r (key, number)
     on conflict (key) do update set next = greatest(counter.next, excluded.next)`,
    [last.map(([type]) => type), last.map(([, number]) => number)],
  );
};

export interface PackedGrant {
  readonly number: number;
  /** Key of the principal, such as `user:User-5`. */
  readonly to: string;
  readonly by: string;
  readonly actions: readonly string[];
  readonly at: string;
}

/** Returns the grants on items of a type. */
export const grantsOfItems = (db: Queryable, type: number, numbers: readonly number[]): Promise<PackedGrant[]> =>
  db.query<PackedGrant>(
    `select g.i as number, p.key as "to", g.granted_by as by, g.actions, to_json(g.at) #>> '{}' as at
     from item_grant g join principal p on p.id = g.principal where g.t = $1 and g.i = any($2::int[]) order by g.i, p.key, g.granted_by`,
    [type, numbers],
  );

/** The principals of the grants must be interned, outside of the transaction: computing readers would wait for their rows otherwise. */
export const putPackedGrants = async (db: Queryable, type: number, grants: readonly PackedGrant[]): Promise<void> => {
  await db.query(
    `insert into item_grant (t, i, principal, granted_by, actions, at)
     select $1, r.number, p.id, r.by, r.actions, r.at
     from json_to_recordset($2::json) as r (number int, "to" text, by text, actions text[], at timestamptz)
     join principal p on p.key = r."to"`,
    [type, JSON.stringify(grants)],
  );
};

export interface PackedVersion {
  readonly number: number;
  readonly u: number;
  readonly at: string;
  readonly by: string;
  readonly actor: string | null;
  readonly op: string;
  readonly kind: string;
  readonly action: string | null;
  readonly diff: Json;
}

/** Returns the versions of items of a type, oldest first. */
export const versionsOfItems = (db: Queryable, type: number, numbers: readonly number[]): Promise<PackedVersion[]> =>
  db.query<PackedVersion>(
    `select i as number, u, to_json(at) #>> '{}' as at, by, actor, op, kind, action, diff
     from item_history where t = $1 and i = any($2::int[]) order by i, u`,
    [type, numbers],
  );

/** Adds the present version of items without history. Its readers are those of the item. */
export const addFirstVersions = async (db: Queryable, type: number): Promise<void> => {
  await db.query(
    `insert into item_history (t, i, u, at, by, op, kind, diff, acl, level, part_levels, part_acls)
     select x.t, x.i, x.u, x.updated, coalesce(x.updater, x.creator), 'c', 'imported', '{}', x.acl, x.level,
       coalesce(p.levels, '{}'), coalesce(p.acls, '{}')
     from ${partitionOf(type)} x left join lateral (select array_agg(l.level order by l.level) as levels,
       array_agg(l.acl order by l.level) as acls from item_level l where l.t = x.t and l.i = x.i) p on true
     where not exists (select from item_history h where h.t = x.t and h.i = x.i)`,
  );
};

/** Writes versions of items. Their readers at that time are not known, so they are shown as if they were PRIVATE. */
export const putVersions = async (db: Queryable, type: number, versions: readonly PackedVersion[]): Promise<void> => {
  await db.query(
    `insert into item_history (t, i, u, at, by, actor, op, kind, action, diff)
     select $1, r.number, r.u, r.at, r.by, r.actor, r.op, r.kind, r.action, r.diff
     from json_to_recordset($2::json) as r (number int, u int, at timestamptz, by text, actor text, op text, kind text, action text, diff jsonb)`,
    [type, JSON.stringify(versions)],
  );
};

/** Returns the numbers of all items of a type, or of those that belong to an owner or are the owner. */
export const numbersOfOwner = async (
  db: Queryable,
  type: number,
  owner: { readonly id: string; readonly number: number | undefined } | undefined,
): Promise<number[]> => {
  const rows = await db.query<{ i: number }>(
    `select i from ${partitionOf(type)} where $1::text is null or owners @> array[$1::text] or i = $2::int order by i`,
    [owner?.id ?? null, owner?.number ?? null],
  );
  return rows.map(({ i }) => i);
};

/** Returns the size of the files of an owner, or of the site. */
export const fileBytesOf = async (db: Queryable, fileType: number, owner: ItemId | undefined): Promise<number> => {
  const [row] = await db.query<{ bytes: number }>(
    `select coalesce(sum((body ->> 'size')::float8), 0) as bytes from ${partitionOf(fileType)}
     where $1::text is null or owners @> array[$1::text]`,
    [owner ?? null],
  );
  return row?.bytes ?? 0;
};

/** Returns the compressed size of the values of an owner's items, or of the site's. */
export const valueBytesOf = async (
  db: Queryable,
  { owner, history }: { readonly owner: ItemId | undefined; readonly history: boolean },
): Promise<number> => {
  const [row] = await db.query<{ bytes: number }>(
    `select (coalesce(sum(pg_column_size(x.body)), 0) + coalesce(sum(h.bytes), 0))::float8 as bytes from item x
     left join lateral (select sum(pg_column_size(diff)) as bytes from item_history where t = x.t and i = x.i) h on $2
     where $1::text is null or x.owners @> array[$1::text]`,
    [owner ?? null, history],
  );
  return row?.bytes ?? 0;
};

/** Returns the stored labels of items, which may name other items. */
export const labelsOfItems = async (
  db: Queryable,
  { types }: Pick<ServerRegistry, 'types'>,
  ids: readonly ItemId[],
): Promise<ReadonlyMap<ItemId, string>> => {
  const numbers = new Map<string, number[]>();
  for (const { type, number } of ids.flatMap((id) => tryParseItemId(id) ?? [])) {
    const some = numbers.get(type);
    if (some) some.push(number);
    else numbers.set(type, [number]);
  }
  const labels = new Map<ItemId, string>();
  for (const [name, some] of numbers) {
    const type = types[name]?.number ?? 0;
    const rows = await db.query<{ i: number; label: string }>(
      `select i, label from ${partitionOf(type)} where t = ${type} and i = any($1::int[])`,
      [some],
    );
    for (const { i, label } of rows) labels.set(itemId(name, i), label);
  }
  return labels;
};
