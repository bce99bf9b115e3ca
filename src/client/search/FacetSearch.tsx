// The input of a facet that takes part of a value's name.

import { useCallback, useEffect } from 'react';
import type { FacetMore, FacetValue } from 'src/model/generated/wire.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import { DELAYS } from 'src/client/ui/Loading.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

const MAX_FACET_MATCHES = 50;

export type FacetEntries = readonly (FacetValue | FacetMore)[];

interface FoundValues {
  /** The values whose name holds what is typed; undefined while nothing is typed, and until they are known. */
  readonly found: FacetEntries | undefined;
  /** They are of what was typed before. */
  readonly outdated: boolean;
}

export const useFoundValues = (store: ListingStore, key: string, typed: string): FoundValues => {
  const { alerts } = useClient();
  const text = typed.trim();
  const ask = useCallback(() => store.facetOf({ key, max: MAX_FACET_MATCHES, text }), [store, key, text]);
  const { answer, failure, loading } = useServerData(
    text === '' ? undefined : { of: store.question, ask, version: store.version, pause: DELAYS.input },
  );
  useEffect(() => {
    if (failure !== undefined) alerts.error(failure);
  }, [alerts, failure]);
  return { found: answer, outdated: loading };
};

interface FacetSearchProps {
  readonly name: string;
  readonly typed: string;
  readonly type: (text: string) => void;
}

export const FacetSearch = ({ name, typed, type }: FacetSearchProps) => {
  const messages = useMessages();
  return (
    <input
      type="search"
      className="kk-facet-input"
      aria-label={messages.format('facets.search', { name })}
      placeholder={messages.format('facets.searchShort')}
      value={typed}
      autoComplete="off"
      onChange={(event) => type(event.target.value)}
    />
  );
};
