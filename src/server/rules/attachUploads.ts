// Uploads that a person names in the input of an action become files of the item that the action is about.

import type { ItemId, Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import type { RuleWriting } from 'src/server/rules/RuleNeeds.ts';
import { attachFiles } from 'src/server/rules/attachFiles.ts';
import { takeUploads } from 'src/server/rules/uploadsToAttachments.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

/** Writes the values, which may name uploads, to the item. Throws `invalid` for an upload that is not there or not the caller's. */
export const attachUploads = async (
  context: RuleWriting,
  item: StoredItem,
  values: Readonly<Record<ItemId, Json>>,
): Promise<StoredItem> => {
  const { services, tx } = context;
  const type = services.registry.types[item.type];
  if (!type) throw problem('unknownOperation');
  const taken = await takeUploads(context, type, { values });
  const stored = await services.items.write(tx, item, taken, writeMetadataOf(context), { kind: 'updated' });
  await attachFiles(context, stored, item.properties);
  return stored;
};
