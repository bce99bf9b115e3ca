// Services that conversations need which open and close by themselves.

import type { Context, WritingContext } from 'src/server/context.ts';
import type { RuleNeeds } from 'src/server/rules/RuleNeeds.ts';

export interface ConversationNeeds extends RuleNeeds {
  /** The shipped texts by message id. */
  readonly messages: Readonly<Record<string, string>>;
}

export type ConversationContext = Context<ConversationNeeds>;
export type ConversationWriting = WritingContext<ConversationNeeds>;
