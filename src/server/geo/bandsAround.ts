// The area around an area, in bands of distance. Worked out in a projection of its own that is true in the middle of the area, so that a
// metre is a metre; an area that is too large for that has no bands.

import buffer from '@turf/buffer';
import { boundsOfGeometry } from 'src/model/geo/box.ts';
import { asGeometry, pointCount, type Area, type Geometry } from 'src/model/geo/geoJson.ts';
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

/** A line or a point has no inside: what is as near as this touches it. */
const TOUCHES_M = 1;

const isArea = (shape: Geometry): shape is Area => shape.type === 'Polygon' || shape.type === 'MultiPolygon';

const isSmall = (shape: Geometry): boolean => {
  const [west, south, east, north] = boundsOfGeometry(shape) ?? [-180, -90, 180, 90];
  return east - west <= WIDEST && north - south <= WIDEST && Math.max(-south, north) < NORTHERNMOST;
};

/** What lies within so many metres of the geometry, itself included; undefined where it is too large. */
export const areaWithin = (geometry: Geometry, metres: number): Area | undefined => {
  if (metres === 0 && isArea(geometry)) return geometry;
  if (!isSmall(geometry)) return undefined;
  const isFine = pointCount(geometry) > MAX_CORNERS;
  const shape = isFine ? (simplifiedForms(geometry).get(12) ?? geometry) : geometry;
  // The library takes arrays that it may write; it writes none.
  const around = buffer(
    structuredClone(shape) as unknown as Parameters<typeof buffer>[0],
    Math.max(metres, TOUCHES_M),
    {
      units: 'meters',
      steps: STEPS,
    },
  );
  const found = around && 'geometry' in around ? asGeometry(around.geometry as unknown as Json) : undefined;
  return found && isArea(found) ? found : undefined;
};
