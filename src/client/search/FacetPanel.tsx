// Facets with their counts, as checkboxes. Counts come with every answer and hold under all other filters.

import { compareStructural, computed } from 'mobx';
import { observer } from 'mobx-react-lite';
import { lazy, type PointerEvent, Suspense, useDeferredValue, useId, useMemo, useState } from 'react';
import type { FacetMore, FacetValue } from 'src/model/generated/wire.ts';
import { isLevel, LEVELS } from 'src/model/access/levels.ts';
import type { Facet } from 'src/model/schema/TypeView.ts';
import { facetLabel, isLabelLoading, valueLabel, type FacetContext } from 'src/client/listing/facetLabels.tsx';
import { type FacetEntries, FacetSearch, useFoundValues } from 'src/client/search/FacetSearch.tsx';
import type { ListingPartProps } from 'src/client/listing/ListingStore.ts';
import { includesValue, toggleChosen, type ListingState } from 'src/model/listing/listingState.ts';
import type { Chosen } from 'src/model/query/facetValues.ts';
import { useClient } from 'src/client/useClient.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { DELAYS, useDelayed, WordLoading } from 'src/client/ui/Loading.tsx';
import { LEVEL_ICONS } from 'src/client/ui/LevelTag.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

const RangeInputs = lazy(() =>
  import('src/client/search/RangeInputs.tsx').then((module) => ({ default: module.RangeInputs })),
);

const VALUES_SHOWN = 7;
/** A button for fewer than this would take as much space as they do. */
const WORTH_HIDING = 3;
const MORE = 200;
/** Fewer are seen at a glance. */
const WORTH_SEARCHING = 15;

const LEVEL_ORDER: readonly FacetValue['value'][] = LEVELS;

const isFacetValue = (entry: FacetValue | FacetMore): entry is FacetValue => 'value' in entry;

const NO_ENTRIES: FacetEntries = [];
const NONE_CHOSEN: Chosen[string] = [];

interface FacetProps extends ListingPartProps {
  readonly facet: Facet;
  readonly context: FacetContext;
}

interface OneFacetProps extends FacetProps {
  readonly entries: FacetEntries;
  /** The number of results that the entries were counted in. */
  readonly total: number;
}

/** All that it shows, so that it is drawn again only when that has changed. */
interface ChoiceProps extends FacetProps, FacetValue {
  readonly checked: boolean;
  /** Its part of the largest count, drawn as a bar: the buckets of a range together are a small histogram. */
  readonly share: number | undefined;
}

const FacetChoice = observer(({ facet, value, count, label, checked, share, context, store, change }: ChoiceProps) => {
  const name = valueLabel(facet, value, context, label);
  // A related item that the reader may not know has no name.
  if (name === undefined && !isLabelLoading(facet, value, context, label)) return null;
  const chosenNext = (): ListingState => ({
    ...store.state,
    chosen: toggleChosen(store.state.chosen, facet.key, value),
  });
  // A finger may be about to scroll, and only the main button chooses.
  const press = ({ pointerType, button }: PointerEvent): void => {
    if (pointerType === 'mouse' && button === 0) store.askAhead(chosenNext());
  };
  return (
    <li>
      <label className="kk-facet-value" onPointerDown={press}>
        <input type="checkbox" checked={checked} onChange={() => change(chosenNext())} />
        {facet.kind === 'LEVEL' && isLevel(value) && <Icon name={LEVEL_ICONS[value]} />}
        <span className="kk-facet-name">{name ?? <WordLoading />}</span>{' '}
        <span className="kk-facet-count">{context.messages.intl.formatNumber(count)}</span>
        {share !== undefined && <span aria-hidden className="kk-facet-bar" style={{ inlineSize: `${share * 100}%` }} />}
      </label>
    </li>
  );
});

interface FacetHeadProps {
  readonly id: string;
  readonly name: string;
  readonly folded: boolean;
  /** Values chosen here, counted in the heading while they are folded away. */
  readonly chosen: number;
  readonly toggle: () => void;
}

const FacetHead = ({ id, name, folded, chosen, toggle }: FacetHeadProps) => {
  const messages = useMessages();
  return (
    <h3>
      <button type="button" id={id} className="kk-facet-head" aria-expanded={!folded} onClick={toggle}>
        <Icon name={folded ? 'chevron-right' : 'chevron-down'} />
        <span className="kk-facet-name">{name}</span>
        {folded && chosen > 0 && (
          <span className="kk-facet-chosen">{messages.format('facets.chosen', { count: chosen })}</span>
        )}
      </button>
    </h3>
  );
};

/** Returns the values to show: all values of a range, otherwise the first ones and the chosen ones. */
const shownOf = (
  values: readonly FacetValue[],
  open: boolean,
  { kind }: Facet,
  chosen: Chosen[string],
): readonly FacetValue[] => {
  // “None” is always shown, in addition to the first values.
  const named = values.filter(({ value }) => value !== null);
  if (open || kind === 'RANGE' || named.length < VALUES_SHOWN + WORTH_HIDING) return values;
  const first = new Set(named.slice(0, VALUES_SHOWN));
  return values.filter((entry) => first.has(entry) || entry.value === null || includesValue(chosen, entry.value));
};

