// `read/{id}`: the item as the caller may see it, with the labels of what it points at.

import { endpoint } from 'src/server/items/ItemNeeds.ts';
import { hiddenProblem } from 'src/server/access/hiddenProblem.ts';
import { realId } from 'src/server/access/realId.ts';

export const readEndpoint = endpoint('read', async (context) => {
  const [id] = context.args;
  const { services, db, readFilter } = context;
  const [item] = await services.items.readVisible(db, readFilter, [realId(id)], {
    channel: 'read',
    labels: true,
  });
  if (!item) throw hiddenProblem(context);
  return item;
});
