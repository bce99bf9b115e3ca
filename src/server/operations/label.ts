// `label/{id}`: what to call an item, for callers that show no more of it.

import type { Operation } from 'src/server/context.ts';
import { hiddenProblem } from 'src/server/operations/hiddenProblem.ts';
import { realId } from 'src/server/operations/realId.ts';

export const label: Operation<'label'> = {
  name: 'label',
  async run(context, [given]) {
    const { services, db, readFilter } = context;
    const id = realId(given);
    const text = (await services.items.labels(db, readFilter, [id])).get(id);
    if (text === undefined) throw hiddenProblem(context);
    return { $id: id, label: text };
  },
};
