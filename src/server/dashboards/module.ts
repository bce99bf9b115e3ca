// The endpoint of dashboards.

import { dashboard } from 'src/server/dashboards/dashboard.ts';
import { defineModule } from 'src/server/Module.ts';

export const dashboardsModule = defineModule({ endpoints: [dashboard] });
