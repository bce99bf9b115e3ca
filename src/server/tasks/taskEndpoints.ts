// `act/killTask` ends a task of the caller at once; `act/taskRefusals` returns the items that a task could not change, with reasons.

import { endpoint } from 'src/server/tasks/TaskNeeds.ts';
import { hiddenProblem } from 'src/server/access/hiddenProblem.ts';
import { refusalCounts, refusedItems } from 'src/server/store/taskItemRows.ts';
import { findTask } from 'src/server/store/taskRows.ts';
import { killTask } from 'src/server/tasks/startTask.ts';

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
