// The track of a trip, as the reader may see it.

import { useMemo } from 'react';
import { readTrack, type EditedTrack } from 'src/domain/geokeeper/review/tripTrack.ts';
import type { Item } from 'src/model/item/Item.ts';

/** Returns undefined for a trip without a track, and for one whose exact places the reader may not see. */
export const useTripTrack = (trip: Item | undefined): EditedTrack | undefined => {
  const stored = trip?.['track'];
  return useMemo(() => readTrack(stored), [stored]);
};
