// Draws an area and the distances around it on a map. They are not features, so a click reaches what is in them.

import { useEffect } from 'react';
import { AreaLayer, type DistanceLine } from 'src/client/map/AreaLayer.ts';
import type { MapController } from 'src/client/map/MapController.ts';

/** Callers pass the same array as long as the distances are the same. */
export const useAreaBands = (map: MapController | undefined, around: readonly DistanceLine[], own: unknown): void => {
  const theme = map?.theme;
  useEffect(() => {
    if (!map || !theme) return undefined;
    const layer = map.add(new AreaLayer(own, around));
    layer.retheme(theme);
    return () => map.removeLayer(layer);
  }, [map, theme, around, own]);
};
