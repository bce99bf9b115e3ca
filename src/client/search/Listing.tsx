// Body of every listing: filters above and at the side, results in the chosen display.

import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { type MouseEvent, type ReactNode, Suspense, useCallback, useEffect, useId, useState } from 'react';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { useLoadAhead } from 'src/client/forms/LaterItemForm.ts';
import { useExport } from 'src/client/exchange/useExport.tsx';
import { displayParts } from 'src/client/displays/displayRegistry.ts';
import { ActiveFilters } from 'src/client/search/ActiveFilters.tsx';
import { FacetPanel } from 'src/client/search/FacetPanel.tsx';
import { ListingBar } from 'src/client/search/ListingBar.tsx';
import { displayOf, sameFilters, sortOf } from 'src/model/listing/listingPlan.ts';
import {
  NOTHING_CHOSEN,
  stateForHistory,
  withoutFilters,
  writeState,
  type ListingState,
} from 'src/model/listing/listingState.ts';
import type { ListingPartProps, ListingStore } from 'src/client/listing/ListingStore.ts';
import { NewMarks, useNewMarks } from 'src/client/listing/newMarks.ts';
import { QueryInput } from 'src/client/search/QueryInput.tsx';
import { SelectionBar } from 'src/client/search/SelectionBar.tsx';
import { usePrint } from 'src/client/search/usePrint.tsx';
import { focusResults, useResultKeys } from 'src/client/search/useResultKeys.ts';
import { useClient } from 'src/client/useClient.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Later } from 'src/client/ui/Later.tsx';
import { lazyOf } from 'src/client/ui/lazyOf.ts';
import { DELAYS, useDelayed, Loading } from 'src/client/ui/Loading.tsx';
import { useBackCloses } from 'src/client/ui/useBackCloses.ts';
import { Band, Empty } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { DISPLAY_FACTS } from 'src/model/generated/displays.ts';
import { whenLoaded } from 'src/client/ui/whenLoaded.tsx';
import 'src/client/search/search.css';

/** Similar words that are named for each typed one. */
const NAMED_PER_WORD = 3;

const LazyListingFailed = whenLoaded(async () => (await import('src/client/search/ListingFailed.tsx')).ListingFailed);

/** Returns a text that says which typed words were not found, and which similar ones are shown. */
const useSimilarText = ({ replaced, status, isEmpty }: ListingStore): string | undefined => {
  const messages = useMessages();
  if (replaced.length === 0 || status !== 'ready' || isEmpty) return undefined;
  const named = (words: readonly string[]): string => messages.intl.formatList(words.map((word) => `“${word}”`));
  return messages.format('listing.similar', {
    words: named(replaced.map(({ word }) => word)),
    similar: named(replaced.flatMap(({ by }) => by.slice(0, NAMED_PER_WORD))),
  });
};

/** Counts are announced by screen readers once per answer, with the words that were replaced. */
const useCountAnnounced = (store: ListingStore): void => {
  const { alerts } = useClient();
  const messages = useMessages();
  const { version, status, total } = store;
  const similar = useSimilarText(store);
  useEffect(() => {
    if (status !== 'ready' || version === 0) return;
    const count = messages.format('listing.announce', { count: total });
    alerts.announce(similar === undefined ? count : `${similar} ${count}`);
  }, [alerts, messages, version, status, total, similar]);
};

const NoResults = observer(({ store, change }: ListingPartProps) => {
  const messages = useMessages();
  const clear = (
    <Button icon="cross" onClick={() => change(withoutFilters(store.state))}>
      {messages.format('listing.clearAll')}
    </Button>
  );
  return store.narrowed ? (
    <Empty icon="search" title={messages.format('listing.noneFound')} action={clear}>
      {messages.format('listing.noneFoundHint')}
    </Empty>
  ) : (
    <Empty icon="inbox" title={messages.format('listing.empty')}>
      {messages.find(`screens.${store.plan.screen ?? ''}.empty`) ??
        messages.format(
          store.plan.empty ?? (store.plan.create.length > 0 ? 'listing.emptyCreate' : 'listing.emptyHint'),
        )}
    </Empty>
  );
});

const Results = observer(({ store, change }: ListingPartProps) => {
  if (store.status === 'loading' && !DISPLAY_FACTS[store.display].shownEmpty) return <Loading />;
  if (store.status === 'failed') return <LazyListingFailed store={store} />;
  if (store.isEmpty) return <NoResults store={store} change={change} />;
  const Display = displayParts(store.display).component;
  return (
    <Suspense fallback={<Loading />}>
      <Display key={store.display} store={store} change={change} />
    </Suspense>
  );
});

