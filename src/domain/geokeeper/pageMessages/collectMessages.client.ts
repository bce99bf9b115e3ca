// Loads the messages of the part of the account for other programs that send records, which no other page shows.

import { addPageMessages } from 'src/client/extendLazy.ts';
import messages from 'src/generated/messages.collect.en.json' with { type: 'json' };

addPageMessages(messages);
