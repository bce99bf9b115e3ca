// The module of long-running tasks.

import { taskRoute } from 'src/server/transport/taskRoute.ts';
import { defineModule } from 'src/server/Module.ts';
import { SWEEP_TASKS } from 'src/server/store/taskRows.ts';
import type { TaskNeeds } from 'src/server/tasks/TaskNeeds.ts';
import { createTaskSweep } from 'src/server/tasks/sweepTasks.ts';

export const tasksModule = defineModule<TaskNeeds>({
  routes: [taskRoute],
  jobs: (services) => ({ [SWEEP_TASKS]: createTaskSweep(services) }),
});
