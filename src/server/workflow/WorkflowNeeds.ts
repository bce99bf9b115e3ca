// Services that workflows need.

import type { Context, WritingContext } from 'src/server/context.ts';
import type { ConversationNeeds } from 'src/server/conversations/ConversationNeeds.ts';
import type { Audience } from 'src/server/events/audience.ts';

export interface WorkflowNeeds extends ConversationNeeds {
  readonly audience: Audience;
}

export type WorkflowContext = Context<WorkflowNeeds>;
export type WorkflowWriting = WritingContext<WorkflowNeeds>;
