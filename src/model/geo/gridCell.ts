// The general form of a place: the cells of a fixed grid that it lies in, as one rectangle. It is never a point, so that nobody takes
// it for the place itself, and it holds no coordinate of the true geometry.

import { boundsOfGeometry } from 'src/model/geo/box.ts';
import type { Area, Geometry } from 'src/model/geo/geoJson.ts';

const DECIMALS = 1e9;
// Grid lines such as 3 * 0.1 are not exact in binary.
const exact = (value: number): number => Math.round(value * DECIMALS) / DECIMALS;

/** From the first to the last line, at least one cell apart, and within what a longitude or latitude may be. */
const span = (from: number, to: number, cell: number, most: number): readonly [number, number] => {
  const first = Math.min(Math.floor(from / cell), Math.ceil(most / cell) - 1);
  const last = Math.max(Math.ceil(to / cell), first + 1);
  return [Math.max(-most, exact(first * cell)), Math.min(most, exact(last * cell))];
};

/** `cell` is the width and height of a grid cell in degrees. Undefined for a geometry without any position. */
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
