// Loads the messages of the dialogs of XLSForms, which no other page shows.

import { addPageMessages } from 'src/client/extendLazy.ts';
import messages from 'src/generated/messages.xlsForm.en.json' with { type: 'json' };

addPageMessages(messages);
