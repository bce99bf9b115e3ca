// GeoJSON geometries as typed and as read: points, bounds, and a short summary. Degrees, longitude first, as in RFC 7946.

import type { Json } from 'src/model/item/Item.ts';
import { isObject } from 'src/client/fields/rules/FormProblem.ts';

export type Position = readonly [longitude: number, latitude: number];

const isPosition = (value: Json | undefined): value is readonly [number, number] =>
  Array.isArray(value) && value.length >= 2 && value.slice(0, 2).every((part) => typeof part === 'number');

/** Every position in a geometry, in order. */
export const positionsOf = (geometry: Json | undefined): Position[] => {
  if (isPosition(geometry)) return [[geometry[0], geometry[1]]];
  if (Array.isArray(geometry)) return geometry.flatMap(positionsOf);
  if (!isObject(geometry)) return [];
  return positionsOf(geometry.coordinates ?? geometry.geometries);
};

export type Bounds = readonly [west: number, south: number, east: number, north: number];

export const boundsOf = (geometry: Json | undefined): Bounds | undefined => {
  const positions = positionsOf(geometry);
  if (positions.length === 0) return undefined;
  const east = positions.map(([longitude]) => longitude);
  const north = positions.map(([, latitude]) => latitude);
  return [Math.min(...east), Math.min(...north), Math.max(...east), Math.max(...north)];
};

/** Returns the ring of the bounds, counter-clockwise. Sides that are still typed are texts. */
export const boundsRing = <Side extends Json>([west, south, east, north]: readonly [
  Side,
  Side,
  Side,
  Side,
]): Side[][] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

/** The bounds when the geometry is exactly their rectangle, so that it can be edited as four numbers. */
export const asRectangle = (geometry: Json | undefined): Bounds | undefined => {
  const bounds = boundsOf(geometry);
  if (!bounds || !isObject(geometry) || geometry.type !== 'Polygon') return undefined;
  return JSON.stringify(geometry.coordinates) === JSON.stringify([boundsRing(bounds)]) ? bounds : undefined;
};

export const geometryType = (geometry: Json | undefined): string | undefined =>
  isObject(geometry) && typeof geometry.type === 'string' ? geometry.type : undefined;

export const asPoint = (geometry: Json | undefined): Position | undefined =>
  geometryType(geometry) === 'Point' ? positionsOf(geometry)[0] : undefined;
