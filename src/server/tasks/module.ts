// The module of long-running tasks.

import { taskRoute } from 'src/server/transport/taskRoute.ts';
import { endpoint } from 'src/server/tasks/TaskNeeds.ts';
import { act } from 'src/server/tasks/act.ts';
import { activeTask } from 'src/server/tasks/activeTask.ts';
import { changeMany, deleteMany } from 'src/server/tasks/bulkTasks.ts';
import { downloadAttachments } from 'src/server/tasks/downloadAttachments.ts';
import { importFeatures } from 'src/server/tasks/importFeatures.ts';
import { mergeListValues } from 'src/server/tasks/mergeValues.ts';
import { undoManyEndpoint } from 'src/server/tasks/registeredTasks.ts';
import { killTaskAction, taskRefusals } from 'src/server/tasks/taskEndpoints.ts';
import { defineModule } from 'src/server/Module.ts';
import { SWEEP_TASKS } from 'src/server/store/taskRows.ts';
import type { TaskNeeds } from 'src/server/tasks/TaskNeeds.ts';
import { createTaskSweep } from 'src/server/tasks/sweepTasks.ts';

export const tasksModule = defineModule<TaskNeeds>({
  routes: [taskRoute],
  endpoints: [
    ...[act, activeTask, killTaskAction, taskRefusals, undoManyEndpoint],
    endpoint('changeMany', changeMany),
    endpoint('deleteMany', deleteMany),
    endpoint('downloadAttachments', downloadAttachments),
    endpoint('importFeatures', importFeatures),
    endpoint('mergeListValues', mergeListValues),
  ],
  jobs: (services) => ({ [SWEEP_TASKS]: createTaskSweep(services) }),
});
