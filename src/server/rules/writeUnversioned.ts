// Writes values that the server stores in an item without a version: the version number and the time of the last change stay, and no
// history is written, so that readers who may not see these values cannot notice a change. Readers who may see them receive the change. It
// cannot conflict with a user's save, because these properties are read-only. The item must be locked.

import type { Values } from 'src/model/item/Item.ts';
import { applyChanges } from 'src/model/item/diffItem.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Transaction } from 'src/server/store/database.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';

interface Parts {
  readonly registry: ServerRegistry;
  readonly items: Pick<ItemStorage, 'reindex'>;
}

/** Accepts only properties with `x-unversioned`, because pages that missed a change must know that the version number does not show it. */
export const writeUnversioned = async (
  { registry, items }: Parts,
  tx: Transaction,
  { stored, changes }: { readonly stored: StoredItem; readonly changes: Values },
): Promise<StoredItem> => {
  const { properties = {} } = registry.types[stored.type] ?? {};
  const versioned = Object.keys(changes).filter((name) => properties[name]?.unversioned !== true);
  if (versioned.length > 0) throw new Error(`${versioned.join()} of ${stored.type} is not declared as x-unversioned`);
  const next: StoredItem = { ...stored, properties: applyChanges(stored.properties, changes) };
  await items.reindex(tx, stored.type, { items: [next], changed: Object.keys(changes) });
  return next;
};
