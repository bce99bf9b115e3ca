// Returns the answer to a search of a page, and repeats the search when an item of its types changes. Listings have their own store.

import { useCallback } from 'react';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { Query, SearchAnswer } from 'src/model/generated/wire.ts';

export interface LiveAnswer {
  /** Undefined until it is known. It stays when the request cannot be repeated. */
  readonly answer: SearchAnswer | undefined;
  readonly failed: boolean;
}

/** Returns the answer to a search, repeated after changes of `types`. Sends no request while the query is undefined. */
export const useAnswer = (query: Query | undefined, types: readonly string[] = []): LiveAnswer => {
  const { search } = useClient();
  const key = query && JSON.stringify(query);
  const ask = useCallback(() => search.search(JSON.parse(key ?? '{}') as Query), [search, key]);
  const { answer, failure } = useServerData(key === undefined ? undefined : { of: key, ask, types });
  return { answer, failed: failure !== undefined };
};
