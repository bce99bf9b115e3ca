// The map of an overlap: the area with the distances around it, so far out that all of them are in view. The wheel scrolls the page. Its
// component is an observer.

import { useEffect, useMemo } from 'react';
import { useClient, useMessages } from 'src/client/extend.ts';
import { type MapController, boundsShown, useAreaBands, useMap } from 'src/client/extendMap.ts';
import { distanceOf } from 'src/domain/consult/overlap/overlapWords.client.ts';
import type { Overlap } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';

interface OverlapMapUse {
  /** GeoJSON. */
  readonly area: Json;
  readonly overlap: Overlap;
  /** True for the appearance on paper, independent of the page's theme. */
  readonly paper?: boolean;
  readonly onMap: (map: MapController | undefined) => void;
}

export const useOverlapMap = ({ area, overlap: { bands }, paper = false, onMap }: OverlapMapUse) => {
  const { site } = useClient();
  const messages = useMessages();
  const widest = bands.at(-1)?.area ?? area;
  const bounds = useMemo(() => boundsShown(widest as Json), [widest]);
  const { host, map } = useMap({ bounds: bounds ?? site.defaultBounds, wheel: false, paper });
  const around = useMemo(
    () =>
      bands
        .filter(({ within }) => within > 0)
        .map((band) => ({ area: band.area, name: distanceOf(messages, band.within) })),
    [bands, messages],
  );
  useAreaBands(map, around, area);
  useEffect(() => {
    if (map && bounds) map.fit(bounds, { glide: false, pad: 24 });
  }, [map, bounds]);
  useEffect(() => {
    onMap(map);
    return () => onMap(undefined);
  }, [map, onMap]);
  return { host, map, bounds };
};
