// Module of value lists.

import { listRoutes, type ListRouteNeeds } from 'src/server/lists/listRoutes.ts';
import { defineModule } from 'src/server/Module.ts';

export const listsModule = defineModule<ListRouteNeeds>({
  compressedRoutes: [listRoutes],
});
