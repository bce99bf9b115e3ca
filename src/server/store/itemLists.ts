// Statements over all items of a type, for checks of the whole site.

import type { ItemId } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { partitionOf } from 'src/server/store/partitions.ts';

/** Returns the next item numbers of a type. */
export const numbersAfter = async (
  db: Queryable,
  { number }: Pick<ServerItemType, 'number'>,
  { last, max }: { readonly last: number; readonly max: number },
): Promise<number[]> =>
  (
    await db.query<{ i: number }>(
      `select i from ${partitionOf(number)} where t = ${number} and i > $1 order by i limit $2`,
      [last, max],
    )
  ).map(({ i }) => i);

/** Returns those of the ids that are the id of no item. */
export const missingItems = async (
  db: Queryable,
  { types }: Pick<ServerRegistry, 'types'>,
  ids: readonly ItemId[],
): Promise<ReadonlySet<ItemId>> => {
  const missing = new Set(ids);
  const numbers = new Map<ServerItemType, number[]>();
  for (const id of missing) {
    const key = tryParseItemId(id);
    const type = key && types[key.type];
    if (type) numbers.set(type, [...(numbers.get(type) ?? []), key.number]);
  }
  for (const [{ name, number }, some] of numbers) {
    const found = await db.query<{ i: number }>(
      `select i from ${partitionOf(number)} where t = ${number} and i = any($1::int[])`,
      [some],
    );
    for (const { i } of found) missing.delete(`${name}-${i}`);
  }
  return missing;
};
