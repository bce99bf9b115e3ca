// Finds the single owner of a kind on the site. Called by schemaMigration/chooseOwner.

import type { ItemId } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { partitionOf } from 'src/server/store/partitions.ts';

type Only = Readonly<Record<string, readonly string[]>>;

/** Returns the owner that has one of the values at each path, or undefined if there is none or more than one. */
export const soleOwner = async (db: Queryable, type: ServerItemType, only: Only): Promise<ItemId | undefined> => {
  const matches = Object.keys(only).map((_, at) => `and body->>$${2 * at + 1} = any($${2 * at + 2}::text[])`);
  const rows = await db.query<{ i: number }>(
    `select i from ${partitionOf(type.number)} where t = ${Math.trunc(type.number)} ${matches.join(' ')} limit 2`,
    Object.entries(only).flatMap(([path, values]) => [path, values]),
  );
  const [row, other] = rows;
  return row && !other ? itemId(type.name, row.i) : undefined;
};
