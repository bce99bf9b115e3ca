// The job that forgets tasks whose days are over: their files, rows and items.

import { ITEMS_AT_ONCE } from 'src/server/tasks/runBulk.ts';
import type { JobHandler } from 'src/server/store/jobRows.ts';
import { overdueTasks, removeTask, sweepTasksLater } from 'src/server/store/taskRows.ts';
import type { TaskNeeds } from 'src/server/tasks/TaskNeeds.ts';
import { taskItemId } from 'src/server/store/taskItems.ts';

export const createTaskSweep =
  ({ database, items, taskResults, clock }: TaskNeeds): JobHandler =>
  async (_payload, signal) => {
    for (;;) {
      signal.throwIfAborted();
      const overdue = await overdueTasks(database, ITEMS_AT_ONCE);
      for (const task of overdue) {
        await taskResults.remove(task.key);
        await database.transaction(async (tx) => {
          const stored = await items.find(tx, taskItemId(task), true);
          if (stored) await items.remove(tx, stored, { at: clock.now(), by: task.userId, actor: undefined });
          await removeTask(tx, task.key);
        });
      }
      if (overdue.length < ITEMS_AT_ONCE) break;
    }
    await sweepTasksLater(database);
  };
