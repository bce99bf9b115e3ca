// What long-running tasks add to the composition.

import { defineModule } from 'src/server/Module.ts';
import { SWEEP_TASKS } from 'src/server/store/taskRows.ts';
import { createTaskSweep } from 'src/server/tasks/sweepTasks.ts';

export const tasksModule = defineModule<Parameters<typeof createTaskSweep>[0]>({
  jobs: (services) => ({ [SWEEP_TASKS]: createTaskSweep(services) }),
});
