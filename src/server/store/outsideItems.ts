// Records that were not part of an imported package, although its records name them. No record here has their ids. Called by packages/ and
// doctor/.

import type { ItemId } from 'src/model/item/Item.ts';
import type { Queryable } from 'src/server/store/database.ts';

export interface OutsideItem {
  readonly id: ItemId;
  readonly label: string;
}

export const putOutsideItems = async (db: Queryable, outside: readonly OutsideItem[]): Promise<void> => {
  await db.query(
    `insert into outside_item (id, label) select id, label from json_to_recordset($1::json) as r (id text, label text)
     on conflict (id) do nothing`,
    [JSON.stringify(outside)],
  );
};

/** Returns the names of those of the ids that are outside, by id. */
export const outsideAmong = async (db: Queryable, ids: readonly ItemId[]): Promise<ReadonlyMap<ItemId, string>> => {
  const rows = await db.query<OutsideItem>('select id, label from outside_item where id = any($1::text[])', [ids]);
  return new Map(rows.map(({ id, label }) => [id, label]));
};
