// The grid of tiles in web mercator: what part of the world a tile shows. Pure.

import type { Box } from 'src/model/geo/box.ts';

export interface TilePlace {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** Units of a tile's side; what its coordinates are counted in. */
export const TILE_EXTENT = 4096;
/** Units around a tile that are drawn too, so that no line ends at its edge. */
export const TILE_BUFFER = 64;
/** Deeper than this a pixel is less than a centimetre. */
const DEEPEST_ZOOM = 22;

const HALF_WORLD_METRES = 20_037_508.342789244;

/** Undefined for what is no tile: each is a plain number, and within the grid of its zoom. */
export const parseTilePlace = (z: string, x: string, y: string): TilePlace | undefined => {
  if (![z, x, y].every((each) => /^(?:0|[1-9]\d{0,7})$/.test(each))) return undefined;
  const place = { z: Number(z), x: Number(x), y: Number(y) };
  const across = 2 ** place.z;
  return place.z <= DEEPEST_ZOOM && place.x < across && place.y < across ? place : undefined;
};

export const tileMetres = (z: number): number => (2 * HALF_WORLD_METRES) / 2 ** z;

/** With the buffer around it. */
export const boxOfTile = ({ z, x, y }: TilePlace): Box => {
  const side = tileMetres(z);
  const buffer = (side * TILE_BUFFER) / TILE_EXTENT;
  const west = x * side - HALF_WORLD_METRES;
  const north = HALF_WORLD_METRES - y * side;
  return [west - buffer, north - side - buffer, west + side + buffer, north + buffer];
};

/** Degrees of a place in web mercator metres. */
export const degreesOf = (x: number, y: number): [number, number] => [
  (x / HALF_WORLD_METRES) * 180,
  (Math.atan(Math.sinh((y / HALF_WORLD_METRES) * Math.PI)) * 180) / Math.PI,
];
