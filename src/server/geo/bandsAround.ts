// The area around an area, in bands of distance. Worked out in a projection of its own that is true in the middle of the area, so that a
// metre is a metre; an area that is too large for that has no bands.

import buffer from '@turf/buffer';
import { boundsOfGeometry } from 'src/model/geo/box.ts';
import { asGeometry, pointCount, type Area, type Geometry } from 'src/model/geo/geoJson.ts';
import { simplified } from 'src/model/geo/simplifyGeometry.ts';
import type { Json } from 'src/model/item/Item.ts';

/** Beyond this many degrees from side to side the projection is too far from true. */
const WIDEST = 8;
/** With more corners than this a band is worked out in steps, from forms with fewer of them: what crosses itself costs their square. */
const FEW_CORNERS = 64;
/** Corners that a band is worked out from at all. */
const MAX_CORNERS = 1_000;
/** Of a form with fewer corners, what is left out is smaller than this part of the band; if it must be, than so many metres. */
const LEFT_OUT = [1 / 50, 1 / 20] as const;
const MOST_LEFT_OUT_M = 40;
/** A narrow band fills what is narrow, so that the next one, twice as wide, has fewer corners to go around. */
const FIRST_STEP = 1 / 32;
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

/** Undefined where even the coarsest form has too many corners. */
const withFewCorners = (geometry: Geometry, metres: number): Geometry | undefined => {
  if (pointCount(geometry) <= FEW_CORNERS) return geometry;
  for (const leftOut of [...LEFT_OUT.map((part) => part * metres), MOST_LEFT_OUT_M]) {
    const form = simplified(geometry, leftOut);
    if (pointCount(form) <= MAX_CORNERS) return form;
  }
  return undefined;
};

const stepAround = (shape: Geometry, metres: number): Area | undefined => {
  // The library takes arrays that it may write; it writes none.
  const given = structuredClone(shape) as unknown as Parameters<typeof buffer>[0];
  const around = buffer(given, metres, { units: 'meters', steps: STEPS });
  const found = around && 'geometry' in around ? asGeometry(around.geometry as unknown as Json) : undefined;
  return found && isArea(found) ? found : undefined;
};

const inSteps = (shape: Geometry, metres: number): Area | undefined => {
  let found: Area | undefined;
  for (let [left, next] = [metres, metres * FIRST_STEP]; left > 0; next *= 2) {
    const step = left < 1.5 * next ? left : next;
    found = stepAround(found ? simplified(found, step * LEFT_OUT[0]) : shape, step);
    if (!found) return undefined;
    left -= step;
  }
  return found;
};

/** Whether a band around it is worked out in no time; others are left to another thread. */
export const isPlain = (geometry: Geometry): boolean => pointCount(geometry) <= FEW_CORNERS / 2;

/** What lies within so many metres of the geometry, itself included; undefined where it is too large, or too intricate for so narrow a band. */
export const areaWithin = (geometry: Geometry, metres: number): Area | undefined => {
  if (metres === 0 && isArea(geometry)) return geometry;
  const shape = isSmall(geometry) ? withFewCorners(geometry, metres) : undefined;
  if (!shape) return undefined;
  const width = Math.max(metres, TOUCHES_M);
  return pointCount(shape) <= FEW_CORNERS ? stepAround(shape, width) : inSteps(shape, width);
};
