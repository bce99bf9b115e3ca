// The hash of a saved search: two searches that ask the same have the same, in whatever order their parts were put together.
// Source: spec platform 3 (SRCH-04).

import type { Json } from 'src/model/item/Item.ts';
import { md5 } from 'src/model/query/md5.ts';

/** What of a saved search decides which items it lists; names and displays do not. */
export interface SearchContent {
  readonly criteria?: Json;
  readonly selectedFacets?: Json;
  readonly searchString?: string;
  readonly sortBy?: Json;
}

const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Text of a value in which neither members nor entries have an order. */
const unordered = (value: Json): string => {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(unordered).sort().join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .filter(([, member]) => member !== null)
    .map(([key, member]) => `${JSON.stringify(key)}:${unordered(member)}`)
    .sort()
    .join()}}`;
};

/** MD5 in hexadecimal. The sort keys keep their order, which means something. */
export const searchHash = ({ criteria, selectedFacets, searchString, sortBy }: SearchContent): string => {
  const sorts = Array.isArray(sortBy) ? (sortBy as readonly Json[]).map(unordered) : [];
  return md5(
    JSON.stringify([unordered(criteria ?? {}), unordered(selectedFacets ?? {}), searchString?.trim() ?? '', sorts]),
  );
};
