// Small map of one geometry on its page, with its length or size. The wheel scrolls the page, not the map.

import { deepEqual } from 'src/base/deepEqual.ts';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import type { PlaceMapProps } from 'src/client/ClientParts.ts';
import 'src/client/intl/laterMessages.ts';
import { readShape } from 'src/client/map/FeatureLayer.ts';
import { boundsShown } from 'src/client/map/inView.ts';
import { MAP_COLOURS } from 'src/client/map/mapConstants.ts';
import { MapView } from 'src/client/map/MapView.tsx';
import { measured } from 'src/client/map/measures.ts';
import { useMap } from 'src/client/map/useMap.ts';
import { useClient } from 'src/client/useClient.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { asGeometry } from 'src/model/geo/geoJson.ts';
import { gridCells } from 'src/model/geo/gridCell.ts';
import type { Json } from 'src/model/item/Item.ts';

/** An unsaved value may not be a valid geometry. */
const shapeOf = (value: Json) => {
  try {
    return readShape(value);
  } catch {
    return undefined;
  }
};

/** Returns true for a generalised geometry, which consists of grid cells. */
const isRough = (value: Json, cell: number | undefined): boolean => {
  const geometry = cell === undefined ? undefined : asGeometry(value);
  return cell !== undefined && geometry !== undefined && deepEqual(gridCells(geometry, cell), geometry);
};

export const PlaceMap = observer(({ type, path, value, item }: PlaceMapProps) => {
  const { registry, site } = useClient();
  const messages = useMessages();
  const shape = useMemo(() => shapeOf(value), [value]);
  const bounds = useMemo(() => boundsShown(value), [value]);
  const [first] = useState(bounds ?? site.defaultBounds);
  const { host, map } = useMap({ bounds: first, wheel: false });
  const layer = useMemo(() => map?.addLayer(), [map]);
  const colour = registry.types[type]?.view.color ?? MAP_COLOURS.plain;
  const id = item?.$id ?? type;
  useEffect(() => {
    if (!layer || !bounds || !shape) return;
    layer.show(new Map([[id, { $id: id, type, label: '', geometry: value, bbox: bounds }]]));
    map?.fit(bounds, { glide: false });
  }, [layer, map, value, bounds, shape, id, type]);
  const theme = map?.theme;
  useEffect(() => {
    if (theme) layer?.style({ theme, colourOf: () => colour, selected: new Set(), pointed: undefined });
  }, [layer, theme, colour]);
  if (!shape || !bounds) return null;
  const rough = isRough(value, registry.types[type]?.properties[path]?.geo?.generalised?.cell);
  const { area, length } = rough ? {} : measured(messages.intl, shape);
  return (
    <>
      <div className="kk-place-map">
        <MapView
          host={host}
          map={map}
          name={messages.format('map.name', { name: messages.property(type, path) })}
          description={messages.format('map.readingShows')}
          legend={[{ name: item?.$label ?? messages.type(type), colour }]}
          fitAll={() => map?.fit(bounds)}
        />
      </div>
      {rough && <p className="kk-place-size">{messages.format('map.roughly')}</p>}
      {area !== undefined && <p className="kk-place-size">{messages.format('map.area', { area })}</p>}
      {length !== undefined && <p className="kk-place-size">{messages.format('map.length', { length })}</p>}
    </>
  );
});
