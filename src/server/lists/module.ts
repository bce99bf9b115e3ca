// Endpoints of value lists.

import { listRights, orderListValues } from 'src/server/lists/listEndpoints.ts';
import { defineModule } from 'src/server/Module.ts';

export const listsModule = defineModule({ endpoints: [listRights, orderListValues] });
