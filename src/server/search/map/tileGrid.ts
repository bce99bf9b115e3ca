// Grid of tiles in web mercator. Pure.

import type { Box } from 'src/model/geo/box.ts';

export interface TilePlace {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** Coordinate units along a tile's side. */
export const TILE_EXTENT = 4096;
/** Units drawn around a tile, so that no line ends at its edge. */
export const TILE_BUFFER = 64;
/** Beyond this zoom, a pixel is less than a centimetre. */
const DEEPEST_ZOOM = 22;

const HALF_WORLD_METRES = 20_037_508.342789244;

/** Returns undefined unless all are plain numbers within the grid of the zoom. */
export const parseTilePlace = (z: string, x: string, y: string): TilePlace | undefined => {
  if (![z, x, y].every((each) => /^(?:0|[1-9]\d{0,7})$/.test(each))) return undefined;
  const place = { z: Number(z), x: Number(x), y: Number(y) };
  const across = 2 ** place.z;
  return place.z <= DEEPEST_ZOOM && place.x < across && place.y < across ? place : undefined;
};

export const tileMetres = (z: number): number => (2 * HALF_WORLD_METRES) / 2 ** z;

/** Returns the box with its buffer. */
export const boxOfTile = ({ z, x, y }: TilePlace): Box => {
  const side = tileMetres(z);
  const buffer = (side * TILE_BUFFER) / TILE_EXTENT;
  const west = x * side - HALF_WORLD_METRES;
  const north = HALF_WORLD_METRES - y * side;
  return [west - buffer, north - side - buffer, west + side + buffer, north + buffer];
};

/** Converts web mercator metres to degrees. */
export const degreesOf = (x: number, y: number): [number, number] => [
  (x / HALF_WORLD_METRES) * 180,
  (Math.atan(Math.sinh((y / HALF_WORLD_METRES) * Math.PI)) * 180) / Math.PI,
];
