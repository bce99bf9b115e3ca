// Actions that run as tasks. `act/killTask` ends a task of the caller at once; `act/taskRefusals` returns the items that a task could not
// change, with reasons.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { endpoint, type TaskNeeds } from 'src/server/tasks/TaskNeeds.ts';
import { hiddenProblem } from 'src/server/access/hiddenProblem.ts';
import { refusalCounts, refusedItems } from 'src/server/store/taskItemRows.ts';
import { findTask } from 'src/server/store/taskRows.ts';
import { changeCells, changeMany, deleteMany, undoMany } from 'src/server/tasks/bulkTasks.ts';
import { downloadAttachments } from 'src/server/tasks/downloadAttachments.ts';
import { mergeListValues } from 'src/server/tasks/mergeValues.ts';
import { killTask } from 'src/server/tasks/startTask.ts';
import { UNDO } from 'src/server/tasks/undoAgain.ts';
import type { TaskAction } from 'src/server/TaskHandler.ts';

const MERGE = 'mergeListValues';

/** Named one by one; the rest is counted. */
const MOST_NAMED_ITEMS = 1_000;

export const killTaskAction = endpoint('killTask', async (context, input) => {
  await killTask(context, String(input['taskKey']));
  return {};
});

export const taskRefusals = endpoint('taskRefusals', async (context, input) => {
  const { services, db, readFilter, subject } = context;
  const task = await findTask(db, subject.userId ?? '', String(input['taskKey']));
  if (!task) throw hiddenProblem(context);
  const refused = await refusedItems(db, task.key, MOST_NAMED_ITEMS);
  const labels = await services.items.labels(
    db,
    readFilter,
    refused.map(({ id }) => id),
  );
  const named = refused.map(({ id, reason }) => ({ reason, item: { $id: id, label: labels.get(id) ?? null } }));
  const reasons = (await refusalCounts(db, task.key)).map(({ reason, count }) => ({
    ...{ reason, count },
    items: named.filter((each) => each.reason === reason).map(({ item }) => item),
  }));
  return { reasons };
});

/** Undoing a task needs the rights that the task needed. The rights on each item that it changed are checked one by one. */
const admitUndo: TaskAction<TaskNeeds, Endpoints['undoMany']['input']>['admit'] = async (context, input) => {
  const source = await findTask(context.db, context.subject.userId ?? '', input[UNDO.of]);
  if (!source) throw hiddenProblem(context);
  if (source.action === MERGE) await mergeListValues.admit(context, source.input as Endpoints[typeof MERGE]['input']);
};

export const undoManyEndpoint = endpoint('undoMany', { ...undoMany, admit: admitUndo });
export const changeManyEndpoint = endpoint('changeMany', changeMany);
export const changeCellsEndpoint = endpoint('changeCells', changeCells);
export const deleteManyEndpoint = endpoint('deleteMany', deleteMany);
export const downloadAttachmentsEndpoint = endpoint('downloadAttachments', downloadAttachments);
export const mergeListValuesEndpoint = endpoint('mergeListValues', mergeListValues);
