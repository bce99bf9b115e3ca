// The Import item of an import: its values at the start, and the file that was imported.

import { DAY_MS } from 'src/base/dayMs.ts';
import type { ItemId, Values } from 'src/model/item/Item.ts';
import type { RuleWriting } from 'src/server/rules/RuleNeeds.ts';
import { attachUploads } from 'src/server/rules/attachUploads.ts';
import { UNDO_DAYS } from 'src/server/store/importRows.ts';
import { lockUploads } from 'src/server/store/uploadRows.ts';

const FILE_PROPERTY = 'file';

export interface NewImport {
  readonly kind: string;
  /** Name of the type of the records. */
  readonly type: string;
  /** Name of the file. */
  readonly name: string;
  /** Key of the task. */
  readonly key: string;
  readonly owner: ItemId | undefined;
  readonly now: Date;
}

export const importItemValues = ({ kind, type, name, key, owner, now }: NewImport): Values => ({
  ...{ label: name, kind, type, state: 'RUNNING', taskKey: key },
  ...(owner !== undefined && { owner }),
  ...{ added: 0, changed: 0, unchanged: 0, refused: 0, started: now.toISOString() },
  undoUntil: new Date(now.getTime() + UNDO_DAYS * DAY_MS).toISOString(),
});

/** Returns the file of an import as the value that `storeUploads` takes. */
export const importedFile = (upload: string): Values => ({ [FILE_PROPERTY]: [`upload:${upload}`] });

/** Attaches the file to the Import item, unless an earlier import of the same upload has it. */
export const attachImportFile = async (context: RuleWriting, via: ItemId, upload: string): Promise<void> => {
  const [known] = await lockUploads(context.tx, context.subject.userId ?? '', [upload]);
  if (known && known.attachment !== null) return;
  const stored = await context.services.items.find(context.tx, via, true);
  if (stored && stored.properties[FILE_PROPERTY] === undefined)
    await attachUploads(context, stored, importedFile(upload) as Readonly<Record<ItemId, string[]>>);
};
