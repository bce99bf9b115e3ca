// Loads the messages of the field page, which no other page shows.

import { addPageMessages } from 'src/client/extendLazy.ts';
import messages from 'src/model/generated/messages.geokeeper.fieldApp.en.json' with { type: 'json' };

addPageMessages(messages);
