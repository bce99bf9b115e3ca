// Loads the messages of the editor of forms, which no other page shows.

import { addPageMessages } from 'src/client/extendLazy.ts';
import messages from 'src/generated/messages.formEditor.en.json' with { type: 'json' };

addPageMessages(messages);
