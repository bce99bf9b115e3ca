// Map of an item's contents on its page: for a collection, its features in the colours of their types, with their number. The wheel scrolls
// the page, not the map; a click or a key opens a feature in the next column.

import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import type { Bounds } from 'src/client/fields/text/geometry.ts';
import { MAP_COLOURS } from 'src/client/map/mapConstants.ts';
import type { FeatureSet } from 'src/client/map/FeatureSet.ts';
import { gatheringTypes, type LayerChoice } from 'src/client/map/mapLayers.ts';
import { writeMapParam } from 'src/client/map/mapParam.ts';
import { MapPopup } from 'src/client/map/MapPopup.tsx';
import { MapView } from 'src/client/map/MapView.tsx';
import { useFeatureLayer } from 'src/client/map/useFeatureLayer.ts';
import { useFeatureSet } from 'src/client/map/useFeatureSet.ts';
import { useHit } from 'src/client/map/useHit.ts';
import { useMap } from 'src/client/map/useMap.ts';
import type { RelatedGroup } from 'src/client/listing/relatedGroups.ts';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import { useClient } from 'src/client/useClient.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { Item } from 'src/model/item/Item.ts';
import type { Registry } from 'src/model/schema/Registry.ts';

interface ContentsMapProps extends RelatedGroup {
  readonly item: Item;
}

/** Returns the address of the map screen with this layer, or undefined when it has none or its place is unknown. */
const mapOfLayer = (registry: Registry, { $id, _t }: Item, bounds: Bounds | undefined): string | undefined => {
  const screen = registry.screens.find(({ view }) => view === 'map');
  if (!screen || !bounds || !gatheringTypes(registry).includes(_t)) return undefined;
  const layer: LayerChoice = { key: $id, group: 'gathered', visible: true, opacity: 100 };
  return `/${screen.path}?c0=${encodeURIComponent(writeMapParam(bounds, [layer]))}`;
};

interface FoundMapProps extends Pick<ContentsMapProps, 'item' | 'type'> {
  readonly set: FeatureSet;
}

const FoundMap = observer(({ item, type, set }: FoundMapProps) => {
  const { registry, site } = useClient();
  const messages = useMessages();
  const { host, map } = useMap({ bounds: site.defaultBounds, wheel: false });
  const { hit, close, pointed } = useHit(map, [set]);
  useFeatureLayer(map, set, { selected: '', open: undefined, pointed });
  const all = set.bounds;
  const around = set.loading ? undefined : all?.join(' ');
  useEffect(() => {
    const [west = 0, south = 0, east = 0, north = 0] = around?.split(' ').map(Number) ?? [];
    if (map && around !== undefined) map.fit([west, south, east, north], { glide: false });
  }, [map, around]);
  const count = messages.format('map.contents', { count: set.count });
  const name = messages.plural(type);
  const colour = registry.types[type]?.view.color ?? MAP_COLOURS.plain;
  const onScreen = mapOfLayer(registry, item, all);
  return (
    <>
      <div className="kk-place-map">
        <MapView
          host={host}
          map={map}
          opens
          name={messages.format('map.name', { name: item.$label })}
          description={count}
          legend={[{ name, colour }]}
          fitAll={all && map ? () => map.fit(all) : undefined}
        >
          {map && hit && (
            <MapPopup map={map} hit={hit} close={close} row={(id) => <ItemLink id={id} className="kk-row-title" />} />
          )}
        </MapView>
      </div>
      <p className="kk-place-size">
        <span className="kk-layer-colour" style={{ backgroundColor: colour }} /> {name}: {count}
      </p>
      {onScreen !== undefined && (
        <p>
          <ShellLink to={onScreen}>{messages.format('map.withOthers')}</ShellLink>
        </p>
      )}
    </>
  );
});

/** Shows no map where none of the contents has a place. */
export const ContentsMap = observer(({ item, type, path }: ContentsMapProps) => {
  const set = useFeatureSet({ query: { must: { _t: [type], [path]: [item.$id] } }, types: [type] });
  const isEmpty = !set.loading && set.failure === undefined && set.count === 0;
  return isEmpty ? null : <FoundMap item={item} type={type} set={set} />;
});
