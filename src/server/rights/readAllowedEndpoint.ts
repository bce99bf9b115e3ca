// `readAllowed/{id}`: which declared actions of its type the caller may do with the item.

import { endpoint } from 'src/server/rights/RightsNeeds.ts';
import { realId } from 'src/server/access/realId.ts';

export const readAllowed = endpoint('readAllowed', async ({ services, db, readFilter, args: [id] }) => {
  const stored = await services.access.visible(db, readFilter, realId(id));
  return { $id: stored.id, allowed: await services.access.allowed(db, readFilter, stored) };
});
