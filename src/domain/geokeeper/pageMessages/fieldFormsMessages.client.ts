// Loads the messages of the questions of a form, which no other page shows.

import { addPageMessages } from 'src/client/extendLazy.ts';
import messages from 'src/model/generated/messages.geokeeper.fieldForms.en.json' with { type: 'json' };

addPageMessages(messages);
