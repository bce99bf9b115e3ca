// `getLegacyPath`: the item that an address of the earlier system meant. Of an item that the caller may not see, nothing is said.

import type { Operation } from 'src/server/context.ts';
import { hiddenProblem } from 'src/server/operations/hiddenProblem.ts';
import { legacyPath } from 'src/server/store/legacyPath.ts';

const LONGEST = 2000;

export const getLegacyPath: Operation = {
  name: 'getLegacyPath',
  who: 'everyone',
  writes: false,
  async run(context, _, body) {
    const { services, db, readFilter } = context;
    const { alias } = (body ?? {}) as { alias?: unknown };
    const id = typeof alias === 'string' && alias.length <= LONGEST ? await legacyPath(db, alias) : undefined;
    const visible = id !== undefined && (await services.items.labels(db, readFilter, [id])).has(id);
    if (id === undefined || !visible) throw hiddenProblem(context);
    return { itemId: id };
  },
};
