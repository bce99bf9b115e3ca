// Services that conversations need which open and close by themselves.

import { endpointFor } from 'src/server/endpoint.ts';
import type { Context, WritingContext } from 'src/server/context.ts';
import type { Audience } from 'src/server/events/recipients.ts';
import type { Search } from 'src/server/search/searchEngine.ts';
import type { RuleNeeds } from 'src/server/rules/RuleNeeds.ts';

export interface ConversationNeeds extends RuleNeeds {
  readonly audience: Audience;
  readonly search: Search;
  /** The shipped texts by message id. */
  readonly messages: Readonly<Record<string, string>>;
}

export type ConversationContext = Context<ConversationNeeds>;
export type ConversationWriting = WritingContext<ConversationNeeds>;

export const endpoint = endpointFor<ConversationNeeds>();
