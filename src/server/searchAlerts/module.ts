// The module of alerts of saved searches.

import { chooseSearchAlert, searchAlertsAction } from 'src/server/searchAlerts/searchAlertEndpoints.ts';
import { defineModule } from 'src/server/Module.ts';
import { CHECK_SEARCH_ALERTS, createCheckSearchAlerts } from 'src/server/searchAlerts/checkSearchAlerts.ts';
import type { SearchAlerts } from 'src/server/searchAlerts/searchAlerts.ts';
import type { Database } from 'src/server/store/database.ts';
import { pruneAlerts } from 'src/server/store/searchAlerts/searchAlertRows.ts';

interface AlertNeeds {
  readonly database: Database;
  readonly searchAlerts: SearchAlerts;
  readonly log: (message: string, error?: unknown) => void;
}

export const searchAlertsModule = defineModule<AlertNeeds>({
  endpoints: [searchAlertsAction, chooseSearchAlert],
  jobs: ({ searchAlerts, ...services }) => ({
    [CHECK_SEARCH_ALERTS]: createCheckSearchAlerts({ ...services, alerts: searchAlerts }),
  }),
  schedule: [{ name: CHECK_SEARCH_ALERTS, times: '*/5 * * * *' }],
  prune: [pruneAlerts],
});
