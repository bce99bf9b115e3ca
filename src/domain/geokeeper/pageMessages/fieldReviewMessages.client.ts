// Loads the messages of the review and the map of trips, which no other page shows.

import { addPageMessages } from 'src/client/extendLazy.ts';
import messages from 'src/generated/messages.fieldReview.en.json' with { type: 'json' };

addPageMessages(messages);
