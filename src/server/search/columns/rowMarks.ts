// Marks by which a row of the index is proven to be equal to the row of the table: the transactions that wrote it and its parts. PostgreSQL
// gives each version of a row the number of its transaction (`xmin`), and numbers are not used again within the life of a snapshot.

import { textHash } from 'src/server/search/text/textHash.ts';

/** No transaction has this number. */
export const NO_MARK = 0;

/** The sum of two values below it is exact. */
const MARK_VALUES = 2 ** 52;
const LOW_VALUES = 2 ** 20;

const mixedHash = (key: number, xmin: number, factor: number): number => {
  let hash = Math.imul(xmin ^ Math.imul(key, 0x9e3779b1), factor);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return (hash ^ (hash >>> 16)) >>> 0;
};

/** Returns the key of a geometry, by its property. */
export const geometryKey = (prop: string): number => textHash(prop) | 0;

/**
 * Adds a part of an item to the mark of its parts: a restricted part, whose key is its level, or a geometry. The order of the parts does not
 * matter.
 */
export const partMark = (mark: number, key: number, xmin: number): number =>
  (mark + mixedHash(key, xmin, 0x85ebca6b) * LOW_VALUES + (mixedHash(key, xmin, 0xc2b2ae35) % LOW_VALUES)) %
  MARK_VALUES;
