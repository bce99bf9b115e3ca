// `label/{id}`: what to call an item, for callers that show no more of it.

import type { Operation } from 'src/server/Context.ts';
import { hiddenProblem } from 'src/server/operations/hiddenProblem.ts';
import { realId } from 'src/server/operations/realId.ts';

export const label: Operation = {
  name: 'label',
  who: 'everyone',
  writes: false,
  async run(context, [given]) {
    const { rooms, db, gate } = context;
    const id = realId(given);
    const text = (await rooms.items.labels(db, gate, [id])).get(id);
    if (text === undefined) throw hiddenProblem(context);
    return { $id: id, label: text };
  },
};
