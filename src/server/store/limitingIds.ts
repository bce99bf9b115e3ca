// Ids of the items that limit others, such as the consents behind a record, without a read filter and without the rest of the items.

import { isRecord } from 'src/base/isRecord.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { isItemId, itemId } from 'src/model/item/itemId.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { numbered, numberList, partitionOf } from 'src/server/store/partitions.ts';

interface Named {
  readonly type: Pick<ServerItemType, 'name' | 'number'>;
  /** Top-level relations. */
  readonly paths: readonly string[];
  readonly numbers: readonly number[];
}

const relatedIn = (body: Json): ItemId[] =>
  isRecord(body)
    ? Object.values(body)
        .flat()
        .filter((value): value is ItemId => typeof value === 'string' && isItemId(value))
    : [];

/** Returns the ids that the items of a type name at the paths. Items that name none are left out. */
export const limitingIds = async (
  db: Queryable,
  { type, paths, numbers }: Named,
): Promise<ReadonlyMap<ItemId, readonly ItemId[]>> => {
  const held = `(select jsonb_object_agg(p, x.body -> p) from unnest($2::text[]) as named (p) where x.body ? p) as held`;
  const having = (table: string): string =>
    `select x.i, ${held} from ${table} x where ${numbered(type.number, '$1')} and x.body ?| $2::text[]`;
  const rows = await db.query<{ i: number; held: Json }>(
    `${having(partitionOf(type.number))} union all ${having('item_level')}`,
    [numberList(numbers), paths],
    `item.limiting.${type.number}`,
  );
  const found = new Map<ItemId, ItemId[]>();
  for (const { i, held: body } of rows) {
    const id = itemId(type.name, i);
    found.set(id, [...(found.get(id) ?? []), ...relatedIn(body)]);
  }
  return found;
};
