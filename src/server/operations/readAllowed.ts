// `readAllowed/{id}`: which declared actions of its type the caller may do with the item.

import type { Operation } from 'src/server/Context.ts';
import { realId } from 'src/server/operations/realId.ts';

export const readAllowed: Operation = {
  name: 'readAllowed',
  who: 'everyone',
  writes: false,
  async run({ rooms, db, gate }, [id]) {
    const stored = await rooms.access.visible(db, gate, realId(id));
    return { $id: stored.id, allowed: await rooms.access.allowed(db, gate, stored) };
  },
};
