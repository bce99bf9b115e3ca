// `search/ids`: which items match, how many, and what is among them, as far as the caller may see.

import type { Json } from 'src/model/item/Item.ts';
import { parseQuery } from 'src/model/query/parseQuery.ts';
import type { Operation } from 'src/server/context.ts';

export const search: Operation = {
  name: 'search',
  who: 'everyone',
  writes: false,
  run: async ({ services, readFilter }, _args, body) =>
    (await services.search.search(readFilter, parseQuery(body))) as unknown as Json,
};
