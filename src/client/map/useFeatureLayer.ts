// Draws the features of one set on one map as they are loaded, with the styles of selection, open item and pointer.

import type { FeatureLike } from 'ol/Feature.js';
import { useCallback, useEffect, useMemo } from 'react';
import type { FeatureSet } from 'src/client/map/FeatureSet.ts';
import type { MapController } from 'src/client/map/MapController.ts';
import { MAP_COLOURS } from 'src/client/map/mapConstants.ts';
import type { SortedFeatures } from 'src/client/map/valueColours.ts';
import { useClient } from 'src/client/useClient.ts';
import type { ItemId } from 'src/model/item/Item.ts';

interface LooksNow {
  /** Ids separated by spaces, so that equal values are identical. */
  readonly selected: string;
  readonly open: ItemId | undefined;
  readonly pointed: ItemId | undefined;
  /** Replaces the colours of the types. */
  readonly colour?: string;
  /** The same object as long as nothing changes. */
  readonly sorted?: SortedFeatures | undefined;
  readonly named?: boolean;
  readonly light?: boolean;
  readonly visible?: boolean;
  readonly opacity?: number;
  /** Layers with a higher number are above others. */
  readonly order?: number;
}

/** The set of a tiled layer queries what is in view, and the open item. */
const useTiles = (map: MapController | undefined, set: FeatureSet, open: ItemId | undefined): void => {
  const bounds = map?.place?.bounds;
  useEffect(() => set.look(bounds), [set, bounds]);
  useEffect(() => set.open(open), [set, open]);
};

export const useFeatureLayer = (map: MapController | undefined, set: FeatureSet, looks: LooksNow): void => {
  const { registry } = useClient();
  const { features, tiled, version } = set;
  const layer = useMemo(() => map?.addLayer(), [map]);
  useEffect(() => () => layer && map?.removeLayer(layer), [map, layer]);
  const { sorted } = looks;
  useEffect(() => {
    const typed = sorted && [...features].map(([id, each]) => [id, { ...each, type: sorted.typeOf(each) }] as const);
    layer?.show(typed ? new Map(typed) : features);
  }, [layer, features, sorted]);
  useEffect(
    () => layer?.showTiles(tiled, { version, onFailure: (thrown) => set.tear(thrown) }),
    [layer, tiled, version, set],
  );
  const {
    selected,
    open,
    pointed,
    colour,
    visible = true,
    opacity = 1,
    order = 0,
    named = true,
    light = false,
  } = looks;
  useTiles(map, set, open);
  const theme = map?.theme;
  const colourOf = useCallback(
    (type: string): string =>
      sorted?.colours.get(type) ?? colour ?? registry.types[type]?.view.color ?? MAP_COLOURS.plain,
    [registry, colour, sorted],
  );
  const typeOf = useMemo(() => {
    const { inTiles } = sorted ?? {};
    return inTiles && ((shown: FeatureLike): string => inTiles.typeOfValue(shown.get(inTiles.path)));
  }, [sorted]);
  // A point that represents several items has no id and is never selected.
  const chosen = useMemo(
    () => new Set([...selected.split(' '), open ?? ''].filter((id) => id !== '')),
    [selected, open],
  );
  useEffect(() => {
    if (theme) layer?.style({ theme, colourOf, typeOf, selected: chosen, pointed, named, light });
  }, [layer, theme, colourOf, typeOf, chosen, pointed, named, light]);
  useEffect(() => {
    layer?.group.setVisible(visible);
    layer?.group.setOpacity(opacity);
    layer?.group.setZIndex(order);
  }, [layer, visible, opacity, order]);
};
