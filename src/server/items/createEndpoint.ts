// `create/{type}`: creates an item and returns it as the caller may see it. The answer contains only the caller's own values, so it writes
// no audit of reads; the history of the item names its creator.

import { endpoint } from 'src/server/items/ItemNeeds.ts';
import { createItem } from 'src/server/rules/createItem.ts';

export const create = endpoint('create', async (context, body) => {
  const [type = ''] = context.args;
  const stored = await createItem(context, type, body);
  const { services, db, readFilter } = context;
  return await services.items.view(db, readFilter, stored, undefined);
});
