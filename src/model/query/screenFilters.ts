// Builds the filters of a screen's query from its fixed filters, the person, and the chosen and typed values. Used by the page, and by the
// server when it runs a saved search. Pure.

import type { FilterValue, Filters } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import type { Chosen } from 'src/model/query/facetValues.ts';
import { searchTokens } from 'src/model/query/searchText.ts';

/** Path of the general search; no declared screen has it. */
export const GENERAL_SCREEN = 'search';

/** Facts about the person that declared filters may use. */
export interface FilterReader {
  readonly $id: ItemId;
  /** Owners in which the person reads more than the public does. */
  readonly readOrgs: readonly ItemId[];
}

const READ_ORGS = '$user.readOrgs';
export const OWN_ID = '$user.id';

/** Converts declared values to a filter. A single value becomes a list. */
export const asFilters = (given: Readonly<Record<string, Json>> | undefined): Filters =>
  Object.fromEntries(
    Object.entries(given ?? {}).map(([key, value]) => [
      key,
      (Array.isArray(value) ? value : [value]) as readonly FilterValue[],
    ]),
  );

const valuesFor = (value: FilterValue, reader: FilterReader | undefined): readonly FilterValue[] => {
  if (value === READ_ORGS) return reader?.readOrgs ?? [];
  return value === OWN_ID ? [reader?.$id ?? ''] : [value];
};

/** Replaces `$user.readOrgs` and `$user.id`. */
export const filtersFor = (filters: Filters, reader: FilterReader | undefined): Filters =>
  Object.fromEntries(
    Object.entries(filters).map(([key, values]) => [key, values.flatMap((value) => valuesFor(value, reader))]),
  );

/** True for filters that give each reader other records, such as the reader's own. */
export const namesReader = (filters: Filters): boolean =>
  Object.values(filters).some((values) => values.includes(READ_ORGS) || values.includes(OWN_ID));

interface Asked {
  /** Undefined for all types. */
  readonly types: readonly string[] | undefined;
  /** Filters of the screen, with the person inserted. */
  readonly fixed: Filters;
  readonly chosen: Chosen;
  readonly text: string;
}

/** Returns fixed and typed words together. */
const allWords = (fixed: Filters, text: string): string =>
  [...(fixed['text'] ?? []), ...(searchTokens(text).length > 0 ? [text.trim()] : [])].join(' ');

/** Returns true for a simple value. Ranges and other compound values are not compared. */
const isPlainValue = (value: FilterValue): boolean => value === null || typeof value !== 'object';

/** Returns the values that are both fixed and chosen; none when they exclude each other. */
const narrowedBy = (chosen: Chosen, fixed: Filters): Filters =>
  Object.fromEntries(
    Object.entries(fixed).map(([key, values]) => {
      const wanted = key === 'text' ? undefined : chosen[key];
      if (!wanted || ![...wanted, ...values].every(isPlainValue)) return [key, values];
      return [key, values.filter((value) => wanted.includes(value))];
    }),
  );

/** Returns true when the chosen values can match within the filters of a screen. */
export const goesWith = (chosen: Chosen, { must, mustNot }: { readonly must: Filters; readonly mustNot: Filters }) =>
  Object.entries(narrowedBy(chosen, must)).every(([key, values]) => !chosen[key] || values.length > 0) &&
  Object.entries(chosen).every(([key, values]) => values.some((value) => mustNot[key]?.includes(value) !== true));

/** Combines chosen and fixed values: a choice narrows fixed values and never widens them. */
export const mustOf = ({ types, fixed, chosen, text }: Asked): Filters => {
  const words = allWords(fixed, text);
  return {
    ...(types ? { _t: types } : {}),
    ...chosen,
    ...narrowedBy(chosen, fixed),
    ...(words === '' ? {} : { text: [words] }),
  };
};
