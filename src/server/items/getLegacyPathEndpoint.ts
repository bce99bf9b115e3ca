// `getLegacyPath`: the item that an address of the earlier system referred to. Answers nothing about an item that the caller may not see.

import { endpoint } from 'src/server/items/ItemNeeds.ts';
import { hiddenProblem } from 'src/server/access/hiddenProblem.ts';
import { legacyPath } from 'src/server/store/legacyPath.ts';

export const getLegacyPath = endpoint('getLegacyPath', async (context, { alias }) => {
  const { services, db, readFilter } = context;
  const id = await legacyPath(db, alias);
  const visible = id !== undefined && (await services.items.labels(db, readFilter, [id])).has(id);
  if (id === undefined || !visible) throw hiddenProblem(context);
  return { itemId: id };
});
