// Changes of one list of an item, such as the records of a collection.

import type { Client } from 'src/client/Client.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';

export const listIn = (item: Item, path: string): readonly Json[] => {
  const value = item[path];
  return Array.isArray(value) ? (value as readonly Json[]) : [];
};

interface ListChange {
  readonly id: ItemId;
  readonly path: string;
  readonly change: (before: readonly Json[]) => readonly Json[];
}

/** Starts from the item as it is at that moment, so that changes by others in the meantime are kept. Throws when it cannot be read. */
export const changeItemList = async (
  { items }: Pick<Client, 'items'>,
  { id, path, change }: ListChange,
): Promise<void> => {
  const loaded = await items.refresh(id);
  if (loaded.state !== 'ready') throw loaded.state === 'failed' ? loaded.problem : problem('notFound');
  const after = change(listIn(loaded.item, path));
  await items.update({ $id: id, _u: loaded.item._u, [path]: after.length > 0 ? [...after] : null });
};
