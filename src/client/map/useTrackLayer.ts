// Draws a track on the map of a component, thinned for its view. The component must be an observer.

import { useEffect, useMemo } from 'react';
import type { MapController } from 'src/client/map/MapController.ts';
import { TrackLayer, type Track } from 'src/client/map/TrackLayer.ts';

interface TrackUse {
  /** The same object as long as nothing changes. */
  readonly track: Track;
  /** Id of a point. */
  readonly selected: string | undefined;
  /** Layers with a higher number are above others. */
  readonly order: number;
}

export const useTrackLayer = (map: MapController | undefined, { track, selected, order }: TrackUse): void => {
  const layer = useMemo(() => map?.add(new TrackLayer(map.theme)), [map]);
  useEffect(() => () => layer && map?.removeLayer(layer), [map, layer]);
  useEffect(() => layer?.group.setZIndex(order), [layer, order]);
  const theme = map?.theme;
  useEffect(() => theme && layer?.retheme(theme), [layer, theme]);
  const place = map?.place;
  useEffect(() => {
    const view = map?.map.getView();
    const [size, resolution] = [map?.map.getSize(), view?.getResolution()];
    if (place && size && resolution !== undefined)
      layer?.look({ resolution, extent: view?.calculateExtent(size) ?? [] });
  }, [map, layer, place]);
  useEffect(() => layer?.show(track), [layer, track]);
  useEffect(() => layer?.select(selected), [layer, selected, track]);
};
