// `search/ids`: which items match, how many, and what is among them, as far as the caller may see.

import type { Json } from 'src/model/item/Item.ts';
import { parseQuery } from 'src/model/query/parseQuery.ts';
import type { Operation } from 'src/server/Context.ts';

export const search: Operation = {
  name: 'search',
  who: 'everyone',
  writes: false,
  run: async ({ rooms, gate }, _args, body) => (await rooms.search.search(gate, parseQuery(body))) as unknown as Json,
};
