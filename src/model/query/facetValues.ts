// Chosen facet values as text: as they stand in an address and in a saved search. Pure.

import type { FilterValue } from 'src/model/generated/wire.ts';

/** Chosen values by key. */
export type Chosen = Readonly<Record<string, readonly FilterValue[]>>;

const LOOKS_LIKE_JSON = /^(?:[-\d"[{]|true$|false$|null$)/;

/** Words stay readable; numbers, booleans, ranges and words that look like them are JSON. */
export const writeValue = (value: FilterValue): string =>
  typeof value === 'string' && !LOOKS_LIKE_JSON.test(value) ? value : JSON.stringify(value);

/** No text of an item can hold it, nor can the database be asked for it. */
const NUL = '\u0000';

/** In a text, or in one of a range. */
const holdsNul = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes(NUL)
    : typeof value === 'object' && value !== null && Object.entries(value).flat().some(holdsNul);

/** Words may begin as a number does: `1812-14`. */
const STARTS_AS_NUMBER = /^[-\d]/;

/** Undefined for what cannot be read. */
export const readValue = (text: string): FilterValue | undefined => {
  if (text.includes(NUL)) return undefined;
  if (!LOOKS_LIKE_JSON.test(text)) return text;
  try {
    const value = JSON.parse(text) as FilterValue;
    return holdsNul(value) ? undefined : value;
  } catch {
    return STARTS_AS_NUMBER.test(text) ? text : undefined;
  }
};
