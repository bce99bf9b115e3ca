// Draws features at places that are not saved yet, above the layer with the saved ones.

import { useEffect, useMemo } from 'react';
import type { MapController } from 'src/client/map/MapController.ts';
import type { MapFeature } from 'src/client/map/MapFeature.ts';
import type { ItemId } from 'src/model/item/Item.ts';

const NONE: ReadonlySet<string> = new Set();

interface MovedLooks {
  readonly colour: string;
  /** Layers with a higher number are above others. */
  readonly order: number;
}

export const useMovedFeatures = (
  map: MapController | undefined,
  features: ReadonlyMap<ItemId, MapFeature>,
  { colour, order }: MovedLooks,
): void => {
  const layer = useMemo(() => map?.addLayer(), [map]);
  useEffect(() => () => layer && map?.removeLayer(layer), [map, layer]);
  useEffect(() => layer?.show(features), [layer, features]);
  const theme = map?.theme;
  useEffect(() => {
    if (theme) layer?.style({ theme, colourOf: () => colour, selected: NONE, pointed: undefined });
    layer?.group.setZIndex(order);
  }, [layer, theme, colour, order]);
};
