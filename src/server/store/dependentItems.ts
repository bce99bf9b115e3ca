// Reverse look-ups by relation terms: who refers to an item. For readers that follow another item, and for what a removal
// must do to those that point at what is gone. Ungated: both happen inside of a write.

import type { ItemId } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { dependentsOf } from 'src/server/access/read/accessPaths.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { partitionOf } from 'src/server/store/partitions.ts';
import type { StoreContext } from 'src/server/store/storeContext.ts';

const TERMS = 'select id, prop from term where val = $1 and prop = any($2::text[])';

interface TermRow {
  readonly id: number;
  readonly prop: string;
}

/** Numbers of items of a type that hold any of the terms, in the item itself or in a part that stands apart. */
const holdersOf = async (db: Queryable, t: number, terms: readonly number[]): Promise<number[]> => {
  const text = `select i from ${partitionOf(t)} where terms && $1::int[] union select i from item_level where t = ${Math.trunc(t)} and terms && $1::int[] order by i`;
  return (await db.query<{ i: number }>(text, [terms], `item.holders.${t}`)).map((row) => row.i);
};

export interface Pointer {
  readonly type: string;
  readonly paths: readonly string[];
}

/** Items that hold the id at one of the paths of their type. */
export const itemsPointingAt = async (
  db: Queryable,
  parts: StoreContext,
  { id, pointers }: { id: ItemId; pointers: readonly Pointer[] },
): Promise<ItemId[]> => {
  const props = [...new Set(pointers.flatMap(({ paths }) => paths))];
  if (props.length === 0) return [];
  const terms = await db.query<TermRow>(TERMS, [id, props], 'term.pointing');
  if (terms.length === 0) return [];
  const found: ItemId[] = [];
  for (const { type, paths } of pointers) {
    const plan = parts.plans.get(type);
    const ids = terms.filter(({ prop }) => paths.includes(prop)).map((term) => term.id);
    if (!plan || ids.length === 0) continue;
    const numbers = await holdersOf(db, plan.type.number, ids);
    found.push(...numbers.map((number) => itemId(type, number)));
  }
  return found;
};

/** Items that take their readers from this one. */
export const dependentItems = (db: Queryable, parts: StoreContext, stored: StoredItem): Promise<ItemId[]> => {
  const pointers = dependentsOf(parts.registry, stored.type).map(({ type, rel }) => ({
    type: type.name,
    paths: [rel],
  }));
  return itemsPointingAt(db, parts, { id: stored.id, pointers });
};
