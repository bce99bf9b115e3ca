// Loads the messages of the questions of a form, which no other page shows.

import { addPageMessages } from 'src/client/extendLazy.ts';
import messages from 'src/generated/messages.fieldForms.en.json' with { type: 'json' };

addPageMessages(messages);
