// What a screen's search asks for, as the filters of a query: its fixed ones, for the person who looks, and what was chosen and typed.
// The page asks so, and the server when it runs a saved search by itself. Pure.

import type { FilterValue, Filters } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import type { Chosen } from 'src/model/query/facetValues.ts';
import { searchTokens } from 'src/model/query/searchText.ts';

/** The path of the search of everything; no declared screen has it. */
export const GENERAL_SCREEN = 'search';

/** What declared filters may speak of. */
export interface FilterReader {
  readonly $id: ItemId;
  /** Owners of whose items the person reads more than everybody does. */
  readonly readOrgs: readonly ItemId[];
}

const READ_ORGS = '$user.readOrgs';
const OWN_ID = '$user.id';

/** Declared values as a filter: one value stands for a list of one. */
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

/** With the person in place of `$user.readOrgs` and `$user.id`. */
export const filtersFor = (filters: Filters, reader: FilterReader | undefined): Filters =>
  Object.fromEntries(
    Object.entries(filters).map(([key, values]) => [key, values.flatMap((value) => valuesFor(value, reader))]),
  );

interface Asked {
  /** Undefined: of no types in particular. */
  readonly types: readonly string[] | undefined;
  /** Fixed by the screen, for the person who looks. */
  readonly fixed: Filters;
  readonly chosen: Chosen;
  readonly text: string;
}

/** Words that are fixed are asked for with those that are typed. */
const wordsOf = (fixed: Filters, text: string): string =>
  [...(fixed['text'] ?? []), ...(searchTokens(text).length > 0 ? [text.trim()] : [])].join(' ');

/** A value by itself; a range or another compound value is compared with nothing. */
const isPlain = (value: FilterValue): boolean => value === null || typeof value !== 'object';

/** Of the values that a screen fixes those that were chosen as well; none where they exclude each other. */
const narrowedBy = (chosen: Chosen, fixed: Filters): Filters =>
  Object.fromEntries(
    Object.entries(fixed).map(([key, values]) => {
      const wanted = key === 'text' ? undefined : chosen[key];
      if (!wanted || ![...wanted, ...values].every(isPlain)) return [key, values];
      return [key, values.filter((value) => wanted.includes(value))];
    }),
  );

/** True when what is chosen can be found where a screen asks for the one and leaves out the other. */
export const goesWith = (chosen: Chosen, { must, mustNot }: { readonly must: Filters; readonly mustNot: Filters }) =>
  Object.entries(narrowedBy(chosen, must)).every(([key, values]) => !chosen[key] || values.length > 0) &&
  Object.entries(chosen).every(([key, values]) => values.some((value) => mustNot[key]?.includes(value) !== true));

/** Chosen values within fixed ones: what a screen fixes is narrowed and never widened. */
export const mustOf = ({ types, fixed, chosen, text }: Asked): Filters => {
  const words = wordsOf(fixed, text);
  return {
    ...(types ? { _t: types } : {}),
    ...chosen,
    ...narrowedBy(chosen, fixed),
    ...(words === '' ? {} : { text: [words] }),
  };
};
