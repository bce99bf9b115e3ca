// Finds items of a type by several relations at once in the database, because within a write the search columns do not contain recent items
// yet. Unfiltered: the result is not shown.

import type { ItemId } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { relationsOf } from 'src/model/schema/paths.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { partitionOf } from 'src/server/store/partitions.ts';

/**
 * Returns items, oldest first. `named` is the item or key at each path, which must be a filter or facet of the type. `created` restricts
 * the result to this instant.
 */
export const itemsNaming = async (
  db: Queryable,
  type: ServerItemType,
  named: Readonly<Record<string, string>>,
  created?: string,
): Promise<readonly ItemId[]> => {
  const pairs = Object.entries(named);
  const conditions = pairs.map(
    (_, index) =>
      `x.terms && array(select id from term where prop = $${2 * index + 1} and val = $${2 * index + 2})::int[]`,
  );
  if (created !== undefined) conditions.push(`x.created = $${2 * pairs.length + 1}::timestamptz`);
  const text = `select x.i from ${partitionOf(type.number)} x where ${conditions.join(' and ')} order by x.i`;
  const values = [...pairs.flat(), ...(created === undefined ? [] : [created])];
  const rows = await db.query<{ i: number }>(
    text,
    values,
    `items.naming.${conditions.length}.${values.length}.${type.number}`,
  );
  return rows.map(({ i }) => itemId(type.name, i));
};

/** Returns whether an item names this one in a relation that people set. Items of the engine, such as tasks and events, do not count. */
export const isNamed = async (tx: Queryable, { types }: ServerRegistry, id: ItemId): Promise<boolean> => {
  if (tx.batch?.unnamed.has(id) === true) return false;
  // Property names can belong to people in one type and to the engine in another.
  const set = Object.values(types).flatMap(({ number, properties }) =>
    relationsOf(properties).flatMap(({ path, property }) => (property.readOnly ? [] : [{ number, path }])),
  );
  const named = (table: string): string =>
    `select 1 from term join ${table} x on x.terms && array[term.id]
     join unnest($2::int[], $3::text[]) as by (t, prop) on by.t = x.t and by.prop = term.prop where term.prop = any($3) and term.val = $1`;
  const text = `${named('item')} union all ${named('item_level')} limit 1`;
  const values = [id, set.map(({ number }) => number), set.map(({ path }) => path)];
  return (await tx.query(text, values, 'items.isNamed')).length > 0;
};
