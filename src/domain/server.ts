// Server part of the domain: functions of the areas by registered name. Read by server/main.ts; an area adds its line here.

import { clocks, computed } from 'src/domain/computed.ts';
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
import { yearAsDate } from 'src/domain/archive/yearAsDate.server.ts';
import { communitiesOfRequests } from 'src/domain/consult/shareContacts.server.ts';
import { takeRelevant } from 'src/domain/consult/takeRelevant.server.ts';
import { completeMessage, messageRules } from 'src/domain/conversations/messages.server.ts';
import { followAnswer, followAnswerInLetters, refuseStaleAnnexes } from 'src/domain/letters/annexes.server.ts';
import { sentLetterMail } from 'src/domain/letters/letterEmail.server.ts';
import { keepAttachments } from 'src/domain/letters/keepAttachments.server.ts';
import { completeLetter, refuseUnfilled } from 'src/domain/letters/letterRules.server.ts';
import {
  approveLetter,
  demandOtherPerson,
  demandSent,
  followLetter,
  refuseStopped,
  takeLetter,
} from 'src/domain/letters/letterSteps.server.ts';
import { demandOpenRequest, stopLetters } from 'src/domain/letters/withdrawnRequests.server.ts';
import { completeThread, threadRules } from 'src/domain/conversations/threads.server.ts';
import { calendarRules } from 'src/domain/organisations/calendarRules.server.ts';
import { completeMeeting, meetingAccess } from 'src/domain/organisations/meetingAccess.server.ts';
import { completeProgram } from 'src/domain/geokeeper/programs.server.ts';
import type {} from 'src/generated/endpoints.ts';
import { ENDPOINTS } from 'src/domain/generated/domainFiles.server.ts';
import { validators } from 'src/generated/validators.ts';
import type { Domain } from 'src/server/extend.ts';

const letterEffects = {
  ...{ approveLetter, demandSent, followLetter, keepAttachments, refuseStopped, refuseUnfilled, takeLetter },
  ...{ demandOpenRequest, demandOtherPerson, refuseStaleAnnexes, stopLetters },
};

export const domain: Domain = {
  computed,
  clocks,
  validate: { threadRules, messageRules, calendarRules, refuseDaysAhead },
  beforeSave: {
    ...{ completeThread, completeMessage, completeConsultation, completeProgram, completeLetter, completeMeeting },
    ...{ followAnswer, keepAnsweredDay },
  },
  afterCommit: {},
  migrate: {
    ...{ meetingAccess, endedByWithdrawal, withdrawnProgress, dueWhileStopped, stepsWhileStopped },
    communitiesOfRequests,
    yearAsDate,
  },
  endpoints: ENDPOINTS,
  effects: {
    ...{ askCommunities, stopClocks, restartClocks, endResponses, followReopened, followResponse, refuseWithdrawn },
    keepWhatIsSent,
    takeRelevant,
    ...letterEffects,
  },
  jobs: (services) => ({
    distributeConsultation: distributeConsultation(services),
    followAnswerInLetters: followAnswerInLetters(services),
  }),
  mailTemplates: (services) => [sentLetterMail(services)],
  predicates: {},
  validators,
};
