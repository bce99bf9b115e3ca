// The engine's words that the first page does without (area.json of the engine says which). Imported for its effect by every part that is
// loaded later and shows one of them, so that no such part is drawn before its words are here; tests/architecture holds that.

import { addMessages } from 'src/client/intl/arrivedMessages.ts';
import messages from 'src/model/generated/messages.later.en.json' with { type: 'json' };
import { messagesOfTree } from 'src/model/text/messageTree.ts';

addMessages(messagesOfTree(messages));
