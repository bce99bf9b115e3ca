// The area of consultations.

import { keepAnsweredDay, refuseDaysAhead } from 'src/domain/consult/answeredElsewhere.server.ts';
import { completeConsultation } from 'src/domain/consult/consultations.server.ts';
import { askCommunities, distributeConsultation } from 'src/domain/consult/distribution.server.ts';
import {
  dueWhileStopped,
  endResponses,
  restartClocks,
  stepsWhileStopped,
  stopClocks,
} from 'src/domain/consult/interruptions.server.ts';
import { keepWhatIsSent } from 'src/domain/consult/keepWhatIsSent.server.ts';
import {
  endedByWithdrawal,
  followReopened,
  followResponse,
  refuseWithdrawn,
  withdrawnProgress,
} from 'src/domain/consult/responses.server.ts';
import { communitiesOfRequests } from 'src/domain/consult/shareContacts.server.ts';
import { takeRelevant } from 'src/domain/consult/takeRelevant.server.ts';
import type { ServerArea } from 'src/server/extend.ts';

export const consultArea: ServerArea = {
  validate: { refuseDaysAhead },
  beforeSave: { completeConsultation, keepAnsweredDay },
  migrate: { endedByWithdrawal, withdrawnProgress, dueWhileStopped, stepsWhileStopped, communitiesOfRequests },
  effects: {
    ...{ askCommunities, stopClocks, restartClocks, endResponses, followReopened, followResponse, refuseWithdrawn },
    ...{ keepWhatIsSent, takeRelevant },
  },
  jobs: (services) => ({ distributeConsultation: distributeConsultation(services) }),
};
