// Names the restricted properties of an item that a read filter hides.

import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import { restrictedLevel } from 'src/server/store/splitItem.ts';

/** Returns the names of properties of a readable item that one of the filters hides. */
export const hiddenProperties = async (
  { items, db }: { readonly items: Pick<ItemStorage, 'levelAcl'>; readonly db: Queryable },
  { properties }: ServerItemType,
  { stored, filters }: { readonly stored: StoredItem; readonly filters: readonly Pick<ReadFilter, 'canRead'>[] },
): Promise<string[]> => {
  const hidden = Object.values(properties).map(async ({ name, level }) => {
    const restricted = restrictedLevel(level, stored.level);
    if (restricted === undefined) return [];
    const acl = await items.levelAcl(stored, restricted, db);
    return filters.every(({ canRead }) => canRead(acl)) ? [] : [name];
  });
  return (await Promise.all(hidden)).flat();
};
