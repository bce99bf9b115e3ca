// Endpoints on single items.

import { itemRoute } from 'src/server/transport/itemRoute.ts';
import { create } from 'src/server/items/create.ts';
import { readEndpoint } from 'src/server/items/read.ts';
import { readMany } from 'src/server/items/readMany.ts';
import { update } from 'src/server/items/update.ts';
import { deleteOperation } from 'src/server/items/delete.ts';
import { label } from 'src/server/items/label.ts';
import { history } from 'src/server/items/history.ts';
import { getLegacyPath } from 'src/server/items/getLegacyPath.ts';
import { deletedItems, restoreItemAction } from 'src/server/items/restoreEndpoints.ts';
import { seeAs } from 'src/server/items/seeAs.ts';
import type { RuleNeeds } from 'src/server/rules/RuleNeeds.ts';
import { defineModule } from 'src/server/Module.ts';

export const itemsModule = defineModule<RuleNeeds>({
  compressedRoutes: [itemRoute],
  endpoints: [
    create,
    readEndpoint,
    readMany,
    update,
    deleteOperation,
    label,
    history,
    getLegacyPath,
    restoreItemAction,
    deletedItems,
    seeAs,
  ],
});
