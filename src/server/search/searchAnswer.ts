// Answer of `search/ids`, which `openingSearch` contains too.

import type { ItemId } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import { refuseUnbounded } from 'src/model/query/queryBounds.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Query, SearchAnswer } from 'src/model/generated/wire.ts';
import type { Context } from 'src/server/context.ts';
import type { SearchNeeds } from 'src/server/search/SearchNeeds.ts';

/** A page of a list; what asks for more than that reads no items. */
const MOST_SIDE_LOADED = 50;

const sideLoaded = ({ types }: ServerRegistry, ids: readonly ItemId[]): readonly ItemId[] =>
  ids.length > MOST_SIDE_LOADED ? [] : ids.filter((id) => types[parseItemId(id).type]?.view.sideLoadItem === true);

/** Returns what the query finds, with the items of types that a list shows as a whole. */
export const searchAnswer = async (
  { services, db, readFilter, gone }: Context<SearchNeeds>,
  query: Query,
): Promise<SearchAnswer> => {
  refuseUnbounded(query);
  const answer = await services.search.search(readFilter, query, gone);
  const ids = query.labels === true ? sideLoaded(services.registry, answer.ids) : [];
  if (ids.length === 0) return answer;
  const items = await services.items.readVisible(db, readFilter, ids, { channel: 'search', labels: true });
  return { ...answer, items: Object.fromEntries(items.map((item) => [item.$id, item])) };
};
