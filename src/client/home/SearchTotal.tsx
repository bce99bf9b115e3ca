// The number of results of a search, which follows the changes of its types.

import { useCallback } from 'react';
import type { Query } from 'src/model/generated/wire.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';

/** The types that a search is about: what it shows follows their changes. */
export const queryTypes = (query: Query): readonly string[] => (query.must?.['_t'] ?? []) as readonly string[];

export const SearchTotal = ({
  query,
  format,
}: {
  readonly query: Query;
  readonly format: (count: number) => string;
}) => {
  const { search } = useClient();
  const messages = useMessages();
  const key = JSON.stringify(query);
  const ask = useCallback(() => search.count(JSON.parse(key) as Query), [search, key]);
  const { answer, failure } = useServerData({ of: key, ask, types: queryTypes(query) });
  if (failure !== undefined && answer === undefined)
    return <span className="kk-line-side kk-soft">{messages.format('home.uncounted')}</span>;
  return answer === undefined ? null : <span className="kk-line-side">{format(answer)}</span>;
};
