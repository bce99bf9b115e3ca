// Imports by the code of an area, whose files are no tables of items. They have an Import item, outcomes of rows and an undo, as imports of
// tables have.

import { invalidAt, problem } from 'src/model/problems.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { importItemValues, type NewImport } from 'src/server/imports/importItem.ts';
import type { RuleWriting } from 'src/server/rules/RuleNeeds.ts';
import { insertItem } from 'src/server/rules/serverWrites.ts';
import type { Queryable } from 'src/server/store/database.ts';
import {
  addImportRows,
  addImportRun,
  importRunOf,
  setImportCounts,
  type ImportCounts,
  type ImportRow,
} from 'src/server/store/importRows.ts';

/** Creates the Import item in the transaction that makes the task. Throws `invalid` while another import into the owner's records runs. */
export const beginAreaImport = async (
  context: RuleWriting,
  { fileID, ...started }: Omit<NewImport, 'now'> & { readonly fileID: string },
): Promise<void> => {
  const { tx, subject, services, now } = context;
  const type = services.registry.types[started.type];
  if (!type) throw problem('unknownOperation');
  const stored = await insertItem(context, SYSTEM_TYPES.import, importItemValues({ ...started, now }));
  const isFirst = await addImportRun(tx, {
    ...{ key: started.key, userId: subject.userId ?? '', import: stored.number, live: true },
    ...{ t: type.number, owner: started.owner ?? '', file: fileID },
  });
  if (!isFirst) throw invalidAt('/upload', 'import.anotherRuns');
};

/** Returns the Import item of a task. */
export const importOfTask = async (db: Queryable, key: string): Promise<ItemId> => {
  const known = await importRunOf(db, key);
  if (!known || known.import === null) throw problem('notFound');
  return itemId(SYSTEM_TYPES.import, known.import);
};

/** Keeps the outcomes of a batch, and the counts of all batches so far. */
export const keepOutcomes = async (
  { tx }: Pick<RuleWriting, 'tx'>,
  key: string,
  { rows, counts }: { readonly rows: readonly ImportRow[]; readonly counts: ImportCounts },
): Promise<void> => {
  await addImportRows(tx, key, rows);
  await setImportCounts(tx, key, counts);
};
