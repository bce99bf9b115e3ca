// What narrows the listing now, each as a tag that can be taken away, and all at once.

import { Tag } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import type { FilterValue } from 'src/model/generated/wire.ts';
import type { Facet } from 'src/model/schema/TypeView.ts';
import { facetWord, valueWord, type FacetRoom } from 'src/client/search/facetWords.tsx';
import type { ListingPartProps } from 'src/client/search/Listing.tsx';
import { toggleChosen } from 'src/client/search/listingState.ts';
import { useClient } from 'src/client/useClient.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { useWords } from 'src/client/ui/words.ts';

interface FilterTagProps extends ListingPartProps {
  readonly facet: Facet;
  readonly value: FilterValue;
  readonly room: FacetRoom;
}

const FilterTag = observer(({ facet, value, room, store, change }: FilterTagProps) => {
  const name = `${facetWord(facet, room)}: ${valueWord(facet, value, room) ?? room.words.say('cells.hiddenItem')}`;
  return (
    <Tag className="kk-filter">
      <span className="kk-row">
        {name}
        <IconButton
          icon="cross"
          size="small"
          label={room.words.say('listing.removeFilter', { name })}
          onClick={() => change({ ...store.state, chosen: toggleChosen(store.state.chosen, facet.key, value) })}
        />
      </span>
    </Tag>
  );
});

export const ActiveFilters = observer(({ store, change }: ListingPartProps) => {
  const client = useClient();
  const words = useWords();
  const { plan, state } = store;
  const room = { client, words, plan };
  const chosen = Object.entries(state.chosen).flatMap(([key, values]) => {
    const facet = plan.facets.find((each) => each.key === key) ?? { key, kind: 'TERM' as const };
    return values.map((value) => ({ facet, value }));
  });
  if (chosen.length === 0) return null;
  return (
    <div className="kk-filters" role="group" aria-label={words.say('listing.activeFilters')}>
      {chosen.map(({ facet, value }) => (
        <FilterTag
          key={`${facet.key}/${JSON.stringify(value)}`}
          facet={facet}
          value={value}
          room={room}
          store={store}
          change={change}
        />
      ))}
      <Button size="small" variant="minimal" onClick={() => change({ ...state, text: '', chosen: {} })}>
        {words.say('listing.clearAll')}
      </Button>
    </div>
  );
});
