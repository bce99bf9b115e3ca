// Converts a saved search to a query, for client and server. Pure.

import type { Filters, Query } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { writeValue, type Chosen } from 'src/model/query/facetValues.ts';
import {
  conditionQuery,
  criteriaFaults,
  criteriaOf,
  type ConditionQuery,
  type SavedFacet,
} from 'src/model/query/savedCriteria.ts';
import { asFilters, filtersFor, GENERAL_SCREEN, mustOf, type FilterReader } from 'src/model/query/screenFilters.ts';
import type { Registry } from 'src/model/schema/Registry.ts';

export const savedFacets = (chosen: Chosen): readonly SavedFacet[] =>
  Object.entries(chosen).map(([key, values]) => ({ key, values: values.map(writeValue) }));

export type SavedQuery = Pick<Query, 'mustNot'> & ConditionQuery & { readonly must: Filters };

/** Returns undefined when the screen is no longer declared, or when the search cannot be expressed exactly. */
export const queryOfSaved = (
  { screens, types }: Pick<Registry, 'screens'> & { readonly types: Readonly<Record<string, unknown>> },
  saved: Readonly<Record<string, Json | undefined>>,
  reader: FilterReader,
): SavedQuery | undefined => {
  if (criteriaFaults(saved).length > 0) return undefined;
  const { text, chosen, conditions } = criteriaOf(saved);
  const further = conditionQuery(conditions);
  if (saved['screen'] === GENERAL_SCREEN)
    return { must: mustOf({ types: undefined, fixed: {}, chosen, text }), ...further };
  const search = screens.find(({ path }) => path === saved['screen'])?.search;
  if (!search) return undefined;
  const named = search.types.filter((name) => Object.hasOwn(types, name));
  const fixed = filtersFor(asFilters(search.must), reader);
  const mustNot = filtersFor(asFilters(search.mustNot), reader);
  return {
    must: mustOf({ types: search.types.length > 0 ? named : Object.keys(types), fixed, chosen, text }),
    ...further,
    ...(Object.keys(mustNot).length > 0 ? { mustNot } : {}),
  };
};
