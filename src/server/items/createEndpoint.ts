// `create/{type}`: makes an item and answers it as the caller may see it. That is what the caller has said, so no audit of
// reads; its history says who made it.

import { endpoint } from 'src/server/items/ItemNeeds.ts';
import { createItem } from 'src/server/rules/createItem.ts';

export const create = endpoint('create', async (context, body) => {
  const [type = ''] = context.args;
  const stored = await createItem(context, type, body);
  const { services, db, readFilter } = context;
  return await services.items.view(db, readFilter, stored, undefined);
});
