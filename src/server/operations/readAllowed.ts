// `readAllowed/{id}`: which declared actions of its type the caller may do with the item.

import type { Operation } from 'src/server/context.ts';
import { realId } from 'src/server/operations/realId.ts';

export const readAllowed: Operation<'readAllowed'> = {
  name: 'readAllowed',
  async run({ services, db, readFilter }, [id]) {
    const stored = await services.access.visible(db, readFilter, realId(id));
    return { $id: stored.id, allowed: await services.access.allowed(db, readFilter, stored) };
  },
};
