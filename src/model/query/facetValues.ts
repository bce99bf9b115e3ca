// Writes and reads chosen facet values in addresses and saved searches. Pure.

import type { FilterValue } from 'src/model/generated/wire.ts';

/** Chosen values by key. */
export type Chosen = Readonly<Record<string, readonly FilterValue[]>>;

const LOOKS_LIKE_JSON = /^(?:[-\d"[{]|true$|false$|null$)/;

/** Writes words as they are; numbers, booleans, ranges and words that look like them as JSON. */
export const writeValue = (value: FilterValue): string =>
  typeof value === 'string' && !LOOKS_LIKE_JSON.test(value) ? value : JSON.stringify(value);

/** A text of an item cannot contain it, and the database cannot search for it. */
const NUL = '\u0000';

/** Returns true for a text, or a range with a text, that contains it. */
const holdsNul = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes(NUL)
    : typeof value === 'object' && value !== null && Object.entries(value).flat().some(holdsNul);

/** Words may begin like a number: `1812-14`. */
const STARTS_AS_NUMBER = /^[-\d]/;

/** Returns undefined for invalid text. */
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
