// The module of exports.

import type { ExchangeNeeds } from 'src/server/exchange/ExchangeNeeds.ts';
import { defineModule } from 'src/server/Module.ts';
import { exportRoute } from 'src/server/transport/exportRoute.ts';

export const exchangeModule = defineModule<ExchangeNeeds>({ compressedRoutes: [exportRoute] });
