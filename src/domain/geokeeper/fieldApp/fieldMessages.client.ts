// The messages of the field page. Its forms load all others, after the programs are shown.

import { addMessages, messagesOfTree } from 'src/client/extendFrame.ts';
import messages from 'src/generated/messages.field.en.json' with { type: 'json' };

addMessages(messagesOfTree(messages));
