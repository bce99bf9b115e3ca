// Loads the messages of help on the spot, which no other page shows.

import { addPageMessages } from 'src/client/extendLazy.ts';
import messages from 'src/generated/messages.assist.en.json' with { type: 'json' };

addPageMessages(messages);
