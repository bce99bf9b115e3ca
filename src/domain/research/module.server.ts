// The area of research: consents of respondents.

import {
  followDeath,
  refuseEndedConsent,
  SETTLE_CONSENTS,
  settleConsents,
} from 'src/domain/research/consents.server.ts';
import type { ServerArea } from 'src/server/extend.ts';

export const researchArea: ServerArea = {
  beforeSave: { followDeath },
  effects: { refuseEndedConsent },
  jobs: (services) => ({ [SETTLE_CONSENTS]: settleConsents(services) }),
  schedule: [{ name: SETTLE_CONSENTS, times: '5 * * * *' }],
};