/** Returns the values of a level facet from open to closed, and those of other facets unchanged. */
const inOwnOrder = ({ kind }: Facet, values: readonly FacetValue[]): readonly FacetValue[] =>
  kind === 'LEVEL'
    ? values.toSorted((one, other) => LEVEL_ORDER.indexOf(one.value) - LEVEL_ORDER.indexOf(other.value))
    : values;

/**
 * Returns true if the fixed filter of the screen allows the value. Counts of a facet ignore the choices in it, so values that the screen
 * excludes must be hidden here.
 */
const isWithinFixed = ({ value }: FacetValue, { facet, store }: FacetProps): boolean => {
  const fixed = store.plan.must[facet.key];
  return !Array.isArray(fixed) || fixed.some((each) => each === value);
};

/** Returns true if all results have the same single value, so that choosing it would change nothing. */
const narrowsNothing = (values: readonly FacetValue[], total: number, chosen: Chosen[string]): boolean =>
  values.length === 1 && values[0]?.count === total && chosen.length === 0;

const OneFacet = observer(({ entries, total, ...props }: OneFacetProps) => {
  const { facet, context, store } = props;
  const id = useId();
  const { alerts } = useClient();
  const [open, setOpen] = useState(false);
  const [folded, setFolded] = useState(false);
  const [typed, setTyped] = useState('');
  // The facet is rendered again only when something else is chosen of it, and not with each change of the listing's state.
  const ofFacet = useMemo(
    () => computed(() => store.state.chosen[facet.key] ?? NONE_CHOSEN, { equals: compareStructural }),
    [store, facet.key],
  );
  const chosen = ofFacet.get();
  const all = inOwnOrder(facet, entries.filter(isFacetValue)).filter((each) => isWithinFixed(each, props));
  const more = entries.reduce((sum, entry) => sum + (isFacetValue(entry) ? 0 : entry.more), 0);
  const { found, outdated } = useFoundValues(store, facet.key, typed);
  const late = useDelayed(outdated, DELAYS.busy);
  if (all.length === 0 || narrowsNothing(all, total, chosen)) return null;
  const name = facetLabel(facet, context);
  const values = found?.filter(isFacetValue) ?? all;
  const shown = shownOf(values, open || found !== undefined, facet, chosen);
  const hidden = values.length - shown.length + more;
  const buckets = facet.kind === 'RANGE' ? values.filter(({ value }) => value !== null) : [];
  const largest = Math.max(...buckets.map(({ count }) => count));
  const showMore = (): void => {
    setOpen(true);
    if (more > 0) store.facetValues(facet.key, MORE).catch((thrown: unknown) => alerts.error(thrown));
  };
  return (
    <section className="kk-facet" aria-labelledby={id}>
      <FacetHead id={id} name={name} folded={folded} chosen={chosen.length} toggle={() => setFolded(!folded)} />
      <div hidden={folded}>
        {facet.kind === 'RANGE' && (
          <Suspense>
            <RangeInputs store={store} change={props.change} facet={facet} name={name} />
          </Suspense>
        )}
        {facet.kind !== 'RANGE' && all.length + more > WORTH_SEARCHING && (
          <FacetSearch name={name} typed={typed} type={setTyped} />
        )}
        {found?.length === 0 && <p className="kk-soft">{context.messages.format('facets.noneFound')}</p>}
        <ul className={late && found ? 'kk-plain-list kk-outdated' : 'kk-plain-list'}>
          {shown.map((entry) => (
            <FacetChoice
              key={JSON.stringify(entry.value)}
              {...props}
              {...entry}
              checked={includesValue(chosen, entry.value)}
              share={buckets.includes(entry) ? entry.count / largest : undefined}
            />
          ))}
        </ul>
        {found === undefined && (hidden > 0 || open) && (
          <Button
            size="small"
            variant="minimal"
            aria-describedby={id}
            onClick={() => (open && more === 0 ? setOpen(false) : showMore())}
          >
            {open && more === 0
              ? context.messages.format('facets.fewer')
              : context.messages.format('facets.more', { count: hidden })}
          </Button>
        )}
      </div>
    </section>
  );
});

interface FacetPanelProps extends ListingPartProps {
  readonly id: string;
  /** Back to the results, where the panel covers them. */
  readonly close: () => void;
}

export const FacetPanel = observer(({ id, close, ...props }: FacetPanelProps) => {
  const client = useClient();
  const messages = useMessages();
  const { narrowedPlan: plan, facets, total, status, outdated, refreshing } = props.store;
  const late = useDelayed(outdated, DELAYS.busy);
  const context = useMemo(() => ({ client, messages, plan }), [client, messages, plan]);
  // The results are shown before the counts.
  const shown = useDeferredValue(useMemo(() => ({ facets, total }), [facets, total]));
  return (
    <aside
      id={id}
      className={late ? 'kk-facets kk-outdated' : 'kk-facets'}
      aria-label={messages.format('facets.title')}
      aria-busy={refreshing || shown.facets !== facets}
    >
      {plan.facets.map((facet) => (
        <OneFacet
          key={facet.key}
          {...props}
          {...{ facet, context }}
          entries={shown.facets[facet.key] ?? NO_ENTRIES}
          total={shown.total}
        />
      ))}
      <div className="kk-facets-close">
        <Button intent="primary" variant="solid" fill onClick={close}>
          {messages.format('facets.showResults', { count: status === 'ready' && !refreshing ? total : 0 })}
        </Button>
      </div>
    </aside>
  );
});
