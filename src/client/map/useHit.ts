// Features at a click or key on a map. Points of tiles do not name their items, so those are searched first.

import { useEffect, useRef, useState } from 'react';
import type { FeatureSet } from 'src/client/map/FeatureSet.ts';
import type { MapController, MapHit } from 'src/client/map/MapController.ts';
import type { ItemId } from 'src/model/item/Item.ts';

export const MOST_IN_POPUP = 20;

export interface Hit extends Pick<MapHit, 'at' | 'byKey'> {
  readonly ids: readonly ItemId[];
  /** Number of further items. */
  readonly more: number;
}

const allAt = async (hit: MapHit, sets: readonly FeatureSet[]): Promise<Hit> => {
  const { unnamed, ids, ...rest } = hit;
  const found = unnamed ? await Promise.all(sets.map((set) => set.at(unnamed, MOST_IN_POPUP))) : [];
  const all = [...new Set([...ids, ...found.flatMap((each) => each.ids)])];
  const unlisted = found.reduce((sum, each) => sum + each.total - each.ids.length, 0);
  return { ...rest, ids: all.slice(0, MOST_IN_POPUP), more: unlisted + Math.max(0, all.length - MOST_IN_POPUP) };
};

interface UsedHit {
  readonly hit: Hit | undefined;
  readonly close: () => void;
  readonly pointed: ItemId | undefined;
  readonly point: (id: ItemId | undefined) => void;
}

/** Also returns what the pointer or the focus is on. */
export const useHit = (map: MapController | undefined, sets: readonly FeatureSet[]): UsedHit => {
  const [hit, setHit] = useState<Hit>();
  const [pointed, point] = useState<ItemId>();
  const known = useRef(sets);
  useEffect(() => {
    known.current = sets;
  });
  useEffect(() => {
    if (!map) return undefined;
    let last: MapHit | undefined;
    const take = (next: MapHit | undefined): void => {
      last = next;
      setHit(undefined);
      if (!next) return;
      void allAt(next, known.current)
        // Without an answer, the map zooms in.
        .catch((): Hit => ({ ...next, more: 0 }))
        .then((all) => last === next && setHit(all.ids.length > 0 || all.more > 0 ? all : undefined));
    };
    const stops = [map.clicked.add(take), map.pointed.add(point)];
    return () => {
      last = undefined;
      stops.forEach((stop) => stop());
    };
  }, [map]);
  return { hit, close: () => setHit(undefined), pointed, point };
};
