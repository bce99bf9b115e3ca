// `search/ids`: which items match, how many, and what is among them, as far as the caller may see.

import type { ItemId } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import { refuseUnbounded } from 'src/model/query/queryBounds.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { costOfSearch } from 'src/server/limits.ts';
import { endpoint } from 'src/server/search/SearchNeeds.ts';

/** A page of a list; what asks for more than that reads no items. */
const MOST_SIDE_LOADED = 50;

const sideLoaded = ({ types }: ServerRegistry, ids: readonly ItemId[]): readonly ItemId[] =>
  ids.length > MOST_SIDE_LOADED ? [] : ids.filter((id) => types[parseItemId(id).type]?.view.sideLoadItem === true);

export const search = endpoint(
  'search',
  async ({ services, db, readFilter, gone }, query) => {
    refuseUnbounded(query);
    const answer = await services.search.search(readFilter, query, gone);
    const ids = query.labels === true ? sideLoaded(services.registry, answer.ids) : [];
    if (ids.length === 0) return answer;
    const items = await services.items.readVisible(db, readFilter, ids, { channel: 'search', labels: true });
    return { ...answer, items: Object.fromEntries(items.map((item) => [item.$id, item])) };
  },
  costOfSearch,
);
