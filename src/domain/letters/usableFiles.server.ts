// Files that the caller may put into a letter.

import { isItemId } from 'src/model/item/itemId.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { Context, StoredItem } from 'src/server/extend.ts';

/** Returns the files among the ids whose bytes the caller may have, without those in the trash. */
export const usableFiles = async (
  { services, db, readFilter }: Context,
  ids: readonly (Json | undefined)[],
): Promise<ReadonlyMap<string, StoredItem>> => {
  const named = ids.filter(isItemId);
  const withheld = await services.items.withheldFiles(db, readFilter, named);
  const found = (await services.items.findMany(db, named)).filter(
    ({ id, acl, properties }) => properties['trashed'] !== true && readFilter.canRead(acl) && !withheld.has(id),
  );
  return new Map(found.map((file) => [file.id, file]));
};
