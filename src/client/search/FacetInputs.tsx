// Inputs of a facet: part of a value's name, and the first and last year or number of a range.

import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useState } from 'react';
import type { FacetMore, FacetValue } from 'src/model/generated/wire.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import { propertyAt } from 'src/model/schema/paths.ts';
import type { Facet } from 'src/model/schema/TypeView.ts';
import type { ListingPartProps, ListingStore } from 'src/client/listing/ListingStore.ts';
import { wholeRange } from 'src/client/listing/wholeRange.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { DELAYS } from 'src/client/ui/Loading.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

const MAX_FACET_MATCHES = 50;

type Entries = readonly (FacetValue | FacetMore)[];

interface FoundValues {
  /** The values whose name holds what is typed; undefined while nothing is typed, and until they are known. */
  readonly found: Entries | undefined;
  /** They are of what was typed before. */
  readonly outdated: boolean;
}

export const useFoundValues = (store: ListingStore, key: string, typed: string): FoundValues => {
  const { alerts } = useClient();
  const text = typed.trim();
  const { question, version } = store;
  const ask = useCallback(() => store.facetOf({ key, max: MAX_FACET_MATCHES, text }), [store, key, text]);
  const { answer, failure, loading } = useServerData(
    text === '' ? undefined : { of: question, ask, version, pause: DELAYS.input },
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

/** Years of a date, or whole numbers; other ranges have only their buckets. */
export const rangeUnit = ({ plan }: ListingStore, { key, kind }: Facet): 'year' | 'number' | undefined => {
  if (kind !== 'RANGE') return undefined;
  if (key === 'created' || key === 'updated') return 'year';
  const property = plan.types.flatMap(({ properties }) => propertyAt(properties, key) ?? [])[0];
  return property && KINDS[property.kind].rangeUnit;
};

interface RangeInputsProps extends ListingPartProps {
  readonly facet: Facet;
  readonly name: string;
  readonly unit: 'year' | 'number';
}

export const RangeInputs = observer(({ facet, name, unit, store, change }: RangeInputsProps) => {
  const messages = useMessages();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const range = wholeRange(unit, from, to);
  const choose = (): void => {
    if (!range) return;
    const { chosen } = store.state;
    change({ ...store.state, chosen: { ...chosen, [facet.key]: [...(chosen[facet.key] ?? []), range] } });
    setFrom('');
    setTo('');
  };
  const input = (which: 'from' | 'to', value: string, set: (text: string) => void) => (
    <input
      type="text"
      inputMode="numeric"
      className="kk-facet-input"
      aria-label={messages.format(`facets.range.${which}`, { name })}
      placeholder={messages.format(`facets.range.${which}Short`)}
      value={value}
      autoComplete="off"
      onChange={(event) => set(event.target.value)}
    />
  );
  return (
    <form
      className="kk-facet-range"
      onSubmit={(event) => {
        event.preventDefault();
        choose();
      }}
    >
      {input('from', from, setFrom)}
      {input('to', to, setTo)}
      <Button type="submit" size="small" disabled={!range}>
        {messages.format('facets.range.apply')}
      </Button>
    </form>
  );
});
