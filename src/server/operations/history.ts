// `history/{id}`: what happened to an item, newest first, with only those values that the caller may read now and could read then.

import type { Operation } from 'src/server/context.ts';
import { realId } from 'src/server/operations/realId.ts';

const DEFAULT_PAGE = 50;

export const history: Operation<'history'> = {
  name: 'history',
  async run({ services, db, readFilter }, [given], { before, max = DEFAULT_PAGE }) {
    const { id } = await services.access.visible(db, readFilter, realId(given));
    return await services.items.history(db, readFilter, id, before, max);
  },
};
