// Coordinates that occur only once in the world, so that any number close to one of them, in degrees or in web mercator, reveals the place
// of the item. Used by canaryWorld and canaries.pg.test.ts.

import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import type { Json } from 'src/model/item/Item.ts';
import { mercator } from 'src/model/geo/mercator.ts';

export type Position = readonly [longitude: number, latitude: number];

/** Distance within which a number reveals a canary. */
const CLOSE_DEGREES = 2e-5;
const CLOSE_METRES = 1.5;
/**
 * The world's other places lie elsewhere; all canaries lie in the cell of 0.1 degrees west of 139.2 and north of 50.3. A tile of zoom 16 is
 * 18 steps wide and 12 steps high. The canaries lie halfway between steps, so that no edge of a tile, which cuts the cells, is close to one.
 */
const [WEST, SOUTH] = [-139.29000854, 50.31053859];
const STEP_EAST = 360 / 2 ** 16 / 18;
const STEP_NORTH = 0.0002922761;
const MOVED_STEPS = 96;
/** In the same cell, at no canary. */
export const BESIDE: Position = [-139.2071937, 50.3913719];
const ZOOM = 14;

/** The word for the n-th place, like the words in the texts of other canaries. */
export const placeWord = (n: number): string => `place ${n}`;
const numberIn = (word: string): number => Number(/^place (\d+)/.exec(word)?.[1]);

/** With more words behind it, the same place moved north within its cell. */
export const positionOf = (word: string): Position => {
  const n = numberIn(word);
  const moved = word === placeWord(n) ? 0 : MOVED_STEPS;
  return [WEST + n * STEP_EAST, SOUTH + (n + moved) * STEP_NORTH];
};

export const pointOf = (word: string): Json => ({ type: 'Point', coordinates: [...positionOf(word)] });

/** A square of a few metres. */
export const squareAround = ([longitude, latitude]: Position): Json => {
  const corner = (east: number, north: number): number[] => [longitude + east * 1e-5, latitude + north * 1e-5];
  return {
    type: 'Polygon',
    coordinates: [[corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1), corner(-1, -1)]],
  };
};

const NUMBERS = /-?\d+\.\d+/g;

/** Returns the words of the places that any number in the text reveals. */
export const placesIn = (text: string, words: readonly string[]): string[] => {
  const numbers = [...new Set(text.match(NUMBERS) ?? [])].map(Number);
  const near = (to: number, close: number): boolean => numbers.some((each) => Math.abs(each - to) < close);
  return words.filter((word) => {
    const [longitude, latitude] = positionOf(word);
    const [x, y] = mercator(longitude, latitude);
    return (
      near(longitude, CLOSE_DEGREES) || near(latitude, CLOSE_DEGREES) || near(x, CLOSE_METRES) || near(y, CLOSE_METRES)
    );
  });
};

/** `z/x/y` of the tile around a place, in which a metre is more than one step. */
export const tileAround = ([longitude, latitude]: Position, zoom = ZOOM): string => {
  const [x, y] = mercator(longitude, latitude);
  const [half] = mercator(180, 0);
  const tiles = 2 ** zoom;
  return [zoom, Math.floor(((x + half) / (2 * half)) * tiles), Math.floor(((half - y) / (2 * half)) * tiles)].join('/');
};

/** Returns the content of a tile as GeoJSON. */
export const decodeTile = (bytes: Buffer, place: string): readonly Json[] => {
  const [z = 0, x = 0, y = 0] = place.split('/').map(Number);
  const { layers } = new VectorTile(new PbfReader(bytes));
  return Object.values(layers).flatMap((layer) =>
    Array.from({ length: layer.length }, (_, at) => layer.feature(at).toGeoJSON(x, y, z) as unknown as Json),
  );
};
