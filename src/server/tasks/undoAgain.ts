// When a task that reverts another task is stopped, some changes remain: the other task then offers Undo again for those. Called in the
// transaction that ends a task, by runTask.ts and startTask.ts.

import type { Values } from 'src/model/item/Item.ts';
import type { Clock } from 'src/base/clock.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';
import type { Transaction } from 'src/server/store/database.ts';
import { hasChangedItems } from 'src/server/store/taskItemRows.ts';
import { lockTask, type TaskRow } from 'src/server/store/taskRows.ts';
import { writeTaskItem } from 'src/server/store/taskItems.ts';

/** The action that reverts a task, and the property of its input that names the task. */
export const UNDO = { action: 'undoMany', of: 'taskKey' } as const;

export const offerUndoAgain = async (
  tx: Transaction,
  services: { readonly items: ItemStorage; readonly clock: Clock },
  { action, input, userId, actor }: Pick<TaskRow, 'action' | 'input' | 'userId' | 'actor'>,
): Promise<void> => {
  if (action !== UNDO.action) return;
  const source = await lockTask(tx, userId, String((input as Values | null)?.[UNDO.of]));
  if (source && (await hasChangedItems(tx, source.key)))
    await writeTaskItem(tx, services, { task: { ...source, actor }, values: { undoable: true } });
};
