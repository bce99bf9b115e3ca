// Services that value lists need.

import { endpointFor } from 'src/server/endpoint.ts';
import type { Context, WritingContext } from 'src/server/context.ts';
import type { RuleNeeds } from 'src/server/rules/RuleNeeds.ts';
import type { Search } from 'src/server/search/searchEngine.ts';

export interface ListNeeds extends RuleNeeds {
  readonly search: Search;
}

export type ListContext = Context<ListNeeds>;
export type ListWriting = WritingContext<ListNeeds>;

export const endpoint = endpointFor<ListNeeds>();
