// What narrows the listing now, each as a tag that can be taken away, and all at once.

import { Tag } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import type { FilterValue } from 'src/model/generated/wire.ts';
import type { Facet } from 'src/model/schema/TypeView.ts';
import { facetLabel, valueLabel, type FacetContext } from 'src/client/search/facetLabels.tsx';
import type { ListingPartProps } from 'src/client/search/Listing.tsx';
import { askedPlan, facetAt } from 'src/client/search/listingPlan.ts';
import { toggleChosen } from 'src/client/search/listingState.ts';
import { useClient } from 'src/client/useClient.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

interface FilterTagProps extends ListingPartProps {
  readonly facet: Facet;
  readonly value: FilterValue;
  readonly context: FacetContext;
}

const FilterTag = observer(({ facet, value, context, store, change }: FilterTagProps) => {
  const unnamed = context.messages.format(facet.kind === 'LIST' ? 'app.loading' : 'cells.hiddenItem');
  const name = `${facetLabel(facet, context)}: ${valueLabel(facet, value, context) ?? unnamed}`;
  return (
    <Tag className="kk-filter">
      <span className="kk-row">
        {name}
        <IconButton
          icon="cross"
          size="small"
          label={context.messages.format('listing.removeFilter', { name })}
          onClick={() => change({ ...store.state, chosen: toggleChosen(store.state.chosen, facet.key, value) })}
        />
      </span>
    </Tag>
  );
});

export const ActiveFilters = observer(({ store, change }: ListingPartProps) => {
  const client = useClient();
  const messages = useMessages();
  const { state } = store;
  const plan = askedPlan(store.plan, state);
  const context = { client, messages, plan };
  const chosen = Object.entries(state.chosen).flatMap(([key, values]) => {
    const facet = facetAt(plan, key);
    return values.map((value) => ({ facet, value }));
  });
  if (chosen.length === 0) return null;
  return (
    <div className="kk-filters" role="group" aria-label={messages.format('listing.activeFilters')}>
      {chosen.map(({ facet, value }) => (
        <FilterTag
          key={`${facet.key}/${JSON.stringify(value)}`}
          facet={facet}
          value={value}
          context={context}
          store={store}
          change={change}
        />
      ))}
      <Button size="small" variant="minimal" onClick={() => change({ ...state, text: '', chosen: {} })}>
        {messages.format('listing.clearAll')}
      </Button>
    </div>
  );
});
