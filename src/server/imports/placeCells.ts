// Places in cells: well-known text, GeoJSON, or two numbers in degrees.

import { geometryFromWkt } from 'src/model/geo/geometryFromWkt.ts';
import type { Json } from 'src/model/item/Item.ts';

const jsonIn = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};

/** Returns the geometry of a text; undefined where it is none. The rules of a save check its shape. */
export const readPlaceCell = (text: string): Json | undefined =>
  text.startsWith('{') ? jsonIn(text) : geometryFromWkt(text);

/** Reads `-123.5` and `123.5 W`; undefined for another text. */
export const readDegrees = (text: string): number | undefined => {
  const [, number = '', side = ''] = /^([+-]?\d{1,3}(?:[.,]\d+)?)\s*°?\s*([NSEW]?)$/i.exec(text.trim()) ?? [];
  if (number === '') return undefined;
  const degrees = Number(number.replace(',', '.'));
  return /[SW]/i.test(side) ? -Math.abs(degrees) : degrees;
};
