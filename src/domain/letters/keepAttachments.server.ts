// What is attached to a letter when it is approved is what goes out with it. A file of the owner stays as it is while the letter is fixed; one
// of somebody else is theirs to change and to delete, so the letter gets a copy of it.

import { isItemId } from 'src/model/item/itemId.ts';
import { invalid } from 'src/model/problems.ts';
import {
  attachMade,
  haveOneOwner,
  writeMetadataOf,
  type Context,
  type RunEffect,
  type StoredItem,
} from 'src/server/extend.ts';

const PROPERTY = 'attachments';

const isThere = ({ readFilter }: Context, { acl, properties }: StoredItem): boolean =>
  properties['trashed'] !== true && readFilter.canRead(acl);

const copyOf = async (
  context: Context,
  letter: StoredItem,
  { properties }: StoredItem,
): Promise<string | undefined> => {
  const { fileID, size, originalName, filetype } = properties;
  if (typeof fileID !== 'string') return undefined;
  const made = { fileID, size: Number(size ?? 0), name: String(originalName ?? ''), type: String(filetype ?? '') };
  const [id] = await attachMade(context, letter, { property: PROPERTY, files: [made] });
  return id;
};

/** Refuses where whoever approves cannot read what is attached, or it is gone. */
export const keepAttachments: RunEffect = async (context, { item: letter }) => {
  const { services, tx } = context;
  const named = letter.properties[PROPERTY];
  if (!tx || !Array.isArray(named) || named.length === 0) return;
  const found = new Map((await services.items.findMany(tx, named.filter(isItemId))).map((file) => [file.id, file]));
  const kept: string[] = [];
  for (const id of named.map(String)) {
    const file = found.get(id);
    if (!file || !isThere(context, file))
      throw invalid([{ path: `/${PROPERTY}`, message: 'errors.letter.attachmentGone' }]);
    kept.push((haveOneOwner(file, letter) ? undefined : await copyOf(context, letter, file)) ?? id);
  }
  if (kept.some((id, at) => id !== named[at]))
    await services.items.write(tx, letter, { [PROPERTY]: kept }, writeMetadataOf(context));
};
