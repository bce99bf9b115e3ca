// The module of calendar feeds.

import { calendarRoute } from 'src/server/calendar/calendarRoute.ts';
import type { CalendarNeeds } from 'src/server/calendar/CalendarNeeds.ts';
import { defineModule } from 'src/server/Module.ts';
import { pruneFeeds } from 'src/server/store/accounts/calendarFeedRows.ts';

export const calendarModule = defineModule<CalendarNeeds>({
  compressedRoutes: [calendarRoute],
  prune: [pruneFeeds],
});
