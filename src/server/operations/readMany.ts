// `readMany/object`: many items at once, by id. Those that the caller may not see are absent, like those that do not exist.

import type { Operation } from 'src/server/context.ts';
import { realId } from 'src/server/operations/realId.ts';

export const readMany: Operation<'readMany'> = {
  name: 'readMany',
  async run({ services, db, readFilter }, _, ids) {
    const items = await services.items.readVisible(db, readFilter, ids.map(realId), {
      channel: 'readMany',
      labels: true,
    });
    return Object.fromEntries(items.map((item) => [item.$id, item]));
  },
};
