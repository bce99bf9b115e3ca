// The word of a day among those that a person may read. Pure.

import { DAY_MS } from 'src/base/dayMs.ts';
import { seededRandom } from 'src/base/seededRandom.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';

/** More words than a list has, so that no two of them have the same number on two days. */
const NUMBERS_OF_DAY = 1_000_003;

/** Returns a number in [0, 1) that the day gives the word. */
const numberOn = (day: string, id: string): number =>
  seededRandom((Date.parse(day) / DAY_MS) * NUMBERS_OF_DAY + (tryParseItemId(id)?.number ?? 0)).next();

/**
 * Returns the word with the least number of the day; undefined without words. People who may read different words have the same word on
 * most days. The cost grows with the number of words.
 */
export const wordOn = (day: string, ids: readonly string[]): string | undefined =>
  ids.map((id) => ({ id, number: numberOn(day, id) })).toSorted((one, other) => one.number - other.number)[0]?.id;
