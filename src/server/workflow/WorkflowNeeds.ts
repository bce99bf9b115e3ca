// Services that workflows need.

import { endpointFor } from 'src/server/endpoint.ts';
import type { Context, WritingContext } from 'src/server/context.ts';
import type { ConversationNeeds } from 'src/server/conversations/ConversationNeeds.ts';

export type WorkflowNeeds = ConversationNeeds;
export type WorkflowContext = Context<WorkflowNeeds>;
export type WorkflowWriting = WritingContext<WorkflowNeeds>;

export const endpoint = endpointFor<WorkflowNeeds>();
