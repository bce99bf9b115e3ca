// The features of a file on a map, before anything of it is written.

import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import type { Bounds } from 'src/client/fields/text/geometry.ts';
import type { ShownFeature } from 'src/client/geoFiles/shownFeatures.ts';
import { MAP_COLOURS } from 'src/client/map/mapConstants.ts';
import { boundsShown } from 'src/client/map/inView.ts';
import { MapView } from 'src/client/map/MapView.tsx';
import { useMap } from 'src/client/map/useMap.ts';
import { useClient } from 'src/client/useClient.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { Json } from 'src/model/item/Item.ts';

interface GeoFileMapProps {
  readonly features: readonly ShownFeature[];
  readonly bounds: Bounds | undefined;
  /** Highlighted rows. */
  readonly chosen?: ReadonlySet<number>;
}

const rowId = ({ n }: ShownFeature): string => `row-${n}`;

export const GeoFileMap = observer(({ features, bounds, chosen }: GeoFileMapProps) => {
  const { site } = useClient();
  const messages = useMessages();
  const { host, map } = useMap({ bounds: bounds ?? site.defaultBounds, wheel: false });
  const layer = useMemo(() => map?.addLayer(), [map]);
  useEffect(() => {
    const shown = features.flatMap((each) => {
      const geometry = each.geometry as Json;
      const bbox = boundsShown(geometry);
      return bbox ? [[rowId(each), { $id: rowId(each), type: '', label: each.label, geometry, bbox }] as const] : [];
    });
    layer?.show(new Map(shown));
  }, [layer, features]);
  const key = bounds?.join(' ');
  useEffect(() => {
    if (map && key !== undefined) map.fit(key.split(' ').map(Number) as unknown as Bounds, { glide: false });
  }, [map, key]);
  const theme = map?.theme;
  useEffect(() => {
    const selected = new Set([...(chosen ?? [])].map((n) => `row-${n}`));
    if (theme) layer?.style({ theme, colourOf: () => MAP_COLOURS.plain, selected, pointed: undefined });
  }, [layer, theme, chosen, features]);
  return (
    <div className="kk-place-map kk-geo-map">
      <MapView
        host={host}
        map={map}
        name={messages.format('importPlaces.map')}
        description={messages.format('importPlaces.mapShows', { count: features.length })}
        legend={[{ name: messages.format('importPlaces.map'), colour: MAP_COLOURS.plain }]}
        fitAll={map && bounds ? () => map.fit(bounds) : undefined}
      />
    </div>
  );
});
