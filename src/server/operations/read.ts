// `read/{id}`: the item as the caller may see it, with the labels of what it points at.

import type { Operation } from 'src/server/context.ts';
import { hiddenProblem } from 'src/server/operations/hiddenProblem.ts';
import { realId } from 'src/server/operations/realId.ts';

export const read: Operation<'read'> = {
  name: 'read',
  async run(context, [id]) {
    const { services, db, readFilter } = context;
    const [item] = await services.items.readVisible(db, readFilter, [realId(id)], {
      channel: 'read',
      labels: true,
    });
    if (!item) throw hiddenProblem(context);
    return item;
  },
};
