// Signals of user tests, stored as items of this site. No other party receives them. A site that evaluates its tests elsewhere exports the
// items.

import type { ItemId } from 'src/model/item/Item.ts';
import { insertItem, type StoredItem, type WritingContext } from 'src/server/extend.ts';

/** Signal as pages send it: of a task, if it names one, or of the whole test. */
export interface TestSignal {
  readonly testId: string;
  readonly taskId?: string;
  readonly status: 'begin' | 'done' | 'skipped';
  /** Milliseconds since the beginning of the test or task. */
  readonly duration?: number;
  readonly timestamp: string;
  readonly taskAnswer?: string;
}

const SIGNAL_TYPE = 'UserTestSignal';

export const storeTestSignal = (context: WritingContext, user: ItemId, signal: TestSignal): Promise<StoredItem> => {
  const { testId, taskId, status, duration, timestamp, taskAnswer } = signal;
  return insertItem(context, SIGNAL_TYPE, {
    label: [testId, taskId, status].filter((part) => part !== undefined).join(' '),
    ...{ user, kind: taskId === undefined ? 'TEST' : 'TASK', testId, status: status.toUpperCase() },
    timestamp: new Date(timestamp).toISOString(),
    ...(taskId !== undefined && { taskId }),
    ...(duration !== undefined && { duration }),
    ...(taskAnswer !== undefined && { taskAnswer }),
  });
};
