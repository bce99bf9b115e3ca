// `act/keptItems`: items for a device that stores them for reading without a connection. They contain nothing PRIVATE, so the read is not
// recorded. The device deletes what an answer no longer contains.

import type { Json } from 'src/model/item/Item.ts';
import { costOfItems } from 'src/server/limits.ts';
import { endpoint } from 'src/server/items/ItemNeeds.ts';
import { realId } from 'src/server/access/realId.ts';

export const keptItems = endpoint(
  'keptItems',
  async ({ services, db, readFilter }, { ids }) => {
    const items = await services.items.readVisible(db, readFilter, ids.map(realId), {
      channel: 'keptItems',
      labels: true,
      withoutPrivate: true,
    });
    return Object.fromEntries(items.map((item) => [item.$id, item]));
  },
  (body) => costOfItems((body as { readonly ids?: Json } | undefined)?.ids),
);
