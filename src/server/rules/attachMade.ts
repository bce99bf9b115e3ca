// Attaches files that the server made to an item, in the transaction that writes the item. Their readers are those of the item.

import type { ItemId } from 'src/model/item/Item.ts';
import { SYSTEM_USER } from 'src/model/item/itemId.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { RuleWriting } from 'src/server/rules/RuleNeeds.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import { holdFile } from 'src/server/store/fileNames.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

export interface MadeFile {
  /** Name of the stored bytes. */
  readonly fileID: string;
  readonly size: number;
  readonly name: string;
  /** Media type. */
  readonly type: string;
  /** Sets it apart in lists of files. */
  readonly category?: string;
}

/** Returns the file of an attachment, so that another item can have it too. Undefined while its bytes are missing. */
export const madeFileOf = ({ properties }: Pick<StoredItem, 'properties'>): MadeFile | undefined => {
  const { originalName, filetype, fileID, size } = properties;
  if (typeof fileID !== 'string') return undefined;
  return { fileID, size: Number(size ?? 0), name: String(originalName ?? ''), type: String(filetype ?? '') };
};

/**
 * Creates attachments of files that the server made, and returns their ids in the order of the files. The server is their creator, so that
 * no user has a creator's right to delete them. The caller writes the property of the item.
 */
export const attachMade = async (
  context: RuleWriting,
  item: Pick<StoredItem, 'id' | 'type'>,
  { property, files }: { readonly property: string; readonly files: readonly MadeFile[] },
): Promise<ItemId[]> => {
  const { services, tx } = context;
  const ids: ItemId[] = [];
  for (const [relIndex, { name, type, category, fileID, size }] of files.entries()) {
    await holdFile(tx, fileID);
    const values = { originalName: name, filetype: type, fileID, size, ...(category !== undefined && { category }) };
    const place = { rel: item.id, relType: item.type, relProp: property, relIndex };
    const { id } = await services.items.insert(
      tx,
      SYSTEM_TYPES.file,
      { ...values, ...place },
      { ...writeMetadataOf(context), by: SYSTEM_USER },
    );
    ids.push(id);
  }
  return ids;
};
