// MAP display: the result of a listing on a map, with a list of the features in view. Query, selection and open item are the same as in
// every other display. The view or a drawn area becomes a filter of the listing and part of its address.

import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useColoursBy } from 'src/client/displays/map/useColoursBy.tsx';
import type { DisplayProps } from 'src/client/displays/Display.ts';
import { ResultRow } from 'src/client/displays/ResultRow.tsx';
import { SelectBox } from 'src/client/displays/SelectBox.tsx';
import { useOpenRow } from 'src/client/displays/useOpenRow.ts';
import type { Bounds } from 'src/client/fields/text/geometry.ts';
import 'src/client/intl/laterMessages.ts';
import { crowdBounds } from 'src/client/map/crowdBounds.ts';
import { DrawBar } from 'src/client/map/DrawBar.tsx';
import type { FeatureSet } from 'src/client/map/FeatureSet.ts';
import { lastViewOf } from 'src/client/map/lastView.ts';
import { MapList } from 'src/client/map/MapList.tsx';
import type { MapController, MapPlace } from 'src/client/map/MapController.ts';
import { MapNotes } from 'src/client/map/MapNotes.tsx';
import { MapPopup } from 'src/client/map/MapPopup.tsx';
import { MapView } from 'src/client/map/MapView.tsx';
import { boundsAsked, useAreaSearch } from 'src/client/map/useAreaSearch.ts';
import { useFeatureLayer } from 'src/client/map/useFeatureLayer.ts';
import { useFeatureSet } from 'src/client/map/useFeatureSet.ts';
import { useHit } from 'src/client/map/useHit.ts';
import { useListingLegend, useListingPaper } from 'src/client/map/useListingPaper.ts';
import { useMap } from 'src/client/map/useMap.ts';
import { useViewEntries } from 'src/client/map/useViewEntries.ts';
import { stateWithin } from 'src/client/listing/placeFilters.ts';
import type { ListingState } from 'src/model/listing/listingState.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { useClient } from 'src/client/useClient.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { Area } from 'src/model/geo/geoJson.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import 'src/client/displays/displays.css';

interface RowProps {
  readonly id: ItemId;
  readonly store: ListingStore;
  /** True next to the map; the popup has no selection. */
  readonly choosable?: boolean;
}

const MapRow = observer(({ id, store, choosable = false }: RowProps) => {
  const { openId, note } = useOpenRow(store);
  return (
    <>
      {choosable && <SelectBox store={store} id={id} />}
      <ResultRow
        {...{ id, note }}
        words={store.words}
        open={id === openId}
        frame={choosable ? 'row' : 'popup'}
        display={({ view }) => view.row}
        named={store.plan.types.length > 1}
        level="none"
      />
    </>
  );
});

interface Searched {
  /** Number of results outside of the view to which the map opened. */
  readonly far: number;
  readonly place: MapPlace | undefined;
  readonly note: (place: MapPlace) => void;
  /** Changes the listing to a search by the view or a drawn area, without moving the map. */
  readonly stay: (next: ListingState) => void;
}

const boundsKey = (asked: Bounds | undefined): string => asked?.join(' ') ?? '';

interface FirstView {
  /** Bounds in the address. */
  readonly asked: Bounds | undefined;
  /** True if the map was created with the view that the person last had of this listing. */
  readonly kept: boolean;
}

/** View when all results were loaded, or when it was last searched. An address with a view leads there. */
const useSearched = (map: MapController | undefined, set: FeatureSet, { asked, kept }: FirstView): Searched => {
  const { state, bounds: all } = set;
  const fitted = useRef<string>(undefined);
  const [place, note] = useState<MapPlace>();
  const [far, setFar] = useState(0);
  const key = boundsKey(asked);
  const done = state === 'READY_SUCCESS' || state === 'READY_EMPTY';
  const around = boundsKey(all);
  useEffect(() => {
    if (!map || !done || fitted.current === key) return;
    const back = fitted.current !== undefined && key === '';
    fitted.current = key;
    // Removing a filter does not move the map.
    if (back) return;
    const isAsked = key !== '';
    let count = 0;
    if (isAsked || !(kept || map.isMoved)) {
      const crowd = isAsked || set.tiled ? undefined : crowdBounds(set.features.values());
      const wanted = isAsked ? key : around;
      const bounds =
        crowd?.bounds ?? (wanted === '' ? undefined : (wanted.split(' ').map(Number) as unknown as Bounds));
      count = crowd?.far ?? 0;
      if (bounds) map.fit(bounds, { glide: false, ...(isAsked ? { pad: 0 } : {}) });
    }
    // The place is read before it is drawn: by then, the person may have moved the map.
    const fittedPlace = map.placeNow();
    map.map.once('rendercomplete', () => {
      note(fittedPlace ?? map.place);
      setFar(count);
    });
  }, [map, done, around, key, kept, set]);
  const stay = (next: ListingState): void => {
    fitted.current = boundsKey(boundsAsked(next));
  };
  return { far, place, note, stay };
};

