// The area of research: consents of respondents.

import {
  END_CONSENTS,
  endConsents,
  followDeath,
  noteReview,
  refuseEndedConsent,
  SETTLE_CONSENTS,
  settleConsents,
} from 'src/domain/research/consents.server.ts';
import { permittedEvidence, refuseContraryFiles } from 'src/domain/research/permittedUses.server.ts';
import type { ServerArea } from 'src/server/extend.ts';

export const researchArea: ServerArea = {
  validate: { permittedEvidence },
  beforeSave: { followDeath },
  effects: { refuseContraryFiles, refuseEndedConsent, noteReview },
  jobs: (services) => ({
    [END_CONSENTS]: endConsents(services),
    [SETTLE_CONSENTS]: settleConsents(services),
  }),
  schedule: [
    { name: END_CONSENTS, times: '*/5 * * * *' },
    { name: SETTLE_CONSENTS, times: '20 3 * * *' },
  ],
};
