// The line above the results: how many, filters on narrow columns, sort, display.

import { observer } from 'mobx-react-lite';
import { deepEqual } from 'src/base/deepEqual.ts';
import { BEST_MATCH } from 'src/model/query/queryKeys.ts';
import { DISPLAY_FACTS, type DisplayMode } from 'src/model/generated/displays.ts';
import { displayParts } from 'src/client/displays/displayRegistry.ts';
import type { ListingPartProps } from 'src/client/listing/ListingStore.ts';
import { usePartCommands } from 'src/client/navigation/usePartCommands.ts';
import { openingFilterOf, sortOfDisplay, sortsFor } from 'src/model/listing/listingPlan.ts';
import { orderLabel, sortLabel } from 'src/client/listing/sortLabels.ts';
import type { SortBy } from 'src/model/listing/listingState.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { MenuButton, type MenuPart } from 'src/client/ui/Menu.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { whenLoaded } from 'src/client/ui/whenLoaded.tsx';

const LazySavedSearches = whenLoaded(async () => (await import('src/client/search/SavedSearches.tsx')).SavedSearches);

const SortMenu = observer(({ store, change }: ListingPartProps) => {
  const messages = useMessages();
  const { sort, plan, state } = store;
  const choose = (next: SortBy | undefined): void => change({ ...state, sort: next });
  const sorts = sortsFor(plan, state);
  const current = sorts.find(({ key }) => key === sort.key);
  const isMatch = sort.key === BEST_MATCH;
  const parts: readonly MenuPart[] = [
    ...sorts.map((each) => ({
      key: each.key,
      text: sortLabel(store, messages, each),
      checked: each.key === sort.key,
      choice: 'one' as const,
      onClick: () => choose(each.key === BEST_MATCH ? undefined : { key: each.key, order: each.order }),
    })),
    ...(isMatch ? [] : [{ key: 'order', divider: true as const }]),
    ...(isMatch ? [] : (['asc', 'desc'] as const)).map((order) => ({
      key: order,
      text: orderLabel(store, messages, { key: sort.key, order }),
      checked: sort.order === order,
      choice: 'one' as const,
      onClick: () => choose({ key: sort.key, order }),
    })),
  ];
  return (
    <MenuButton
      label={messages.format('sorts.title')}
      parts={parts}
      opener={(opener) => (
        <Button {...opener} variant="outlined" endIcon="caret-down" className="kk-tool">
          <span className="kk-unseen">{messages.format('sorts.title')}: </span>
          <span className="kk-sort-name">{current ? sortLabel(store, messages, current) : sort.key}</span>
          <Icon name={isMatch ? 'sort' : sort.order === 'asc' ? 'arrow-up' : 'arrow-down'} />
        </Button>
      )}
    />
  );
});

const DisplaySwitch = observer(({ store, change }: ListingPartProps) => {
  const messages = useMessages();
  const { narrowedPlan: plan } = store;
  if (plan.displays.length < 2) return null;
  // A display with its own order replaces the chosen order, and a display with columns removes the filter that would hide columns. Both
  // come back with the next display.
  const show = (mode: DisplayMode): void => {
    const isOrdered = sortOfDisplay(plan, mode) !== undefined;
    const { before, state } = store;
    const { sort } = state;
    const opening = openingFilterOf(plan, mode);
    const filters = Object.entries({ ...before.chosen, ...state.chosen });
    const hides = ([key, values]: (typeof filters)[number]): boolean => deepEqual(opening[key], values);
    store.before = { sort: isOrdered ? sort : undefined, chosen: Object.fromEntries(filters.filter(hides)) };
    const chosen = Object.fromEntries(filters.filter((filter) => !hides(filter)));
    change({ ...state, chosen, display: mode, sort: isOrdered ? undefined : (sort ?? before.sort) });
  };
  return (
    <>
      <div className="kk-segments" role="group" aria-label={messages.format('displays.title')}>
        {plan.displays.map((mode) => (
          <IconButton
            key={mode}
            icon={DISPLAY_FACTS[mode].icon}
            variant="outlined"
            label={messages.format(`displays.${mode}`)}
            aria-pressed={store.display === mode}
            active={store.display === mode}
            onClick={() => show(mode)}
          />
        ))}
      </div>
      {/* Used when there is no space for all buttons (search.css). */}
      <span className="kk-displays-menu">
        <MenuButton
          label={messages.format('displays.title')}
          parts={plan.displays.map((mode) => ({
            key: mode,
            text: messages.format(`displays.${mode}`),
            checked: store.display === mode,
            choice: 'one' as const,
            onClick: () => show(mode),
          }))}
          opener={(opener) => (
            <IconButton
              {...opener}
              icon={DISPLAY_FACTS[store.display].icon}
              variant="outlined"
              label={`${messages.format('displays.title')}: ${messages.format(`displays.${store.display}`)}`}
            />
          )}
        />
      </span>
    </>
  );
});

