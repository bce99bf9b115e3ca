// Runs a query within the search of a declared screen, for actions that answer from the same items as the screen.

import { isRecord } from 'src/base/isRecord.ts';
import type { Json } from 'src/model/item/Item.ts';
import { costOfSearch } from 'src/server/limits.ts';
import { asFilters, filtersFor } from 'src/model/query/screenFilters.ts';
import type { Query, SearchAnswer } from 'src/model/generated/wire.ts';
import { problem } from 'src/model/problems.ts';
import type { Context } from 'src/server/context.ts';
import { queryInput } from 'src/server/search/queryInput.ts';
import type { SearchNeeds } from 'src/server/search/SearchNeeds.ts';

/** Cost of an action whose input has the query. */
export const costOfScreenSearch = (body: Json | undefined): number =>
  costOfSearch(isRecord(body) ? body['query'] : undefined);

/** Returns what the query finds among the items of the screen. The filters of the screen replace those of the query with the same keys. */
export const searchScreen = async (
  { services, readFilter, subject, gone }: Context<SearchNeeds>,
  path: string,
  given: Query,
): Promise<SearchAnswer> => {
  const query = queryInput(given);
  const screen = services.registry.screens.find((each) => each.path === path)?.search;
  if (!screen) throw problem('unknownOperation');
  const readOrgs = subject.memberships.map(({ owner }) => owner);
  const fixed = filtersFor(asFilters(screen.must), { $id: subject.userId ?? '', readOrgs });
  return await services.search.search(
    readFilter,
    { ...query, must: { ...query.must, ...fixed, _t: screen.types } },
    gone,
  );
};
