// What a saved search asks for: from the item to the query, for the page and for the server. Spec platform 3. Pure.

import type { Filters, Query } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { readValue, writeValue, type Chosen } from 'src/model/query/facetValues.ts';
import { asFilters, filtersFor, GENERAL_SCREEN, mustOf, type FilterReader } from 'src/model/query/screenFilters.ts';
import type { Registry } from 'src/model/schema/Registry.ts';

type Properties = Readonly<Record<string, Json | undefined>>;

/** As `selectedFacets` of the item holds it. */
export interface SavedFacet {
  readonly key: string;
  readonly values: readonly string[];
}

export interface Criteria {
  readonly text: string;
  readonly chosen: Chosen;
}

export const facetsOf = (chosen: Chosen): readonly SavedFacet[] =>
  Object.entries(chosen).map(([key, values]) => ({ key, values: values.map(writeValue) }));

const chosenOf = (facets: readonly SavedFacet[]): Chosen =>
  Object.fromEntries(
    facets.map(({ key, values }) => [key, values.map(readValue).filter((value) => value !== undefined)]),
  );

export const criteriaOf = ({ searchString, selectedFacets }: Properties): Criteria => ({
  text: typeof searchString === 'string' ? searchString : '',
  chosen: chosenOf((selectedFacets ?? []) as unknown as readonly SavedFacet[]),
});

/** JSON pointers of the chosen values that cannot be read, such as one that holds U+0000. */
export const unreadableValues = ({ selectedFacets }: Properties): readonly string[] =>
  ((selectedFacets ?? []) as unknown as readonly SavedFacet[]).flatMap(({ values }, facet) =>
    values.flatMap((value, at) => (readValue(value) === undefined ? [`/selectedFacets/${facet}/values/${at}`] : [])),
  );

/** Undefined where its screen is not declared any more. */
export const queryOfSaved = (
  { screens, types }: Pick<Registry, 'screens'> & { readonly types: Readonly<Record<string, unknown>> },
  saved: Properties,
  reader: FilterReader,
): (Pick<Query, 'must' | 'mustNot'> & { readonly must: Filters }) | undefined => {
  const { text, chosen } = criteriaOf(saved);
  if (saved['screen'] === GENERAL_SCREEN) return { must: mustOf({ types: undefined, fixed: {}, chosen, text }) };
  const search = screens.find(({ path }) => path === saved['screen'])?.search;
  if (!search) return undefined;
  const named = search.types.filter((name) => Object.hasOwn(types, name));
  const fixed = filtersFor(asFilters(search.must), reader);
  const mustNot = filtersFor(asFilters(search.mustNot), reader);
  return {
    must: mustOf({ types: search.types.length > 0 ? named : Object.keys(types), fixed, chosen, text }),
    ...(Object.keys(mustNot).length > 0 ? { mustNot } : {}),
  };
};
