// The map screen: layers of everything that has a place, what is in view as a list, measuring, printing. Where it looks stands in the address
// as a hash of its bounds; which layers are shown is kept for each person.

import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useId, useState } from 'react';
import { CellHead } from 'src/client/cells/CellHead.tsx';
import { useColumn } from 'src/client/cells/ColumnContext.ts';
import { ItemLink } from 'src/client/cells/ItemLink.tsx';
import type { ScreenViewProps } from 'src/client/cells/screenViews.ts';
import type { Bounds } from 'src/client/forms/text/geometry.ts';
import { boundsOfAll, inView } from 'src/client/map/inView.ts';
import type { FeatureSet } from 'src/client/map/FeatureSet.ts';
import { LayerTree } from 'src/client/map/LayerTree.tsx';
import type { MapFeature } from 'src/client/map/MapFeature.ts';
import { MapLayer } from 'src/client/map/MapLayer.tsx';
import { MapList } from 'src/client/map/MapList.tsx';
import type { MapController, MapHit } from 'src/client/map/MapController.ts';
import { coloursOf, readLayers, type LayerChoice, type LayerKey } from 'src/client/map/mapLayers.ts';
import { MapPopup } from 'src/client/map/MapPopup.tsx';
import { MapView } from 'src/client/map/MapView.tsx';
import { MeasureTool } from 'src/client/map/MeasureTool.tsx';
import { PrintMap } from 'src/client/map/PrintMap.tsx';
import { SHIPPED_SOURCE } from 'src/client/map/shippedBaseMap.ts';
import { useMap } from 'src/client/map/useMap.ts';
import { useClient } from 'src/client/useClient.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { asBounds, hashOfBoundary } from 'src/model/geo/boundsHash.ts';
import 'src/client/displays/displays.css';

const KEPT = 'mapLayers';
const MOST_IN_POPUP = 20;

/** An address that somebody has shortened leads to where the map looks first. */
const boundsOf = (param: string | undefined): Bounds | undefined => {
  if (param === undefined) return undefined;
  try {
    return asBounds(param);
  } catch {
    return undefined;
  }
};

const Row = observer(({ id, openId }: { readonly id: ItemId; readonly openId: ItemId | undefined }) => {
  const messages = useMessages();
  return (
    <div className={`kk-list-row${id === openId ? ' kk-list-row-open' : ''}`}>
      <div className="kk-fill">
        <ItemLink id={id} className="kk-row-title" current={id === openId} />
        <div className="kk-row-summary">{messages.type(id.split('-')[0] ?? '')}</div>
      </div>
    </div>
  );
});

/** The sets of the layers that are shown now. */
const useSets = () => {
  const [sets, setSets] = useState<ReadonlyMap<LayerKey, FeatureSet>>(new Map());
  const note = useCallback((key: LayerKey, set: FeatureSet | undefined): void => {
    setSets((before) => {
      const next = new Map(before);
      if (set) next.set(key, set);
      else next.delete(key);
      return next;
    });
  }, []);
  return { sets, note };
};

interface Follows {
  /** Around everything; undefined until something has come. */
  readonly all: Bounds | undefined;
  readonly loading: boolean;
  readonly param: string | undefined;
}

/** Without an address it looks at everything once; where it looks then is written behind it, as one step of the way back. */
const useAddressFollows = (map: MapController | undefined, { all, loading, param }: Follows): void => {
  const { navigation } = useClient();
  const column = useColumn();
  const [looked, setLooked] = useState(param !== undefined);
  const bounds = map?.place?.bounds;
  const around = loading ? undefined : all?.join(' ');
  useEffect(() => {
    if (looked || !map || around === undefined) return;
    map.fit(around.split(' ').map(Number) as unknown as Bounds, { glide: false });
    map.map.once('moveend', () => setLooked(true));
  }, [map, looked, around]);
  useEffect(() => {
    if (bounds && looked) navigation.setParam(column, hashOfBoundary(bounds), true);
  }, [navigation, column, bounds, looked]);
};

/** What was clicked last, and what the pointer or the focus is on. */
const usePointed = (map: MapController | undefined) => {
  const [pointed, point] = useState<ItemId>();
  const [hit, setHit] = useState<MapHit>();
  useEffect(() => {
    if (!map) return undefined;
    const stops = [map.clicked.add(setHit), map.pointed.add(point)];
    return () => stops.forEach((stop) => stop());
  }, [map]);
  return { pointed, point, hit, close: () => setHit(undefined) };
};

