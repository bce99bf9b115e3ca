// The module of conversations that open and close by themselves.

import type { ConversationNeeds } from 'src/server/conversations/ConversationNeeds.ts';
import { followPurposes } from 'src/server/conversations/followPurposes.ts';
import { markRead, readersNamedEndpoint } from 'src/server/conversations/conversationEndpoints.ts';
import { defineModule } from 'src/server/Module.ts';

export const conversationsModule = defineModule<ConversationNeeds>({
  endpoints: [readersNamedEndpoint, markRead],
  follower: { written: followPurposes },
});
