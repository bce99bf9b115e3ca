// The endpoint of dashboards.

import { dashboard } from 'src/server/dashboards/dashboard.ts';
import type { DashboardNeeds } from 'src/server/dashboards/DashboardNeeds.ts';
import { defineModule } from 'src/server/Module.ts';

export const dashboardsModule = defineModule<DashboardNeeds>({ endpoints: [dashboard] });
