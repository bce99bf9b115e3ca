// `read/{id}`: the item as the caller may see it, with the labels of what it points at.

import type { Json } from 'src/model/item/Item.ts';
import type { Operation } from 'src/server/Context.ts';
import { hiddenProblem } from 'src/server/operations/hiddenProblem.ts';
import { realId } from 'src/server/operations/realId.ts';

export const read: Operation = {
  name: 'read',
  who: 'everyone',
  writes: false,
  async run(context, [id]) {
    const { rooms, db, gate } = context;
    const [item] = await rooms.items.readVisible(db, gate, [realId(id)], {
      through: 'read',
      labels: true,
    });
    if (!item) throw hiddenProblem(context);
    return item as Json;
  },
};