/** Creates the map with the bounds in the address, or with the view that the person last had of this listing: `kept` is then true. */
const useListingMap = (asked: Bounds | undefined): ReturnType<typeof useMap> & { readonly kept: boolean } => {
  const { site, session, navigation } = useClient();
  const cell = navigation.cells[useColumn()];
  const [last] = useState(() => session.user && lastViewOf(session.user.$id, cell));
  const used = useMap({ bounds: asked ?? last ?? site.defaultBounds, keepsView: true });
  return { ...used, kept: last !== undefined };
};

/** Brings the open item into the view of the map. */
const useOpenIn = (map: MapController | undefined, set: FeatureSet, openId: string | undefined): void => {
  const box = openId === undefined ? undefined : set.features.get(openId)?.bbox;
  useEffect(() => {
    if (map && box) map.bringIn(box);
  }, [map, box]);
};

const TakeFromFile = lazy(() =>
  import('src/client/geoFiles/TakeFromFile.tsx').then((module) => ({ default: module.TakeFromFile })),
);
const AREA_KINDS: readonly string[] = ['Polygon', 'MultiPolygon'] satisfies readonly Area['type'][];

export const MapDisplay = observer(({ store, change }: DisplayProps) => {
  const messages = useMessages();
  const { openId } = useOpenRow(store);
  const { plan, wholeQuery, selection } = store;
  const { max: _, ...query } = wholeQuery;
  const set = useFeatureSet({ query, types: plan.types.map(({ name }) => name), everything: true });
  const sets = useMemo(() => [set], [set]);
  const asked = boundsAsked(store.state);
  const { host, map, kept } = useListingMap(asked);
  const { hit, close, pointed, point } = useHit(map, sets);
  const chosen = selection.all ? [...set.features.keys()] : selection.ids;
  const colours = useColoursBy(set, plan, map?.theme.dark === true);
  const { sorted } = colours;
  useFeatureLayer(map, set, { selected: chosen.join(' '), open: openId, pointed, ...(sorted && { sorted }) });
  const searched = useSearched(map, set, { asked, kept });
  const ofTypes = useListingLegend(set, plan);
  const legend = colours.legend ?? ofTypes;
  useListingPaper(store, map, legend);
  const searchOnMap = (next: ListingState): void => {
    searched.stay(next);
    change(next);
  };
  const { editor, take } = useAreaSearch(map, {
    ...{ state: store.state, change: searchOnMap, show: change },
    focus: () => map?.focus(),
  });
  const [taking, setTaking] = useState(false);
  useOpenIn(map, set, openId);
  const view = useViewEntries(map, sets);
  const all = set.bounds;
  const showAll = all && map ? () => map.fit(all) : undefined;
  return (
    <div className="kk-map-display">
      <MapList view={view} point={point} openId={openId} row={(id) => <MapRow id={id} store={store} choosable />} />
      <MapView
        host={host}
        map={map}
        name={messages.format('map.name', {
          name: plan.screen === undefined ? messages.type(plan.types[0]?.name ?? '') : messages.screen(plan.screen),
        })}
        description={messages.format('map.shows', { count: view.count, all: set.count })}
        legend={legend}
        fitAll={showAll}
        opens
      >
        <MapNotes
          map={map}
          set={set}
          found={store.total}
          place={map?.place}
          searched={searched.place}
          far={searched.far}
          showAll={showAll}
          editor={editor}
          takeFile={() => setTaking(true)}
          searchHere={(place) => {
            searched.note(place);
            searchOnMap(stateWithin(store.state, place.bounds));
          }}
        />
        {colours.control}
        {editor && <DrawBar editor={editor} />}
        {map && hit && <MapPopup map={map} hit={hit} close={close} row={(id) => <MapRow id={id} store={store} />} />}
      </MapView>
      {taking && (
        <Suspense fallback={null}>
          <TakeFromFile
            kinds={AREA_KINDS}
            title="map.areaFromFile"
            close={() => setTaking(false)}
            take={(area) => {
              if (take(area as Area)) setTaking(false);
            }}
          />
        </Suspense>
      )}
    </div>
  );
});
