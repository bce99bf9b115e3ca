// `search/ids`: which items match, how many, and what is among them, as far as the caller may see.

import { refuseUnbounded } from 'src/model/query/queryBounds.ts';
import type { Operation } from 'src/server/context.ts';

export const search: Operation<'search'> = {
  name: 'search',
  async run({ services, readFilter, gone }, _args, query) {
    refuseUnbounded(query);
    return await services.search.search(readFilter, query, gone);
  },
};
