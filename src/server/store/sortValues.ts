// Sort and range values of an item, stored in `item.sort_keys` (or `item_level.sort_keys` for a restricted property) with the terms.
// Written by store/, loaded into the columns and ordered by in search/.
//
// sort_keys is {path: value} for every declared sort, every RANGE facet and every filter that has no terms:
//   number         integers and numbers as they are; dates, date-times and partial dates as ms since the epoch (UTC, start of
//                  the date); times as ms since midnight; booleans 0 or 1
//   string         text as its sort key (model/text/sortKey.ts), compared by code unit; keys and ids as they are
//   [value, ...]   a property with many values; a sort uses the first
//   [first, last, ...]  for kinds whose values cover several days: pairs of the earliest and the latest day
//   [[from, v]...] a clock value: v holds from `from` (ms; null for "always before") until the next step
// A path without a value is absent.

import { textInDefaultLanguage } from 'src/model/text/translated.ts';
import { sortKey } from 'src/model/text/sortKey.ts';
import type { Json } from 'src/model/item/Item.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import { scaled, utcDay } from 'src/model/query/timeScale.ts';
import type { Property } from 'src/model/schema/Property.ts';

export type SortValue = number | string;

/** Stored in place of the infinite end of an open date, which JSON cannot hold. */
export const OPEN_START = utcDay(-9999);
export const OPEN_END = utcDay(9999, 12, 31);

const textSortValue = (property: Property, text: string): SortValue | undefined => {
  const { scale, sort } = KINDS[property.kind];
  if (scale !== undefined && scale !== 'number') return scaled(text, scale, 'UTC');
  return sort === 'value' ? text : sortKey(text);
};

/** Returns the sort value of one value, or undefined. Translated text is sorted by the default language. */
export const sortValue = (property: Property, value: Json | undefined): SortValue | undefined => {
  if (KINDS[property.kind].text === 'byLocale') {
    const text = textInDefaultLanguage(value);
    return text === undefined ? undefined : sortKey(text);
  }
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'string' && value !== '' ? textSortValue(property, value) : undefined;
};

/** Returns the earliest and latest days of values that cover several; undefined for other kinds. */
export const spanValues = ({ kind }: Property, values: readonly Json[]): readonly number[] | undefined => {
  const { span } = KINDS[kind];
  return (
    span &&
    values.flatMap((value) => {
      const days = typeof value === 'string' ? span(value) : undefined;
      return days ? [Math.max(days.earliest, OPEN_START), Math.min(days.latest, OPEN_END)] : [];
    })
  );
};
