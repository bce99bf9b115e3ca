// The Task item of a task, which its person sees. It is created with the task, written by the process that runs or ends it, and sent to all
// sockets of the person by the change feed (watch/watches.ts). It contains nothing of the items of the task.

import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { TaskState } from 'src/model/generated/wire.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import type { Clock } from 'src/base/clock.ts';
import type { Queryable, Transaction } from 'src/server/store/database.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';
import { taskNumbersOf, type Progress, type TaskRow } from 'src/server/store/taskRows.ts';

/** Maximum number of tasks shown: running ones, then the newest others. */
const MAX_SHOWN_TASKS = 50;

export type TaskEnding = 'DONE' | 'STOPPED' | 'FAILED';

const ENDED_STATES: readonly unknown[] = ['DONE', 'STOPPED', 'FAILED'] satisfies readonly TaskEnding[];

export const isOver = ({ properties }: StoredItem): boolean => ENDED_STATES.includes(properties['state']);

export const taskItemId = ({ i }: Pick<TaskRow, 'i'>): ItemId => itemId(SYSTEM_TYPES.task, i);

const valueOrNull = <T>(value: Json | undefined): T | null => (value ?? null) as T | null;

/** Converts the item to its form on the wire. */
export const taskStateOf = ({ properties: of, created }: StoredItem): TaskState => ({
  key: String(of['key']),
  asyncKey: valueOrNull(of['asyncKey']),
  started: String(of['started'] ?? created),
  percentageComplete: valueOrNull(of['percentageComplete']),
  resultURI: valueOrNull(of['resultURI']),
  errorKey: valueOrNull(of['errorKey']),
  keyAction: String(of['keyAction'] ?? ''),
  keyItem: valueOrNull(of['keyItem']),
  ...(Object.fromEntries(
    ['state', 'done', 'total', 'remaining', 'counts', 'undoable'].flatMap((name) =>
      of[name] === undefined ? [] : [[name, of[name]]],
    ),
  ) as Partial<TaskState>),
});

export const progressValues = ({ done, total, counts }: Progress): Record<string, Json> => ({
  done,
  total,
  percentageComplete: total === 0 ? 100 : Math.min(100, Math.round((done / total) * 1000) / 10),
  ...(counts && { counts: { ...counts } }),
});

/** Returns the values of the item after the end of the task. */
export const endedValues = (
  { undoable, progress }: Pick<TaskRow, 'undoable' | 'progress'>,
  { ending, errorKey }: { readonly ending: TaskEnding; readonly errorKey?: string | undefined },
): Record<string, Json> => ({
  ...(progress ? progressValues(progress) : {}),
  ...(ending === 'DONE' && { percentageComplete: 100 }),
  ...{ state: ending, remaining: null, errorKey: errorKey ?? null },
  ...(undoable && (progress?.counts?.changed ?? 0) > 0 && { undoable: true }),
});

interface WrittenTask extends Pick<TaskRow, 'i' | 'userId'> {
  /** Administrator who writes as the person. */
  readonly actor: ItemId | null | undefined;
}

/** Does nothing when the person has deleted the item. */
export const writeTaskItem = async (
  tx: Transaction,
  { items, clock }: { readonly items: ItemStorage; readonly clock: Clock },
  { task, values }: { readonly task: WrittenTask; readonly values: Values },
): Promise<void> => {
  const stored = await items.find(tx, taskItemId(task), true);
  if (stored)
    await items.write(tx, stored, values, { at: clock.now(), by: task.userId, actor: task.actor ?? undefined });
};

/** Returns the tasks of users: running ones, then others, newest first. */
export const tasksOf = async (
  db: Queryable,
  items: Pick<ItemStorage, 'findMany'>,
  userIds: readonly ItemId[],
): Promise<ReadonlyMap<ItemId, readonly TaskState[]>> => {
  const rows = await taskNumbersOf(db, userIds, MAX_SHOWN_TASKS);
  const found = new Map(
    (rows.length === 0 ? [] : await items.findMany(db, rows.map(taskItemId))).map((each) => [each.id, each]),
  );
  const tasks = new Map<ItemId, TaskState[]>();
  for (const row of rows) {
    const stored = found.get(taskItemId(row));
    if (stored) tasks.set(row.userId, [...(tasks.get(row.userId) ?? []), taskStateOf(stored)]);
  }
  return tasks;
};
