// The map screen: layers of all types with a geometry, a list of what is in view, measuring, printing. The address contains a hash of the
// bounds and the visible layers; without such an address, the stored layers are used.

import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useId, useMemo, useState } from 'react';
import { CellHead } from 'src/client/navigation/CellHead.tsx';
import { useImportPart } from 'src/client/navigation/importParts.ts';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import type { ScreenViewProps } from 'src/client/ClientDomain.ts';
import type { Bounds } from 'src/client/fields/text/geometry.ts';
import 'src/client/intl/laterMessages.ts';
import { crowdBounds } from 'src/client/map/crowdBounds.ts';
import { boundsAround } from 'src/client/map/inView.ts';
import type { FeatureSet } from 'src/client/map/FeatureSet.ts';
import { LayerTree } from 'src/client/map/LayerTree.tsx';
import { layersShown, readMapParam, writeMapParam } from 'src/client/map/mapParam.ts';
import { MapLayer, type ShownLayerParts } from 'src/client/map/MapLayer.tsx';
import { MapList } from 'src/client/map/MapList.tsx';
import type { MapController, MapPlace } from 'src/client/map/MapController.ts';
import { coloursOf, readLayers, type LayerChoice, type LayerKey } from 'src/client/map/mapLayers.ts';
import { MapPopup } from 'src/client/map/MapPopup.tsx';
import { MapView } from 'src/client/map/MapView.tsx';
import { MeasureTool } from 'src/client/map/MeasureTool.tsx';
import { PlaceSearch } from 'src/client/map/PlaceSearch.tsx';
import { PrintMap } from 'src/client/map/PrintMap.tsx';
import { mayCreate } from 'src/model/listing/mayCreate.ts';
import { isSameView } from 'src/client/map/sameView.ts';
import { useHit } from 'src/client/map/useHit.ts';
import { useLayerName } from 'src/client/map/useLayerName.ts';
import { useMap } from 'src/client/map/useMap.ts';
import type { ViewEntries } from 'src/client/map/viewEntries.ts';
import { useViewEntries } from 'src/client/map/useViewEntries.ts';
import { CreateButton } from 'src/client/search/CreateButton.tsx';
import { useClient } from 'src/client/useClient.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { SessionUser } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { ItemType, Registry } from 'src/model/schema/Registry.ts';
import 'src/client/displays/displays.css';
import { typeOfId } from 'src/model/item/itemKey.ts';

const LAYERS_PREFERENCE = 'mapLayers';
/** From this number of visible layers on, areas have a light fill. */
const MANY_LAYERS = 3;

const MapScreenRow = observer(({ id, openId }: { readonly id: ItemId; readonly openId: ItemId | undefined }) => {
  const messages = useMessages();
  return (
    <div className={`kk-list-row${id === openId ? ' kk-list-row-open' : ''}`}>
      <div className="kk-fill">
        <ItemLink id={id} className="kk-row-title" current={id === openId} />
        <div className="kk-row-summary">{messages.type(typeOfId(id))}</div>
      </div>
    </div>
  );
});

/** Returns the features and legends of the visible layers. */
const useShownLayers = () => {
  const [shown, setShown] = useState<ReadonlyMap<LayerKey, ShownLayerParts>>(new Map());
  const note = useCallback((key: LayerKey, parts: ShownLayerParts | undefined): void => {
    setShown((before) => {
      const next = new Map(before);
      if (parts) next.set(key, parts);
      else next.delete(key);
      return next;
    });
  }, []);
  const sets = useMemo(() => [...shown.values()].map(({ set }) => set), [shown]);
  return { shown, sets, note };
};

/**
 * Brings an item that is opened next to the map into view, such as a new place, once its features are loaded. An item that was open from
 * the start does not move the view of an address.
 */
const useOpenInView = (
  map: MapController | undefined,
  sets: readonly FeatureSet[],
  openId: ItemId | undefined,
): void => {
  const [first] = useState(openId);
  const box =
    openId === undefined || openId === first
      ? undefined
      : sets.map((set) => set.features.get(openId)?.bbox).find(Boolean);
  useEffect(() => {
    if (map && box) map.bringIn(box);
  }, [map, box]);
};

interface Follows {
  readonly sets: readonly FeatureSet[];
  /** Bounds of everything; undefined until the first features are loaded. */
  readonly all: Bounds | undefined;
  readonly loading: boolean;
  readonly param: string | undefined;
  readonly layers: readonly LayerChoice[];
}

/**
 * Without bounds in the address, the map fits nearly everything once. Then its view and layers are written to the address as one step of
 * the history. Returns the number of places outside of the fitted view, until the map moves.
 */
const useAddressFollows = (map: MapController | undefined, { sets, all, loading, param, layers }: Follows): number => {
  const { navigation } = useClient();
  const column = useColumn();
  const [looked, setLooked] = useState(param !== undefined);
  const [far, setFar] = useState<{ readonly count: number; readonly from: MapPlace | undefined }>();
  const place = map?.place;
  const bounds = place?.bounds;
  const around = loading ? undefined : all?.join(' ');
  useEffect(() => {
    if (looked || !map || around === undefined) return;
    const crowd = sets.some(({ tiled }) => tiled)
      ? undefined
      : crowdBounds(sets.flatMap(({ features }) => [...features.values()]));
    if (map.isMoved) {
      map.map.once('postrender', () => setLooked(true));
      map.map.render();
      return;
    }
    map.fit(crowd?.bounds ?? (around.split(' ').map(Number) as unknown as Bounds), { glide: false });
    map.map.once('moveend', () => {
      setLooked(true);
      setFar({ count: crowd?.far ?? 0, from: map.placeNow() });
    });
  }, [map, looked, around, sets]);
  const next = bounds && looked ? writeMapParam(bounds, layers) : undefined;
  useEffect(() => {
    if (next !== undefined) navigation.setParam(column, next, true);
  }, [navigation, column, next]);
  return far?.from && place && isSameView(far.from, place) ? far.count : 0;
};

