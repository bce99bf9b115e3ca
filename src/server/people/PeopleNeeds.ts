// Services that the people of an owner need.

import { endpointFor } from 'src/server/endpoint.ts';
import type { Context } from 'src/server/context.ts';
import type { RuleNeeds } from 'src/server/rules/RuleNeeds.ts';
import type { Search } from 'src/server/search/searchEngine.ts';

export interface PeopleNeeds extends RuleNeeds {
  readonly search: Search;
}

export type PeopleContext = Context<PeopleNeeds>;

export const endpoint = endpointFor<PeopleNeeds>();
