// The engine's messages that the first page does not need (listed in area.json of the engine). Every later part that shows one of them
// imports this file for its effect, so that the part renders after its messages have loaded; tests/architecture checks that.

import { addMessages } from 'src/client/intl/arrivedMessages.ts';
import messages from 'src/model/generated/messages.later.en.json' with { type: 'json' };
import { messagesOfTree } from 'src/model/text/messageTree.ts';

addMessages(messagesOfTree(messages));
