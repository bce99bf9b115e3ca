// Deletes an item for a caller, with every check. Called by the operation `delete` and by actions that delete items.

import type { ItemId, Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { refuseActingOn } from 'src/server/access/actions/refuseActing.ts';
import type { RuleWriting } from 'src/server/rules/RuleNeeds.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';

/** Answers with the item as it was. `u`: the version that the caller has seen. Throws `notFound`, `notAllowed`, `conflict` or `inUse`. */
export const deleteItem = async (context: RuleWriting, id: ItemId, u: number): Promise<StoredItem> => {
  const { services, readFilter, tx } = context;
  const metadata = writeMetadataOf(context);
  const stored = await services.access.visible(tx, readFilter, id, true);
  if (!(await services.access.can(tx, readFilter, stored, 'delete')))
    throw await services.access.refusal(tx, readFilter, stored, 'delete');
  refuseActingOn(stored.type, context.subject);
  if (u !== stored.u)
    throw problem('conflict', { current: (await services.items.view(tx, readFilter, stored, 'delete')) as Json });
  for (const { removing } of services.followers) await removing?.(context, stored);
  await services.items.remove(tx, stored, metadata);
  if (!context.many) await services.events.writeOfDeletion(tx, stored, metadata);
  return stored;
};
