// Module of value lists.

import { listRoutes } from 'src/server/transport/listRoutes.ts';
import type { ListNeeds } from 'src/server/lists/ListNeeds.ts';
import { defineModule } from 'src/server/Module.ts';

export const listsModule = defineModule<ListNeeds>({
  compressedRoutes: [listRoutes],
});
