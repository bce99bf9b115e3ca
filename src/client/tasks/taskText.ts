// Progress and result of a task, in words.

import { rightOfTask } from 'src/client/tasks/endedText.ts';
import { isTaskOver } from 'src/client/stores/TaskStore.ts';
import type { Messages } from 'src/client/ui/declaredMessages.ts';
import type { TaskState } from 'src/model/generated/wire.ts';

const remainingOf = (messages: Messages, { remaining }: TaskState): string => {
  if (remaining === undefined) return '';
  const minutes = Math.round(remaining / 60);
  return ` · ${messages.format(remaining < 90 ? 'tasks.secondsLeft' : 'tasks.minutesLeft', { seconds: remaining, minutes })}`;
};

const runningText = (messages: Messages, task: TaskState): string => {
  const { state, done, total, percentageComplete } = task;
  if (state === 'WAITING') return messages.format('tasks.waiting');
  const far =
    done !== undefined && total !== undefined
      ? messages.format('bulk.progress', { handled: done, total })
      : messages.format('tasks.percent', { percent: Math.round(percentageComplete ?? 0) });
  return far + remainingOf(messages, task);
};

const overText = (messages: Messages, { state, counts, keyAction, done = 0, total = 0 }: TaskState): string => {
  if (!counts) return messages.format(`tasks.state.${state ?? 'DONE'}`);
  const values = { ...counts, right: rightOfTask(keyAction), left: total - done };
  return messages.format(state === 'DONE' ? 'bulk.done' : 'bulk.cancelled', values);
};

/** Returns the progress or the result in words. */
export const taskText = (messages: Messages, task: TaskState): string =>
  isTaskOver(task) ? overText(messages, task) : runningText(messages, task);

/** Returns the reason why the task failed, in words; undefined for a task without a failure. */
export const taskFailure = (messages: Messages, { errorKey }: TaskState): string | undefined =>
  errorKey === null ? undefined : (messages.find(errorKey) ?? messages.format('tasks.failed'));
