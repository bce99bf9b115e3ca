// `readMany/object`: many items at once, by id. Those that the caller may not see are absent, like those that do not exist.

import type { Json } from 'src/model/item/Item.ts';
import { invalid } from 'src/model/problems.ts';
import type { Operation } from 'src/server/context.ts';
import { realId } from 'src/server/operations/realId.ts';

/** Source: wire contract 4. */
const MOST = 1000;

export const readMany: Operation = {
  name: 'readMany',
  who: 'everyone',
  writes: false,
  async run({ services, db, readFilter }, _, body) {
    const ids = Array.isArray(body) ? (body as readonly Json[]) : [];
    if (ids.length > MOST) throw invalid([{ path: '', message: 'errors.array.max', params: { max: MOST } }]);
    const items = await services.items.readVisible(db, readFilter, ids.map(realId), {
      channel: 'readMany',
      labels: true,
    });
    return Object.fromEntries(items.map((item) => [item.$id, item as Json]));
  },
};
