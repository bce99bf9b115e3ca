// Services that rights on items and grants of them need.

import { endpointFor } from 'src/server/endpoint.ts';
import type { Audience } from 'src/server/events/recipients.ts';
import type { RuleNeeds } from 'src/server/rules/RuleNeeds.ts';
import type { Search } from 'src/server/search/searchEngine.ts';
import type { Sessions } from 'src/server/sessions/sessions.ts';
import type { Audit } from 'src/server/store/audit.ts';

export interface RightsNeeds extends RuleNeeds {
  readonly audience: Audience;
  readonly audit: Audit;
  readonly search: Search;
  readonly sessions: Sessions;
}

export const endpoint = endpointFor<RightsNeeds>();