interface ListingBarProps extends ListingPartProps {
  readonly facetsId: string | undefined;
  readonly facetsOpen: boolean;
  readonly toggleFacets: () => void;
  readonly print: () => void;
  readonly exportAs: () => void;
  /** Undefined where the reader can add no records. */
  readonly importTable: (() => void) | undefined;
  /** The results have been outdated for a while. */
  readonly late: boolean;
}

export const ListingBar = observer((props: ListingBarProps) => {
  const { store, change, facetsId, facetsOpen, toggleFacets, print, exportAs, importTable, late } = props;
  const messages = useMessages();
  const chosen = Object.values(store.state.chosen).flat().length;
  const Tools = displayParts(store.display).tools;
  const tools = [
    { key: 'print', icon: 'print', text: messages.format('print.all'), onClick: print },
    { key: 'export', icon: 'export', text: messages.format('export.open'), onClick: exportAs },
    ...(importTable
      ? [{ key: 'import', icon: 'import', text: messages.format('importTable.part'), onClick: importTable }]
      : []),
  ];
  usePartCommands(tools);
  const isCounted = store.status === 'ready' && !store.refreshing && !store.isEmpty;
  return (
    <div className="kk-listing-bar">
      <span className="kk-count">{isCounted && messages.format('listing.count', { count: store.total })}</span>
      {late && <span className="kk-soft kk-fetching">{messages.format('search.fetching')}</span>}
      {isCounted && store.narrowed && store.all !== undefined && (
        <span className="kk-soft kk-count-of">{messages.format('listing.countOf', { all: store.all })}</span>
      )}
      <span className="kk-fill" />
      {store.plan.facets.length > 0 && (
        <Button
          icon="filter"
          className={chosen > 0 ? 'kk-facets-toggle' : 'kk-facets-toggle kk-tool-worded'}
          aria-expanded={facetsOpen}
          aria-controls={facetsId}
          onClick={toggleFacets}
        >
          <span className="kk-tool-word">{messages.format('facets.title')}</span>
          {chosen > 0 && <span> {chosen}</span>}
        </Button>
      )}
      {store.plan.facets.length > 0 && (
        <span className="kk-facets-fold">
          <IconButton
            icon="filter"
            variant="outlined"
            label={messages.format('facets.title')}
            aria-expanded={!store.state.facetsHidden}
            aria-controls={facetsId}
            active={!store.state.facetsHidden}
            onClick={() => change({ ...store.state, facetsHidden: store.state.facetsHidden ? undefined : true })}
          />
        </span>
      )}
      <LazySavedSearches store={store} change={change} />
      {!DISPLAY_FACTS[store.display].ownOrder && <SortMenu store={store} change={change} />}
      {Tools && <Tools store={store} change={change} />}
      <DisplaySwitch store={store} change={change} />
      <span className="kk-listing-tools">
        {tools.map(({ key, icon, text, onClick }) => (
          <IconButton key={key} icon={icon} label={text} onClick={onClick} />
        ))}
      </span>
      {/* Used when there is no space for all buttons (search.css). */}
      <span className="kk-listing-more">
        <MenuButton
          label={messages.format('listing.tools')}
          parts={tools}
          opener={(opener) => <IconButton {...opener} icon="more" label={messages.format('listing.tools')} />}
        />
      </span>
    </div>
  );
});
