// Removing an item for a caller, with every check. For the operation `delete` and for actions that remove items.

import type { ItemId, Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import type { Context } from 'src/server/Context.ts';
import { stampOf } from 'src/server/rules/stampOf.ts';

/** `u`: the version that the caller has seen. Throws `notFound`, `notAllowed`, `conflict` or `inUse`. */
export const deleteItem = async (context: Context, id: ItemId, u: number): Promise<void> => {
  const { rooms, gate, tx } = context;
  if (!tx) throw problem('unknownOperation');
  const stamp = stampOf(context);
  const stored = await rooms.access.visible(tx, gate, id, true);
  if (!(await rooms.access.can(tx, gate, stored, 'delete')).can) throw problem('notAllowed');
  if (u !== stored.u) throw problem('conflict', { current: (await rooms.items.view(stored, gate, 'delete')) as Json });
  await rooms.items.remove(tx, stored, stamp);
};
