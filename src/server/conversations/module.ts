// The module of conversations that open and close by themselves.

import type { ConversationNeeds } from 'src/server/conversations/ConversationNeeds.ts';
import { followPurposes } from 'src/server/conversations/followPurposes.ts';
import { defineModule } from 'src/server/Module.ts';

export const conversationsModule = defineModule<ConversationNeeds>({
  follower: { written: followPurposes },
});
