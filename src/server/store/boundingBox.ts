// The bounding box of GeoJSON geometries in web mercator, as PostgreSQL's `box`. Map bounds are compared with it.

import { mercator } from 'src/model/item/mercator.ts';
import type { Json } from 'src/model/item/Item.ts';

interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

const isPosition = (value: readonly Json[]): value is readonly number[] =>
  typeof value[0] === 'number' && typeof value[1] === 'number';

const widen = (bounds: Bounds, coordinates: Json): void => {
  if (!Array.isArray(coordinates)) return;
  const list = coordinates as readonly Json[];
  if (!isPosition(list)) {
    for (const each of list) widen(bounds, each);
    return;
  }
  const [x, y] = mercator(list[0] ?? 0, list[1] ?? 0);
  bounds.west = Math.min(bounds.west, x);
  bounds.east = Math.max(bounds.east, x);
  bounds.south = Math.min(bounds.south, y);
  bounds.north = Math.max(bounds.north, y);
};

const coordinatesOf = (geometry: Json): Json =>
  typeof geometry === 'object' && geometry !== null && !Array.isArray(geometry)
    ? ((geometry as Readonly<Record<string, Json>>)['coordinates'] ?? null)
    : null;

/** `(east,north),(west,south)`, or null without any position. */
export const boundingBox = (geometries: readonly Json[]): string | null => {
  const bounds: Bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const geometry of geometries) widen(bounds, coordinatesOf(geometry));
  return bounds.west === Infinity ? null : `(${bounds.east},${bounds.north}),(${bounds.west},${bounds.south})`;
};
