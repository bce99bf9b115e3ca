// `history/{id}`: what happened to an item, newest first, each property by the caller's present rights.

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
