// The area around an area, in bands of distance. Worked out in a projection of its own that is true in the middle of the area, so that a
// metre is a metre; an area that is too large for that has no bands.

import buffer from '@turf/buffer';
import { boundsOfGeometry } from 'src/model/geo/box.ts';
import { asGeometry, pointCount, type Area } from 'src/model/geo/geoJson.ts';
import { simplifiedForms } from 'src/model/geo/simplifyGeometry.ts';
import type { Json } from 'src/model/item/Item.ts';

/** Beyond this many degrees from side to side the projection is too far from true. */
const WIDEST = 8;
/** Corners that a band is worked out from. What is left out is far smaller than the narrowest band. */
const MAX_CORNERS = 2_000;
/** A quarter of a circle, in pieces: the band is at most 0.5 % too narrow at a corner. */
const STEPS = 8;

/** Poleward of this the map itself ends. */
const NORTHERNMOST = 84;

const isSmall = (area: Area): boolean => {
  const [west, south, east, north] = boundsOfGeometry(area) ?? [-180, -90, 180, 90];
  return east - west <= WIDEST && north - south <= WIDEST && Math.max(-south, north) < NORTHERNMOST;
};

/** What lies within so many metres of the area, the area itself included; undefined where the area is too large. */
export const areaWithin = (area: Area, metres: number): Area | undefined => {
  if (metres === 0) return area;
  if (!isSmall(area)) return undefined;
  const shape = pointCount(area) > MAX_CORNERS ? ((simplifiedForms(area).get(12) as Area | undefined) ?? area) : area;
  // The library takes arrays that it may write; it writes none.
  const around = buffer(structuredClone(shape) as unknown as Parameters<typeof buffer>[0], metres, {
    units: 'meters',
    steps: STEPS,
  });
  const found = around && 'geometry' in around ? asGeometry(around.geometry as unknown as Json) : undefined;
  return found && (found.type === 'Polygon' || found.type === 'MultiPolygon') ? found : undefined;
};
