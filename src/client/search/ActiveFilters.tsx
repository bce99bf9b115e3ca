// Active filters of the listing as tags that can be removed, one by one or all at once.

import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { FilterValue } from 'src/model/generated/wire.ts';
import type { Conditions } from 'src/model/query/savedCriteria.ts';
import type { Facet } from 'src/model/schema/TypeView.ts';
import {
  facetLabel,
  groupLabel,
  isLabelLoading,
  shownLabel,
  type FacetContext,
} from 'src/client/listing/facetLabels.tsx';
import type { ListingPartProps } from 'src/client/listing/ListingStore.ts';
import { facetAt } from 'src/model/listing/listingPlan.ts';
import { isPlaceKey, withoutPlace } from 'src/client/listing/placeFilters.ts';
import { toggleChosen, withoutFilters } from 'src/model/listing/listingState.ts';
import { useClient } from 'src/client/useClient.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { WordLoading } from 'src/client/ui/Loading.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

interface RemovableTagProps {
  readonly name: string;
  readonly remove: () => void;
  /** Contents of the tag, if they are more than its name. */
  readonly children?: ReactNode;
}

/**
 * Looks like the library's tag, which measures at each render whether its words fit and so costs a layout of the page.
 */
const RemovableTag = ({ name, remove, children = name }: RemovableTagProps) => {
  const messages = useMessages();
  return (
    <span className="bp6-tag kk-filter">
      <span className="kk-row">
        {children}
        <IconButton
          icon="cross"
          size="small"
          label={messages.format('listing.removeFilter', { name })}
          onClick={remove}
        />
      </span>
    </span>
  );
};

interface FilterTagProps extends ListingPartProps {
  readonly facet: Facet;
  readonly value: FilterValue;
  readonly context: FacetContext;
}

const FilterTag = observer(({ facet, value, context, store, change }: FilterTagProps) => {
  const of = facetLabel(facet, context);
  const name = `${of}: ${shownLabel(facet, value, context)}`;
  return (
    <RemovableTag
      name={name}
      remove={() => change({ ...store.state, chosen: toggleChosen(store.state.chosen, facet.key, value) })}
    >
      {isLabelLoading(facet, value, context) ? (
        <span>
          {of}: <WordLoading />
        </span>
      ) : (
        name
      )}
    </RemovableTag>
  );
});

interface GroupTagProps extends ListingPartProps {
  readonly list: keyof Conditions;
  readonly at: number;
  readonly context: FacetContext;
}

/** One group of a saved search, or one of its alternatives. */
const GroupTag = observer(({ list, at, context, store, change }: GroupTagProps) => {
  const { conditions } = store.state;
  const group = conditions?.[list][at];
  if (!conditions || !group) return null;
  const left = { ...conditions, [list]: conditions[list].toSpliced(at, 1) };
  const name = groupLabel(group, list === 'groupsShould', context);
  const isLast = left.groups.length + left.groupsShould.length === 0;
  return <RemovableTag name={name} remove={() => change({ ...store.state, conditions: isLast ? undefined : left })} />;
});

export const ActiveFilters = observer(({ store, change }: ListingPartProps) => {
  const client = useClient();
  const messages = useMessages();
  const { state, narrowedPlan: plan } = store;
  const context = { client, messages, plan };
  const places = Object.keys(state.chosen).filter(isPlaceKey);
  const others = Object.entries(state.chosen).filter(([key]) => !isPlaceKey(key));
  const chosen = others.flatMap(([key, values]) => {
    const facet = facetAt(plan, key);
    return values.map((value) => ({ facet, value }));
  });
  const { conditions } = state;
  if (Object.keys(state.chosen).length === 0 && !conditions) return null;
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
      {conditions &&
        (['groups', 'groupsShould'] as const).flatMap((list) =>
          conditions[list].map((group, at) => (
            <GroupTag
              key={`${list}/${JSON.stringify(group)}`}
              list={list}
              at={at}
              context={context}
              store={store}
              change={change}
            />
          )),
        )}
      {places.map((key) => (
        <RemovableTag
          key={key}
          name={messages.format(`map.filters.${key}`)}
          remove={() => change(withoutPlace(state, key))}
        />
      ))}
      <Button size="small" variant="minimal" onClick={() => change(withoutFilters(state))}>
        {messages.format('listing.clearAll')}
      </Button>
    </div>
  );
});
