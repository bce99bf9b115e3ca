// Chosen facet values as text: as they stand in an address and in a saved search. Pure.

import type { FilterValue } from 'src/model/generated/wire.ts';

/** Chosen values by key. */
export type Chosen = Readonly<Record<string, readonly FilterValue[]>>;

const LOOKS_LIKE_JSON = /^(?:[-\d"[{]|true$|false$|null$)/;

/** Words stay readable; numbers, booleans, ranges and words that look like them are JSON. */
export const writeValue = (value: FilterValue): string =>
  typeof value === 'string' && !LOOKS_LIKE_JSON.test(value) ? value : JSON.stringify(value);

/** Undefined for what cannot be read. */
export const readValue = (text: string): FilterValue | undefined => {
  if (!LOOKS_LIKE_JSON.test(text)) return text;
  try {
    return JSON.parse(text) as FilterValue;
  } catch {
    return undefined;
  }
};