/** Types whose forms draw the geometry that maps show. */
const creatableOnMap = ({ types }: Registry, user: SessionUser | undefined): readonly ItemType[] =>
  Object.values(types).filter((type) => {
    const geometry = type.properties[type.view.place?.geometry ?? ''];
    return geometry !== undefined && !geometry.readOnly && mayCreate(type, user);
  });

const MapHead = observer(({ title, print }: { readonly title: string; readonly print: () => void }) => {
  const { registry, session } = useClient();
  const messages = useMessages();
  return (
    <CellHead
      title={title}
      root={useColumn() === 0}
      parts={useImportPart(Object.values(registry.types))}
      tools={
        <>
          <IconButton icon="print" label={messages.format('map.print')} onClick={print} />
          <CreateButton plan={{ create: creatableOnMap(registry, session.user), initial: {} }} />
        </>
      }
    />
  );
});

interface SideProps {
  readonly view: ViewEntries;
  readonly openId: ItemId | undefined;
  readonly point: (id: ItemId | undefined) => void;
  readonly layers: readonly LayerChoice[];
  readonly change: (layers: readonly LayerChoice[]) => void;
  readonly shown: ReadonlyMap<LayerKey, ShownLayerParts>;
  readonly colours: ReadonlyMap<LayerKey, string>;
  readonly dark: boolean;
}

const Side = observer(({ view, openId, point, ...tree }: SideProps) => {
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
          {messages.format('map.inView', { count: view.count })}
        </Button>
      </div>
      <div id={panel} className="kk-map-panel">
        {listed ? (
          <MapList view={view} point={point} openId={openId} row={(id) => <MapScreenRow id={id} openId={openId} />} />
        ) : (
          <LayerTree {...tree} />
        )}
      </div>
    </div>
  );
});

const HitRow = observer(({ id }: { readonly id: ItemId }) => {
  const messages = useMessages();
  return (
    <>
      <ItemLink id={id} className="kk-row-title" />
      <div className="kk-row-summary">{messages.type(typeOfId(id))}</div>
    </>
  );
});

export const MapScreen = observer(({ screen, param }: ScreenViewProps) => {
  const { site, registry, preferences, navigation } = useClient();
  const messages = useMessages();
  const column = useColumn();
  const [printing, setPrinting] = useState(false);
  const kept = preferences.get(LAYERS_PREFERENCE);
  const address = useMemo(() => readMapParam(param, registry), [param, registry]);
  const layers = useMemo(() => layersShown(readLayers(kept, registry), address.shown), [kept, registry, address]);
  const colours = useMemo(() => coloursOf(layers, registry), [layers, registry]);
  const { shown, sets, note } = useShownLayers();
  const { host, map } = useMap({ bounds: address.bounds ?? site.defaultBounds, keepsView: true });
  const { pointed, point, hit, close } = useHit(map, sets);
  const openId = navigation.cells[column + 1]?.itemId;
  useOpenInView(map, sets, openId);
  const view = useViewEntries(map, sets);
  const all = boundsAround(sets.flatMap(({ bounds }) => (bounds ? [bounds] : [])));
  const fitAll = all && map ? () => map.fit(all) : undefined;
  const count = sets.reduce((sum, set) => sum + set.count, 0);
  const loading = sets.some((set) => set.loading || set.state === 'INIT');
  const change = (next: readonly LayerChoice[]): void => {
    preferences.set(LAYERS_PREFERENCE, next);
    // Written together with the view, because until then the address has no layers.
    if (map?.place) navigation.setParam(column, writeMapParam(map.place.bounds, next), true);
  };
  const far = useAddressFollows(map, { sets, all, param, loading, layers });
  const done = useCallback(() => setPrinting(false), []);
  const title = messages.screen(screen.path);
  const nameOf = useLayerName();
  const visible = layers.filter((layer) => layer.visible);
  const legend = visible.flatMap(({ key }) => {
    const own = { name: nameOf(key), colour: colours.get(key) ?? '' };
    const values = shown.get(key)?.legend;
    return values?.map(({ name, colour }) => ({ name: `${own.name}: ${name}`, colour })) ?? [own];
  });
  return (
    <>
      <MapHead title={title} print={() => setPrinting(true)} />
      <div className="kk-map-display">
        <Side
          view={view}
          openId={openId}
          point={point}
          {...{ layers, change, shown, colours }}
          dark={map?.theme.dark === true}
        />
        <MapView
          host={host}
          map={map}
          name={messages.format('map.name', { name: title })}
          description={messages.format('map.shows', { count: view.count, all: count })}
          legend={legend}
          fitAll={fitAll}
          opens
        >
          {map &&
            visible.map((layer, at) => (
              <MapLayer
                key={layer.key}
                {...{ map, layer, openId, pointed, note }}
                colour={colours.get(layer.key) ?? ''}
                order={visible.length - at}
                light={visible.length >= MANY_LAYERS}
              />
            ))}
          {map && <MeasureTool map={map} />}
          <div className="kk-map-find">
            <PlaceSearch map={map} />
            {far > 0 && (
              <Button icon="zoom-to-fit" onClick={fitAll}>
                {messages.format('map.showFar', { count: far })}
              </Button>
            )}
          </div>
          {map && hit && <MapPopup map={map} hit={hit} close={close} row={(id) => <HitRow id={id} />} />}
        </MapView>
      </div>
      {printing && map && <PrintMap map={map} title={title} legend={legend} done={done} />}
    </>
  );
});
