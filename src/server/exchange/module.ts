// The module of exports.

import { defineModule } from 'src/server/Module.ts';
import { exportRoute, type ExportRouteNeeds } from 'src/server/exchange/exportRoute.ts';

export const exchangeModule = defineModule<ExportRouteNeeds>({ compressedRoutes: [exportRoute] });
