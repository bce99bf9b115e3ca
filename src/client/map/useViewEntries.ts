// What the list beside a map names, worked out anew only when the map has moved or its features have changed: thousands are put in order
// for it. Called by the display of listings and by the map screen, which are observers.

import { computed } from 'mobx';
import { useMemo } from 'react';
import type { FeatureSet } from 'src/client/map/FeatureSet.ts';
import type { MapController } from 'src/client/map/MapController.ts';
import { viewEntries, type ViewEntries } from 'src/client/map/viewEntries.ts';
import { useClient } from 'src/client/useClient.ts';

/** `sets`: the same value as long as they are the same sets. */
export const useViewEntries = (map: MapController | undefined, sets: readonly FeatureSet[]): ViewEntries => {
  const { intl, items } = useClient();
  const { locale } = intl;
  const view = useMemo(
    () => computed(() => viewEntries(sets, map?.place?.bounds, { locale, labelOf: (id) => items.label(id) ?? '' })),
    [map, sets, locale, items],
  );
  return view.get();
};
