// What calendar feeds add to the composition.

import { defineModule } from 'src/server/Module.ts';
import { pruneFeeds } from 'src/server/store/accounts/calendarFeedRows.ts';

export const calendarModule = defineModule<unknown>({ prune: [pruneFeeds] });
