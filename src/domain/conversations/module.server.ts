// The area of threads and messages.

import { completeMessage, messageRules } from 'src/domain/conversations/messages.server.ts';
import { completeThread, threadRules } from 'src/domain/conversations/threads.server.ts';
import type { ServerArea } from 'src/server/extend.ts';

export const conversationsArea: ServerArea = {
  validate: { threadRules, messageRules },
  beforeSave: { completeThread, completeMessage },
};
