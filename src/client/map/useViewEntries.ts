// Entries of the list next to a map, computed only when the map has moved or its features have changed, because thousands are sorted.
// Called by the listing's display and by the map screen, which are observers.

import { computed } from 'mobx';
import { useMemo } from 'react';
import type { FeatureSet } from 'src/client/map/FeatureSet.ts';
import type { MapController } from 'src/client/map/MapController.ts';
import { viewEntries, type ViewEntries } from 'src/client/map/viewEntries.ts';
import { useClient } from 'src/client/useClient.ts';

/** Callers pass the same `sets` array as long as the sets are the same. */
export const useViewEntries = (map: MapController | undefined, sets: readonly FeatureSet[]): ViewEntries => {
  const { intl, items } = useClient();
  const { locale } = intl;
  const view = useMemo(
    () => computed(() => viewEntries(sets, map?.place?.bounds, { locale, labelOf: (id) => items.label(id) ?? '' })),
    [map, sets, locale, items],
  );
  return view.get();
};
