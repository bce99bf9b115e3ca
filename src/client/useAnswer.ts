// Returns the answer to a search of a page, and repeats the search when an item of its types changes. Listings have their own store.

import { useCallback } from 'react';
import { useClient } from 'src/client/useClient.ts';
import { useServerData, type Answered } from 'src/client/useServerData.ts';
import type { Query, SearchAnswer } from 'src/model/generated/wire.ts';

/** Returns the answer to a search, repeated after changes of `types`. Sends no request while the query is undefined. */
export const useAnswer = (query: Query | undefined, types: readonly string[] = []): Answered<SearchAnswer> => {
  const { search } = useClient();
  const key = query && JSON.stringify(query);
  const ask = useCallback(() => search.search(JSON.parse(key ?? '{}') as Query), [search, key]);
  return useServerData(key === undefined ? undefined : { of: key, ask, types });
};
