// Reads the outcome of a check, an import or its undo, once the task is over.

import { useCallback } from 'react';
import { isTaskOver } from 'src/client/stores/TaskStore.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData, type Answered } from 'src/client/useServerData.ts';
import type { ImportOutcome, TaskState } from 'src/model/generated/wire.ts';

/** `after`: row of the last refused cell that is known. */
export const useOutcome = (task: TaskState, after?: number): Answered<ImportOutcome> => {
  const { connection, items } = useClient();
  const { key } = task;
  const over = isTaskOver(task);
  const ask = useCallback(async (): Promise<ImportOutcome> => {
    const outcome = await connection.send('act/importOutcome', {
      taskKey: key,
      ...(after !== undefined && { after }),
    });
    items.putLabels(outcome.labels);
    return outcome;
  }, [connection, items, key, after]);
  return useServerData(over ? { of: `${key} ${after}`, ask } : undefined);
};
