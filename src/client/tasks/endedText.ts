// Name of a task, and the text that screen readers say when it is over. Part of the first page, unlike the words of taskText.ts.

import type { Messages } from 'src/client/ui/declaredMessages.ts';
import type { TaskState } from 'src/model/generated/wire.ts';

/** Rights of the tasks, which select the messages about many records. */
const RIGHT_OF_TASK: ReadonlyMap<string, string> = new Map([
  ['changeMany', 'update'],
  ['deleteMany', 'delete'],
  ['downloadAttachments', 'download'],
  ['undoMany', 'restore'],
]);

/** All actions whose name begins with `import` add records from a file. */
export const rightOfTask = (action: string): string =>
  RIGHT_OF_TASK.get(action) ?? (action.startsWith('import') ? 'import' : 'update');

export const taskTitle = (messages: Messages, { keyAction }: TaskState): string =>
  messages.find(`actions.${keyAction}`) ?? keyAction;

/** Returns the text for screen readers when the task is over. */
export const endedText = (messages: Messages, task: TaskState): string => {
  const { counts, keyAction, state } = task;
  if (!counts) return `${taskTitle(messages, task)}: ${messages.format(`tasks.state.${state ?? 'DONE'}`)}`;
  return messages.format('bulk.announce', { ...counts, right: rightOfTask(keyAction) });
};
