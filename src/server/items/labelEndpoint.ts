// `label/{id}`: the label of an item, for callers that show only the label.

import { endpoint } from 'src/server/items/ItemNeeds.ts';
import { hiddenProblem } from 'src/server/access/hiddenProblem.ts';
import { realId } from 'src/server/access/realId.ts';

export const label = endpoint('label', async (context) => {
  const [given] = context.args;
  const { services, db, readFilter } = context;
  const id = realId(given);
  const text = (await services.items.labels(db, readFilter, [id])).get(id);
  if (text === undefined) throw hiddenProblem(context);
  return { $id: id, label: text };
});
