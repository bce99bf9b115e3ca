// Counts related items as a read filter may see them. Counts are computed when an item is read and never stored, so that they reveal no
// hidden items. Called by readItems.

import type { ItemId, Json, OwnItem } from 'src/model/item/Item.ts';
import { idsAtPaths } from 'src/server/store/readers/hiddenRelations.ts';
import { aclOf, readable } from 'src/server/store/readers/readCondition.ts';
import type { PlannedCount, TypeKey } from 'src/server/store/itemPlan.ts';
import { partitionOf } from 'src/server/store/partitions.ts';
import type { ReadView } from 'src/server/store/readLabels.ts';

type Counts = ReadonlyMap<ItemId, number>;

const countNaming = async (
  { db, readFilter }: ReadView,
  { number }: TypeKey,
  { path, ids }: { readonly path: string; readonly ids: readonly ItemId[] },
): Promise<Counts> => {
  const text = `select named.val as id, count(*)::int as count from term named
    join ${partitionOf(number)} x on x.terms && array[named.id]
    where named.prop = $2 and named.val = any($3::text[]) and ${readable(aclOf('x'), '$1')} group by named.val`;
  const rows = await db.query<{ id: ItemId; count: number }>(
    text,
    [readFilter.mask, path, ids],
    `item.counts.${number}`,
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
};

/** Counts items that name one of the ids themselves, or whose related items name it. Each item counts once. */
const countNamingThrough = async (
  { db, readFilter }: ReadView,
  { number }: TypeKey,
  {
    path,
    ids,
    through,
  }: { readonly path: string; readonly ids: readonly ItemId[] } & Required<Pick<PlannedCount, 'through'>>,
): Promise<Counts> => {
  const named = `named.prop = $2 and named.val = any($3::text[])`;
  const related = through.types.map(
    (type) => `union select named.val, x.i from term named
      join ${partitionOf(type.number)} a on a.terms && array[named.id]
      join term link on link.prop = $4 and link.val = '${type.name}-' || a.i
      join ${partitionOf(number)} x on x.terms && array[link.id]
      where ${named} and ${readable(aclOf('a'), '$1')} and ${readable(aclOf('x'), '$1')}`,
  );
  const text = `select id, count(*)::int as count from (
      select named.val as id, x.i from term named join ${partitionOf(number)} x on x.terms && array[named.id]
      where ${named} and ${readable(aclOf('x'), '$1')} ${related.join(' ')}
    ) found group by id`;
  const rows = await db.query<{ id: ItemId; count: number }>(text, [readFilter.mask, path, ids, through.path]);
  return new Map(rows.map(({ id, count }) => [id, count]));
};

const countsOfItems = (
  readView: ReadView,
  { by, path, through }: PlannedCount,
  ids: readonly ItemId[],
): Promise<Counts> | undefined => {
  if (!by) return undefined;
  return through ? countNamingThrough(readView, by, { path, ids, through }) : countNaming(readView, by, { path, ids });
};

/** Counts the values of a relation after hidden ones were removed. */
export const countNamed = (item: Readonly<Record<string, Json>>, { path }: Pick<PlannedCount, 'path'>): number =>
  new Set(idsAtPaths(item, [path])).size;

/** Adds counts to items whose hidden relations have been removed. */
export const withCounts = async (readView: ReadView, items: OwnItem[]): Promise<OwnItem[]> => {
  const { plans, properties } = readView;
  for (const name of new Set(items.map(({ _t }) => _t))) {
    const counts = plans.get(name)?.counts.filter((count) => properties?.has(count.name) ?? true) ?? [];
    if (counts.length === 0) continue;
    const own = items.filter(({ _t }) => _t === name);
    const ids = own.map(({ $id }) => $id);
    for (const count of counts) {
      const found = await countsOfItems(readView, count, ids);
      for (const item of own)
        item[count.name] = found
          ? (found.get(item.$id) ?? 0)
          : countNamed(item as Readonly<Record<string, Json>>, count);
    }
  }
  return items;
};
