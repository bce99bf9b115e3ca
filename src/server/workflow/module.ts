// The module of workflows.

import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { defineModule } from 'src/server/Module.ts';
import { skipOpenSteps } from 'src/server/workflow/skipOpenSteps.ts';
import { followRecord } from 'src/server/workflow/followRecord.ts';
import { followSteps, leaveSteps } from 'src/server/workflow/followItemSave.ts';
import { clockValues } from 'src/server/workflow/itemClock.ts';
import { createRemindOfSteps, REMIND_OF_STEPS } from 'src/server/workflow/remindOfSteps.ts';
import { takeRecord } from 'src/server/workflow/stepRecord.ts';
import { templateErrors, nextTemplateVersion } from 'src/server/workflow/templates.ts';
import type { WorkflowNeeds } from 'src/server/workflow/WorkflowNeeds.ts';

export const workflowModule = defineModule<WorkflowNeeds>({
  jobs: (services) => ({ [REMIND_OF_STEPS]: createRemindOfSteps(services) }),
  schedule: [{ name: REMIND_OF_STEPS, times: '25 * * * *' }],
  effects: { skipOpenSteps },
  follower: {
    valuesOf: async (proposal) => ({ ...nextTemplateVersion(proposal), ...(await clockValues(proposal)) }),
    errorsOf: templateErrors,
    async created(context, stored) {
      await takeRecord(context, stored);
      await followRecord(context, stored);
    },
    updated: followSteps,
    async removing(context, { type, id }) {
      if (type === SYSTEM_TYPES.user) await leaveSteps(context, id);
    },
  },
});
