// Records the end of an import, or of its undo, in its Import item. Called in the transaction that ends a task, by runTask.ts and startTask.ts.

import type { Clock } from 'src/base/clock.ts';
import type { Values } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { Transaction } from 'src/server/store/database.ts';
import {
  countImportRows,
  endImportRun,
  importRunOf,
  NO_COUNTS,
  runOfImport,
  type ImportCounts,
  type ImportRun,
} from 'src/server/store/importRows.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';
import type { TaskEnding } from 'src/server/store/taskItems.ts';
import type { TaskRow } from 'src/server/store/taskRows.ts';

const UNDO_ACTION = 'undoImport';

type EndedTask = Pick<TaskRow, 'key' | 'action' | 'userId' | 'actor'>;

const endedImportValues = (counts: Partial<ImportCounts>, ending: TaskEnding): Values => {
  const { created, changed, unchanged, refused } = { ...NO_COUNTS, ...counts };
  return { state: ending, added: created, changed, unchanged, refused };
};

const numberAt = ({ properties }: StoredItem, name: string): number => Number(properties[name] ?? 0);

/** Records what the undo did in addition to earlier ones. A stopped undo can be started again for what is left. */
const undoValues = async (
  tx: Transaction,
  { key, userId }: EndedTask,
  { run, stored, ending, at }: { run: ImportRun; stored: StoredItem; ending: TaskEnding; at: string },
): Promise<Values> => {
  const { removed = 0, restored = 0 } = run.counts;
  const done = {
    removed: numberAt(stored, 'removed') + removed,
    restored: numberAt(stored, 'restored') + restored,
  };
  if (ending !== 'DONE') return { state: run.former ?? 'DONE', ...done };
  const { k = 0 } = await countImportRows(tx, key);
  return { state: 'UNDONE', undoneAt: at, undoneBy: userId, undoUntil: null, ...done, kept: k };
};

export const endImport = async (
  tx: Transaction,
  { items, clock }: { readonly items: ItemStorage; readonly clock: Clock },
  { task, ending }: { readonly task: EndedTask; readonly ending: TaskEnding },
): Promise<void> => {
  const run = await importRunOf(tx, task.key);
  if (!run) return;
  await endImportRun(tx, task.key);
  if (run.import === null) return;
  const isUndo = task.action === UNDO_ACTION;
  const stored = await items.find(tx, itemId(SYSTEM_TYPES.import, run.import), true);
  const at = clock.now();
  if (isUndo && ending === 'DONE')
    await endImportRun(tx, (await runOfImport(tx, run.import)) ?? task.key, { undone: true });
  if (!stored) return;
  const values = isUndo
    ? await undoValues(tx, task, { run, stored, ending, at: at.toISOString() })
    : { ...endedImportValues(run.counts, ending), finished: at.toISOString() };
  await items.write(tx, stored, values, { at, by: task.userId, actor: task.actor ?? undefined });
};