const Newer = observer(({ store }: { readonly store: ListingStore }) => {
  const messages = useMessages();
  if (store.newer === 0) return null;
  return (
    <div className="kk-newer">
      <Button size="small" icon="refresh" onClick={() => void store.load()}>
        {messages.format('listing.newer', { count: store.newer })}
      </Button>
    </div>
  );
});

const OfflineNotePart = lazyOf(async () => (await import('src/client/navigation/OfflineNote.tsx')).OfflineNote);

/** Says that the rows come from this device. */
const CopiedList = observer(({ store: { copy, ids } }: { readonly store: ListingStore }) =>
  copy ? (
    <Later>
      <OfflineNotePart at={copy.at} rows={{ here: ids.length, all: copy.of }} />
    </Later>
  ) : null,
);

const SimilarWords = observer(({ store }: { readonly store: ListingStore }) => {
  const similar = useSimilarText(store);
  return similar === undefined ? null : <p className="kk-similar">{similar}</p>;
});

const ValueOffersPart = lazyOf(async () => (await import('src/client/search/ValueOffers.tsx')).ValueOffers);

/** Offers the filters that the typed words name. */
const OfferedFilters = observer(({ store, change }: ListingPartProps) =>
  store.state.text === '' || store.copy ? null : (
    <Later>
      <ValueOffersPart store={store} change={change} />
    </Later>
  ),
);

/** Says what the marks are, and takes them away. */
const MarkedAsNew = observer(({ store, change, count }: ListingPartProps & { readonly count: number }) => {
  const messages = useMessages();
  if (store.state.notice === undefined || count === 0) return null;
  const { notice: _, ...state } = store.state;
  return (
    <div className="kk-marked-new">
      <span role="status">{messages.format('listing.markedNew', { count })}</span>
      <Button size="small" icon="cross" onClick={() => change({ ...state, sort: undefined })}>
        {messages.format('listing.unmarkNew')}
      </Button>
    </div>
  );
});

/** Shown when more results could not be loaded while scrolling; loads them again as soon as there is a connection. */
const MoreFailed = observer(({ store }: { readonly store: ListingStore }) => {
  const { connection } = useClient();
  const messages = useMessages();
  const { moreFailed } = store;
  useEffect(
    () => (moreFailed ? connection.onAuthed(() => void store.tryMore()) : undefined),
    [connection, moreFailed, store],
  );
  if (!moreFailed) return null;
  return (
    <div role="status">
      <Band
        tone="warning"
        actions={
          <Button size="small" icon="refresh" onClick={() => void store.tryMore()}>
            {messages.format('app.tryAgain')}
          </Button>
        }
      >
        {messages.format('listing.moreFailed')}
      </Band>
    </div>
  );
});

/** Tells navigation the ids of the results, so that an item opened from this listing has “previous” and “next”. */
const useResultsNoted = ({ status, ids, total }: ListingStore): void => {
  const { navigation } = useClient();
  const column = useColumn();
  useEffect(() => {
    if (status !== 'ready') return undefined;
    // Navigation keeps only the results around the open item: those around the next one are noted when it opens.
    return reaction(
      () => navigation.cells[column + 1]?.itemId,
      () => navigation.noteResults(column, ids, total),
      { fireImmediately: true },
    );
  }, [navigation, column, status, ids, total]);
};

/**
 * Returns true if both states share one entry of the browser history: they differ only in the typed text, or in how and where the display
 * shows the results.
 */
const sharesHistoryEntry = (one: ListingState, two: ListingState): boolean => {
  const [{ text: before, ...other }, { text, ...others }] = [stateForHistory(one), stateForHistory(two)];
  return (before === text || (before !== '' && text !== '')) && JSON.stringify(other) === JSON.stringify(others);
};

/** Keeps the position when only the display changes or the order stays the same. */
const withPlace = ({ plan, state: before, here }: ListingStore, next: ListingState): ListingState => {
  const isOrdered = JSON.stringify(sortOf(plan, before)) === JSON.stringify(sortOf(plan, next));
  const stays = sameFilters(plan, before, next) && (isOrdered || displayOf(plan, before) !== displayOf(plan, next));
  return { ...next, at: stays ? here : undefined };
};

