// The features of one set on one map: drawn as they come, and as what is chosen, open and pointed at has them look.

import { useEffect, useMemo } from 'react';
import type { FeatureSet } from 'src/client/map/FeatureSet.ts';
import type { MapController } from 'src/client/map/MapController.ts';
import { MAP_COLOURS } from 'src/client/map/mapConstants.ts';
import { useClient } from 'src/client/useClient.ts';
import type { ItemId } from 'src/model/item/Item.ts';

interface LooksNow {
  /** Ids with spaces between: as a value it stays the same. */
  readonly selected: string;
  readonly pointed: ItemId | undefined;
  /** In place of the colours of the types. */
  readonly colour?: string;
  readonly visible?: boolean;
  readonly opacity?: number;
  /** Layers with higher ones stand over others. */
  readonly order?: number;
}

export const useFeatureLayer = (map: MapController | undefined, { features }: FeatureSet, looks: LooksNow): void => {
  const { registry } = useClient();
  const layer = useMemo(() => map?.addLayer(), [map]);
  useEffect(() => () => layer && map?.removeLayer(layer), [map, layer]);
  useEffect(() => layer?.show(features), [layer, features]);
  const { selected, pointed, colour, visible = true, opacity = 1, order = 0 } = looks;
  const theme = map?.theme;
  useEffect(() => {
    const colourOf = (type: string): string => colour ?? registry.types[type]?.view.color ?? MAP_COLOURS.plain;
    if (theme) layer?.style({ theme, colourOf, selected: new Set(selected.split(' ')), pointed });
  }, [layer, theme, registry, selected, pointed, colour]);
  useEffect(() => {
    layer?.group.setVisible(visible);
    layer?.group.setOpacity(opacity);
    layer?.group.setZIndex(order);
  }, [layer, visible, opacity, order]);
};
