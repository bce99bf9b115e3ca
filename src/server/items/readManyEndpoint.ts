// `readMany/object`: many items at once, by id. Those that the caller may not see are absent, like those that do not exist.

import { costOfItems } from 'src/server/limits.ts';
import { endpoint } from 'src/server/items/ItemNeeds.ts';
import { realId } from 'src/server/access/realId.ts';

export const readMany = endpoint(
  'readMany',
  async ({ services, db, readFilter }, ids) => {
    const items = await services.items.readVisible(db, readFilter, ids.map(realId), {
      channel: 'readMany',
      labels: true,
    });
    return Object.fromEntries(items.map((item) => [item.$id, item]));
  },
  costOfItems,
);
