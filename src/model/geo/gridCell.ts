// General form of a place: the cells of a fixed grid that it touches, as one rectangle. It is never a point, so it cannot be mistaken for
// the place, and it contains no exact coordinate.

import { boundsOfGeometry } from 'src/model/geo/box.ts';
import type { Area, Geometry } from 'src/model/geo/geoJson.ts';

const ROUNDING_FACTOR = 1e9;
// Grid lines such as 3 * 0.1 are not exact in binary.
const exact = (value: number): number => Math.round(value * ROUNDING_FACTOR) / ROUNDING_FACTOR;

/** Returns the range of grid lines around the values, at least one cell wide and within the allowed degrees. */
const span = (from: number, to: number, cell: number, most: number): readonly [number, number] => {
  const first = Math.min(Math.floor(from / cell), Math.ceil(most / cell) - 1);
  const last = Math.max(Math.ceil(to / cell), first + 1);
  return [Math.max(-most, exact(first * cell)), Math.min(most, exact(last * cell))];
};

/** Returns the cells as an area. `cell` is the width of a grid cell in degrees. Undefined for a geometry without positions. */
export const gridCells = (geometry: Geometry, cell: number): Area | undefined => {
  const bounds = boundsOfGeometry(geometry);
  if (!bounds) return undefined;
  const [west, east] = span(bounds[0], bounds[2], cell, 180);
  const [south, north] = span(bounds[1], bounds[3], cell, 90);
  return {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  };
};
