// Addresses of the system that a site came from. Written by imports, asked by getLegacyPath.

import type { ItemId } from 'src/model/item/Item.ts';
import type { Queryable } from 'src/server/store/database.ts';

/** One spelling per address: no slash around it, case as given. */
const plain = (alias: string): string => alias.trim().replace(/^\/+|\/+$/g, '');

export const legacyPath = async (db: Queryable, alias: string): Promise<ItemId | undefined> => {
  const [row] = await db.query<{ id: ItemId }>(
    'select item_id as id from legacy_path where alias = $1',
    [plain(alias)],
    'legacy.path',
  );
  return row?.id;
};
