// Encodes boundaries in addresses: coordinates with five decimals (about a metre), each in base 36. Bounds are four numbers, a boundary an
// even number of them; anything else is an error.

import type { Area, Line, Rings } from 'src/model/geo/geoJson.ts';
import type { Box } from 'src/model/geo/box.ts';

const BASE = 36;
const HASH_DECIMALS = 5;
const BETWEEN_NUMBERS = '_';
const BETWEEN_RINGS = '.';
const BETWEEN_POLYGONS = '~';
const BASE36_NUMBER = /^-?[0-9a-z]{1,11}$/;
const BOUNDS = 4;

/** Thrown for an invalid boundary. */
export class BoundaryError extends Error {}

const throwBoundaryError = (message: string): never => {
  throw new BoundaryError(message);
};

/** Encodes alternating longitudes and latitudes. Throws BoundaryError unless their number is even and each is finite. */
export const hashOfBoundary = (coordinates: readonly number[], decimals = HASH_DECIMALS): string => {
  if (coordinates.length === 0 || coordinates.length % 2 !== 0)
    throwBoundaryError('A boundary has an even number of coordinates.');
  if (!coordinates.every(Number.isFinite)) throwBoundaryError('A boundary is made of numbers.');
  return coordinates.map((each) => Math.round(each * 10 ** decimals).toString(BASE)).join(BETWEEN_NUMBERS);
};

/** Decodes the result of hashOfBoundary. Throws BoundaryError for any other text. */
export const boundaryFromHash = (hash: string, decimals = HASH_DECIMALS): number[] => {
  const parts = hash.split(BETWEEN_NUMBERS);
  if (parts.length % 2 !== 0) throwBoundaryError('A boundary has an even number of coordinates.');
  return parts.map((part) =>
    BASE36_NUMBER.test(part)
      ? Number.parseInt(part, BASE) / 10 ** decimals
      : throwBoundaryError('A boundary is made of numbers.'),
  );
};

/** Returns bounds from four numbers or from their hash. Throws BoundaryError. */
export const asBounds = (given: string | readonly unknown[]): Box => {
  const numbers = typeof given === 'string' ? boundaryFromHash(given) : given;
  const [west, south, east, north, ...more] = numbers;
  if (numbers.length !== BOUNDS || more.length > 0) throwBoundaryError('Bounds are four numbers.');
  const bounds = [west, south, east, north];
  if (!bounds.every((each): each is number => typeof each === 'number' && Number.isFinite(each)))
    return throwBoundaryError('Bounds are four numbers.');
  return [bounds[0] ?? 0, bounds[1] ?? 0, bounds[2] ?? 0, bounds[3] ?? 0];
};

/** Encodes an area for an address. */
export const hashOfArea = (area: Area): string => {
  const polygons = area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
  const ringHash = (ring: Line): string =>
    hashOfBoundary(ring.flatMap(([longitude, latitude]) => [longitude, latitude]));
  return polygons.map((rings) => rings.map(ringHash).join(BETWEEN_RINGS)).join(BETWEEN_POLYGONS);
};

const ringFromHash = (hash: string): Line => {
  const numbers = boundaryFromHash(hash);
  return Array.from({ length: numbers.length / 2 }, (_, at) => [numbers[2 * at] ?? 0, numbers[2 * at + 1] ?? 0]);
};

/** Decodes the result of hashOfArea. Throws BoundaryError for any other text. */
export const areaFromHash = (hash: string): Area => {
  const polygons = hash.split(BETWEEN_POLYGONS).map((polygon): Rings => polygon.split(BETWEEN_RINGS).map(ringFromHash));
  const [only] = polygons;
  return only && polygons.length === 1
    ? { type: 'Polygon', coordinates: only }
    : { type: 'MultiPolygon', coordinates: polygons };
};
