// The module of long-running tasks.

import { taskRoute } from 'src/server/tasks/taskRoute.ts';
import { defineModule } from 'src/server/Module.ts';
import type { JobHandler } from 'src/server/store/jobRows.ts';
import { RUN_TASK, SWEEP_TASKS } from 'src/server/store/taskRows.ts';
import type { TaskNeeds } from 'src/server/tasks/TaskNeeds.ts';
import { createTaskSweep } from 'src/server/tasks/sweepTasks.ts';

export interface RunnerNeeds extends TaskNeeds {
  readonly runTask: JobHandler;
}

export const tasksModule = defineModule<RunnerNeeds>({
  routes: [taskRoute],
  jobs: (services) => ({ [RUN_TASK]: services.runTask, [SWEEP_TASKS]: createTaskSweep(services) }),
});