interface ListingProps {
  readonly store: ListingStore;
  /** Receives the state if the column's parameter also contains something else. */
  readonly setParam?: (param: string | undefined, replace: boolean) => void;
  /** Actions on the selected results that replace those of every listing. */
  readonly bulk?: ReactNode;
  /** Opens the import of a table. Undefined where the reader can add nothing. */
  readonly importTable?: (() => void) | undefined;
}

/**
 * Returns the function that applies every change of the state. It stays the same function, so that the components with the choices are not
 * rendered again.
 */
const useListingChange = (store: ListingStore, setParam: ListingProps['setParam']): ListingPartProps['change'] => {
  const { navigation } = useClient();
  const column = useColumn();
  return useCallback(
    (state: ListingState): void => {
      // An empty state that was chosen is not the state a screen starts with, so it is written as one.
      const nothing = Object.keys(store.plan.start.chosen).length > 0 ? NOTHING_CHOSEN : undefined;
      const written = writeState(withPlace(store, state)) ?? nothing;
      const replace = sharesHistoryEntry(store.state, state);
      if (setParam) setParam(written, replace);
      else navigation.setParam(column, written, replace);
    },
    [store, setParam, navigation, column],
  );
};

export const Listing = observer(({ store, setParam, bulk, importTable }: ListingProps) => {
  const facetsId = useId();
  const messages = useMessages();
  const [facetsOpen, setFacetsOpen] = useState(false);
  const resultsId = `${facetsId}-results`;
  // In a wide column, the filters cover nothing.
  useBackCloses(facetsOpen, () => {
    if (document.getElementById(resultsId)?.checkVisibility({ visibilityProperty: true }) !== false) return false;
    setFacetsOpen(false);
    return true;
  });
  // The address is the columns' own, so the link does not go into it.
  const skip = (event: MouseEvent): void => {
    event.preventDefault();
    focusResults(resultsId);
  };
  useResultKeys(resultsId);
  useCountAnnounced(store);
  useResultsNoted(store);
  useLoadAhead({ isShown: store.status === 'ready', edits: store.plan.create[0]?.name });
  const { print, paper } = usePrint(store);
  const { open, dialog } = useExport();
  const exportAs = (): void => open({ store });
  const marks = useNewMarks(store.state);
  const change = useListingChange(store, setParam);
  const late = useDelayed(store.refreshing, DELAYS.busy);
  return (
    <div className={`kk-listing${facetsOpen ? ' kk-listing-facets-open' : ''}`}>
      <div className="kk-listing-head">
        <QueryInput store={store} change={change} />
        <ListingBar
          store={store}
          change={change}
          facetsId={store.copy ? undefined : facetsId}
          facetsOpen={facetsOpen}
          toggleFacets={() => setFacetsOpen(!facetsOpen)}
          print={print}
          exportAs={exportAs}
          importTable={importTable}
          late={late}
        />
      </div>
      <div className={`kk-listing-split${store.isEmpty ? ' kk-listing-nothing' : ''}`}>
        <a className="kk-skip" href={`#${resultsId}`} onClick={skip}>
          {messages.format('listing.skip')}
        </a>
        {store.plan.facets.length > 0 && !store.copy && (facetsOpen || !store.state.facetsHidden) && (
          <FacetPanel id={facetsId} store={store} change={change} close={() => setFacetsOpen(false)} />
        )}
        <div
          className={late ? 'kk-results kk-outdated' : 'kk-results'}
          id={resultsId}
          aria-busy={store.refreshing || store.status === 'loading'}
        >
          {/* Above the results only: the facets do not move under the pointer that chooses a value. */}
          <ActiveFilters store={store} change={change} />
          {/* The browser's own menu prints the page, which holds the rows in view. */}
          {store.total > 0 && <p className="kk-print-part">{messages.format('print.part', { total: store.total })}</p>}
          <CopiedList store={store} />
          <OfferedFilters store={store} change={change} />
          <SimilarWords store={store} />
          <Newer store={store} />
          <MarkedAsNew store={store} change={change} count={marks.size} />
          <NewMarks value={marks}>
            <Results store={store} change={change} />
          </NewMarks>
          <MoreFailed store={store} />
          {bulk ?? <SelectionBar store={store} exportAs={exportAs} />}
        </div>
      </div>
      {paper}
      {dialog}
    </div>
  );
});
