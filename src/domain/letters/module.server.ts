// The area of letters.

import { followAnswer, followAnswerInLetters, refuseStaleAnnexes } from 'src/domain/letters/annexes.server.ts';
import { keepAttachments } from 'src/domain/letters/keepAttachments.server.ts';
import { sentLetterMail } from 'src/domain/letters/letterEmail.server.ts';
import { completeLetter, refuseUnfilled } from 'src/domain/letters/letterChecks.server.ts';
import {
  approveLetter,
  demandOtherPerson,
  demandSent,
  followLetter,
  refuseStopped,
  takeLetter,
} from 'src/domain/letters/letterSteps.server.ts';
import { demandOpenRequest, stopLetters } from 'src/domain/letters/withdrawnRequests.server.ts';
import type { ServerArea } from 'src/server/extend.ts';

export const lettersArea: ServerArea = {
  beforeSave: { completeLetter, followAnswer },
  effects: {
    ...{ approveLetter, demandSent, followLetter, keepAttachments, refuseStopped, refuseUnfilled, takeLetter },
    ...{ demandOpenRequest, demandOtherPerson, refuseStaleAnnexes, stopLetters },
  },
  jobs: (services) => ({ followAnswerInLetters: followAnswerInLetters(services) }),
  mailTemplates: (services) => [sentLetterMail(services)],
};
