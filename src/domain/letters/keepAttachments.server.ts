// Fixes the files of a letter and of its annexes when it is approved. A file of the owner cannot change while the letter is fixed. A file
// of another owner can, so the letter gets a copy of it, and of the files of annexes.

import { deepEqual } from 'src/base/deepEqual.ts';
import { ANNEX_FILES, approvedAnnexes } from 'src/domain/letters/annexes.server.ts';
import type { Json } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { invalid } from 'src/model/problems.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import { usableFiles } from 'src/domain/letters/usableFiles.server.ts';
import {
  attachMade,
  haveOneOwner,
  madeFileOf,
  type RunEffect,
  type StoredItem,
  type WritingContext,
  removeItem,
  writeItem,
} from 'src/server/extend.ts';

const ATTACHMENTS = 'attachments';

const copyOf = async (context: WritingContext, letter: StoredItem, file: StoredItem): Promise<string | undefined> => {
  const made = madeFileOf(file);
  const [id] = made ? await attachMade(context, letter, { property: ATTACHMENTS, files: [made] }) : [];
  return id;
};

interface KeptAnnexes {
  readonly copies: Json;
  readonly annexed: Json;
}

/** Returns copies of the files of the annexes, which were found to be those of the answer, and the annexes with the names of their files. */
const copyAnnexFiles = async (context: WritingContext, letter: StoredItem): Promise<KeptAnnexes> => {
  const { files: found, annexed } = await approvedAnnexes(context, letter.properties);
  const files = found.flatMap((file) => madeFileOf(file) ?? []);
  const ids = await attachMade(context, letter, { property: ANNEX_FILES, files });
  return { copies: ids.length === 0 ? null : ids, annexed };
};

/** Returns the attachments, with copies in place of those of other owners. */
const keptOf = async (context: WritingContext, letter: StoredItem): Promise<string[]> => {
  const named = valuesAt(letter.properties, ATTACHMENTS);
  const found = await usableFiles(context, named);
  const kept: string[] = [];
  for (const id of named.map(String)) {
    const file = found.get(id);
    if (!file) throw invalid([{ path: `/${ATTACHMENTS}`, message: 'errors.letter.attachmentGone' }]);
    kept.push((haveOneOwner(file, letter) ? undefined : await copyOf(context, letter, file)) ?? id);
  }
  return kept;
};

/** Refuses if the approver cannot read an attachment, or it has been deleted. */
export const keepAttachments: RunEffect = async (context, { item: letter }) => {
  const { services, tx } = context;
  const before = await services.items.findMany(tx, valuesAt(letter.properties, ANNEX_FILES).filter(isItemId));
  const kept = await keptOf(context, letter);
  const { copies, annexed } = await copyAnnexFiles(context, letter);
  const isChanged = kept.some((id, at) => id !== valuesAt(letter.properties, ATTACHMENTS)[at]);
  const changes = {
    ...(isChanged && { [ATTACHMENTS]: kept }),
    ...((copies || before.length > 0) && { [ANNEX_FILES]: copies }),
    ...(!deepEqual(annexed, letter.properties['annexed'] ?? null) && { annexed }),
  };
  if (Object.keys(changes).length === 0) return;
  await writeItem(context, letter, { changes });
  for (const file of before) await removeItem(context, file);
};
