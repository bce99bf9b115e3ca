// Facets with their counts, as checkboxes. Counts come with every answer and hold under all other filters.

import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import type { FacetMore, FacetValue } from 'src/model/generated/wire.ts';
import { isLevel } from 'src/model/access/levels.ts';
import type { Facet } from 'src/model/schema/TypeView.ts';
import { facetWord, valueWord, type FacetRoom } from 'src/client/search/facetWords.tsx';
import type { ListingPartProps } from 'src/client/search/Listing.tsx';
import { isChosen, toggleChosen } from 'src/client/search/listingState.ts';
import { useClient } from 'src/client/useClient.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { LEVEL_ICONS } from 'src/client/ui/LevelTag.tsx';
import { useWords } from 'src/client/ui/words.ts';

const SHOWN = 7;
const MORE = 200;

const isValue = (entry: FacetValue | FacetMore): entry is FacetValue => 'value' in entry;

interface FacetProps extends ListingPartProps {
  readonly facet: Facet;
  readonly room: FacetRoom;
}

const Choice = observer(({ facet, entry, room, store, change }: FacetProps & { readonly entry: FacetValue }) => {
  const { chosen } = store.state;
  const name = valueWord(facet, entry.value, room, entry.label);
  if (name === undefined) return null;
  const checked = isChosen(chosen, facet.key, entry.value);
  return (
    <li>
      <label className="kk-facet-value">
        <input
          type="checkbox"
          checked={checked}
          onChange={() => change({ ...store.state, chosen: toggleChosen(chosen, facet.key, entry.value) })}
        />
        {facet.kind === 'LEVEL' && isLevel(entry.value) && <Icon name={LEVEL_ICONS[entry.value]} />}
        <span className="kk-facet-name">{name}</span>{' '}
        <span className="kk-facet-count">{room.words.intl.formatNumber(entry.count)}</span>
      </label>
    </li>
  );
});

const OneFacet = observer((props: FacetProps) => {
  const { facet, room, store } = props;
  const id = useId();
  const { alerts } = useClient();
  const [open, setOpen] = useState(false);
  const answer = store.facets[facet.key] ?? [];
  const values = answer.filter(isValue);
  const more = answer.reduce((sum, entry) => sum + (isValue(entry) ? 0 : entry.more), 0);
  const { chosen } = store.state;
  if (values.length === 0) return null;
  const shown = open ? values : values.filter((entry, at) => at < SHOWN || isChosen(chosen, facet.key, entry.value));
  const hidden = values.length - shown.length + more;
  const showMore = (): void => {
    setOpen(true);
    if (more > 0) store.facetValues(facet.key, MORE).catch((thrown: unknown) => alerts.error(thrown));
  };
  return (
    <section className="kk-facet" aria-labelledby={id}>
      <h3 id={id}>{facetWord(facet, room)}</h3>
      <ul className="kk-plain-list">
        {shown.map((entry) => (
          <Choice key={JSON.stringify(entry.value)} {...props} entry={entry} />
        ))}
      </ul>
      {(hidden > 0 || open) && (
        <Button
          size="small"
          variant="minimal"
          aria-describedby={id}
          onClick={() => (open && more === 0 ? setOpen(false) : showMore())}
        >
          {open && more === 0 ? room.words.say('facets.fewer') : room.words.say('facets.more', { count: hidden })}
        </Button>
      )}
    </section>
  );
});

export const FacetPanel = observer(({ id, ...props }: ListingPartProps & { readonly id: string }) => {
  const client = useClient();
  const words = useWords();
  const { plan } = props.store;
  return (
    <aside id={id} className="kk-facets" aria-label={words.say('facets.title')}>
      {plan.facets.map((facet) => (
        <OneFacet key={facet.key} {...props} facet={facet} room={{ client, words, plan }} />
      ))}
    </aside>
  );
});
