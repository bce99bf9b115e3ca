// Module of items.

import { itemRoute } from 'src/server/transport/itemRoute.ts';
import type { RuleNeeds } from 'src/server/rules/RuleNeeds.ts';
import { defineModule } from 'src/server/Module.ts';

export const itemsModule = defineModule<RuleNeeds>({
  compressedRoutes: [itemRoute],
});
