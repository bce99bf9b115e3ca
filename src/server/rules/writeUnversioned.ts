// What the server keeps in an item by itself, without a version: neither the counter nor the time of the last change moves and no history
// is written, so that readers who may not see these values cannot tell that they changed. Who may is sent them. Nobody's save meets
// them, since they are read-only. The item must be locked.

import type { Values } from 'src/model/item/Item.ts';
import { applyChanges } from 'src/model/item/diffItem.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Transaction } from 'src/server/store/database.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';

interface Parts {
  readonly registry: ServerRegistry;
  readonly items: Pick<ItemStorage, 'reindex'>;
}

/** Takes properties with `x-unversioned` alone: pages that missed a change know by it that the counter does not say so. */
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
