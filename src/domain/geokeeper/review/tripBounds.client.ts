// The bounds of a trip and its records.

import { boundsAround, type Bounds } from 'src/client/extendMap.ts';
import type { Position } from 'src/domain/geokeeper/forms/FieldFormModel.ts';

/** Returns undefined for a trip without positions. */
export const tripBounds = (
  lines: readonly (readonly Position[])[],
  ofRecords: Bounds | undefined,
): Bounds | undefined => {
  const boxes = lines.flatMap((line) => line.map(({ lat, lon }): Bounds => [lon, lat, lon, lat]));
  return boundsAround(ofRecords ? [...boxes, ofRecords] : boxes);
};
