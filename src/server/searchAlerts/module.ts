// The module of alerts of saved searches.

import { defineModule } from 'src/server/Module.ts';
import {
  CHECK_SEARCH_ALERTS,
  createCheckSearchAlerts,
  followTypes,
} from 'src/server/searchAlerts/checkSearchAlerts.ts';
import type { AlertNeeds } from 'src/server/searchAlerts/AlertNeeds.ts';
import { pruneAlerts } from 'src/server/store/searchAlerts/searchAlertRows.ts';

export const searchAlertsModule = defineModule<AlertNeeds>({
  feed: (services) => [followTypes(services)],
  jobs: ({ searchAlerts, ...services }) => ({
    [CHECK_SEARCH_ALERTS]: createCheckSearchAlerts({ ...services, alerts: searchAlerts }),
  }),
  schedule: [{ name: CHECK_SEARCH_ALERTS, times: '*/5 * * * *' }],
  prune: [pruneAlerts],
});
