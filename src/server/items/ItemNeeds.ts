// Services that endpoints on single items need.

import { endpointFor } from 'src/server/endpoint.ts';
import type { RuleNeeds } from 'src/server/rules/RuleNeeds.ts';

export const endpoint = endpointFor<RuleNeeds>();
