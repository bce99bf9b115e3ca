// Starts a task for `act/{action}/async`: the task, its item and its job are added in one transaction. Stops, ends and forgets tasks.

import { randomUUID } from 'node:crypto';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { ItemId, Values } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import type { Context, WritingContext } from 'src/server/context.ts';
import { hiddenProblem } from 'src/server/access/hiddenProblem.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import {
  addTask,
  askToStop,
  endTask,
  lockTask,
  noteProgress,
  removeTask,
  RUN_TASK,
  TASK_CHANNEL,
  type TaskRow,
} from 'src/server/store/taskRows.ts';
import type { TaskNeeds, TaskWriting } from 'src/server/tasks/TaskNeeds.ts';
import type { TaskAction, TaskStart } from 'src/server/TaskHandler.ts';
import { endedValues, progressValues, taskItemId, taskStateOf, writeTaskItem } from 'src/server/store/taskItems.ts';
import { endImport } from 'src/server/tasks/endImport.ts';
import { offerUndoAgain } from 'src/server/tasks/undoAgain.ts';
import { frameOfTask } from 'src/server/watch/pushFrames.ts';

/** Seconds after which one of many may be over. */
const TASK_RETRY_S = 10;

const signedInUser = (context: Context<unknown>): ItemId => {
  const { userId } = context.subject;
  if (userId === undefined) throw problem('notSignedIn');
  return userId;
};

interface NamedTask {
  readonly name: string;
  /** Key by which the caller knows the task. */
  readonly asyncKey: string | undefined;
  readonly target: ItemId;
  readonly input: Values;
}

interface StartingTask<Needs> extends NamedTask {
  readonly undoable: boolean;
  readonly start: TaskStart<Needs> | undefined;
}

/** Adds the task and its job. Returns the key. Throws `rateLimited` when the person has too many tasks that are not over. */
const addNamedTask = async <Needs extends TaskNeeds>(
  context: WritingContext<Needs>,
  { name, asyncKey, target, input, undoable, start }: StartingTask<Needs>,
): Promise<string> => {
  const { services, subject, tx } = context;
  const userId = signedInUser(context);
  const key = randomUUID();
  const metadata = writeMetadataOf(context);
  const stored = await services.items.insert(
    tx,
    SYSTEM_TYPES.task,
    {
      ...{ key, user: userId, keyAction: name, started: metadata.at.toISOString() },
      ...{ state: 'WAITING', percentageComplete: 0 },
      ...(target !== '' && { keyItem: target }),
      ...(asyncKey !== undefined && { asyncKey }),
    },
    metadata,
  );
  const task = {
    key,
    i: stored.number,
    userId,
    actor: subject.actingAdminId,
    session: subject.actingAdminId === undefined ? undefined : subject.sessionId,
    admin: subject.admin,
    action: name,
    asyncKey,
    target,
    input,
    undoable,
  };
  if (!(await addTask(tx, task, services.limits.tasksPerUser)))
    throw problem('rateLimited', { retryAfter: TASK_RETRY_S });
  const progress = await start?.(context, key);
  if (progress) await noteProgress(tx, key, progress);
  if (progress) await writeTaskItem(tx, services, { task, values: progressValues(progress) });
  await tx.addJob(RUN_TASK, { key }, `${RUN_TASK} ${key}`);
  return key;
};

/** Prepares a task outside of a transaction. Returns the rest, which adds it in one and returns its key. */
export const prepareTask = async <Needs extends TaskNeeds>(
  context: Context<Needs>,
  { begin, undoable = false }: Pick<TaskAction<Needs>, 'begin' | 'undoable'>,
  task: NamedTask,
): Promise<(context: WritingContext<Needs>) => Promise<string>> => {
  const start = await begin?.(context, task);
  return (writing) => addNamedTask(writing, { ...task, undoable, start });
};

const wakeRunners = (context: TaskWriting): void =>
  context.tx.afterCommit(() => context.services.database.notify(TASK_CHANNEL));

/** Throws `notAllowed` when an administrator acts as the person and did not begin the task. */
const refuseForeign = ({ subject }: Context<unknown>, { actor }: Pick<TaskRow, 'actor'>): void => {
  if (subject.actingAdminId !== undefined && subject.actingAdminId !== actor) throw problem('notAllowed');
};

/**
 * Asks the caller's tasks of an action to stop after their present batch: all, or those of a key or of the caller's own name for them. An
 * administrator who acts as the person stops only the tasks that they began.
 */
export const stopTasks = async (context: TaskWriting, action: string, key: string | undefined): Promise<void> => {
  const userId = signedInUser(context);
  const stopped = await askToStop(context.tx, { userId, action, key, actor: context.subject.actingAdminId });
  if (key !== undefined && stopped === 0) {
    const task = await lockTask(context.tx, userId, key);
    if (!task) throw hiddenProblem(context);
    refuseForeign(context, task);
  }
  wakeRunners(context);
};

/** Ends a task at once: the process that runs it can write nothing more for it. Completed work stays. */
export const killTask = async (context: TaskWriting, key: string): Promise<void> => {
  const task = await lockTask(context.tx, signedInUser(context), key);
  if (!task) throw hiddenProblem(context);
  refuseForeign(context, task);
  if (task.ended) return;
  await endTask(context.tx, key, { stop: 'kill' });
  const values = endedValues(task, { ending: 'STOPPED', errorKey: 'tasks.killed' });
  // The caller ends the task, also one that an administrator has started in their name.
  const killed = { ...task, actor: context.subject.actingAdminId ?? null };
  await writeTaskItem(context.tx, context.services, { task: killed, values });
  await offerUndoAgain(context.tx, context.services, killed);
  await endImport(context.tx, context.services, { task: killed, ending: 'STOPPED' });
  wakeRunners(context);
};

/** Forgets one that is over, with its result. */
export const dismissTask = async (context: TaskWriting, key: string): Promise<void> => {
  const { services, tx } = context;
  const task = await lockTask(tx, signedInUser(context), key);
  if (!task) throw hiddenProblem(context);
  if (!task.ended) throw problem('notAllowed');
  refuseForeign(context, task);
  await removeTask(tx, key);
  const stored = await services.items.find(tx, taskItemId(task), true);
  if (stored) await services.items.remove(tx, stored, writeMetadataOf(context));
  tx.afterCommit(() => services.taskResults.remove(key));
};

/** Sends the progress to the socket that asks. */
export const pushTask = async (context: TaskWriting, key: string): Promise<void> => {
  const { services, receiver } = context;
  const task = await lockTask(context.tx, signedInUser(context), key);
  const stored = task && (await services.items.find(context.db, taskItemId(task)));
  if (!stored) throw hiddenProblem(context);
  receiver?.send(frameOfTask(taskStateOf(stored), false));
};