interface SideProps {
  readonly shown: readonly MapFeature[];
  readonly openId: ItemId | undefined;
  readonly point: (id: ItemId | undefined) => void;
  readonly layers: readonly LayerChoice[];
  readonly sets: ReadonlyMap<LayerKey, FeatureSet>;
}

const Side = observer(({ shown, openId, point, layers, sets }: SideProps) => {
  const { preferences } = useClient();
  const messages = useMessages();
  const panel = useId();
  const [listed, setListed] = useState(false);
  return (
    <div className="kk-map-side">
      <div className="kk-segments" role="group" aria-label={messages.format('map.sides')}>
        <Button aria-pressed={!listed} active={!listed} aria-controls={panel} onClick={() => setListed(false)}>
          {messages.format('map.layers')}
        </Button>
        <Button aria-pressed={listed} active={listed} aria-controls={panel} onClick={() => setListed(true)}>
          {messages.format('map.inView', { count: shown.length })}
        </Button>
      </div>
      <div id={panel} className="kk-map-panel">
        {listed ? (
          <MapList features={shown} point={point} row={({ $id }) => <Row id={$id} openId={openId} />} />
        ) : (
          <LayerTree layers={layers} sets={sets} change={(next) => preferences.set(KEPT, next as unknown as Json)} />
        )}
      </div>
    </div>
  );
});

const Hit = ({
  map,
  hit,
  close,
}: {
  readonly map: MapController;
  readonly hit: MapHit;
  readonly close: () => void;
}) => {
  const messages = useMessages();
  return (
    <MapPopup map={map} at={hit.at} close={close}>
      <ul className="kk-plain-list">
        {hit.ids.slice(0, MOST_IN_POPUP).map((id) => (
          <li key={id}>
            <ItemLink id={id} className="kk-row-title" />
            <div className="kk-row-summary">{messages.type(id.split('-')[0] ?? '')}</div>
          </li>
        ))}
      </ul>
    </MapPopup>
  );
};

export const MapScreen = observer(({ screen, param }: ScreenViewProps) => {
  const { site, registry, preferences, intl, items, navigation } = useClient();
  const messages = useMessages();
  const column = useColumn();
  const [printing, setPrinting] = useState(false);
  const layers = readLayers(preferences.get(KEPT), registry);
  const colours = coloursOf(layers, registry);
  const { sets, note } = useSets();
  const { host, map } = useMap({ bounds: boundsOf(param) ?? site.defaultBounds });
  const { pointed, point, hit, close } = usePointed(map);
  const openId = navigation.cells[column + 1]?.itemId;
  const features = [...new Map([...sets.values()].flatMap((set) => [...set.features])).values()];
  const bounds = map?.place?.bounds;
  const shown = bounds ? inView(features, bounds, intl.locale) : [];
  const all = boundsOfAll(features);
  const loading = [...sets.values()].some((set) => set.loading || set.state === 'INIT');
  useAddressFollows(map, { all, param, loading });
  const done = useCallback(() => setPrinting(false), []);
  const title = messages.screen(screen.path);
  const nameOf = (key: LayerKey): string => (key.includes('-') ? (items.label(key) ?? '') : messages.type(key));
  const visible = layers.filter((layer) => layer.visible);
  const legend = visible.map(({ key }) => ({ name: nameOf(key), colour: colours.get(key) ?? '' }));
  return (
    <>
      <CellHead
        title={title}
        root={column === 0}
        tools={<IconButton icon="print" label={messages.format('map.print')} onClick={() => setPrinting(true)} />}
      />
      <div className="kk-map-display">
        <Side shown={shown} openId={openId} point={point} layers={layers} sets={sets} />
        <MapView
          host={host}
          map={map}
          name={messages.format('map.name', { name: title })}
          description={messages.format('map.shows', { count: shown.length, all: features.length })}
          fitAll={all && map ? () => map.fit(all) : undefined}
        >
          {map &&
            visible.map((layer, at) => (
              <MapLayer
                key={layer.key}
                {...{ map, layer, openId, pointed, note }}
                colour={colours.get(layer.key) ?? ''}
                order={visible.length - at}
              />
            ))}
          {map && <MeasureTool map={map} />}
          {map && hit && <Hit map={map} hit={hit} close={close} />}
        </MapView>
      </div>
      {printing && map && <PrintMap map={map} title={title} source={SHIPPED_SOURCE} legend={legend} done={done} />}
    </>
  );
});
