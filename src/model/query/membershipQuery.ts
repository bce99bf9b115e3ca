// What a search that an item holds as one of its values finds, such as the members of a collection: for whoever looks, so nobody is shown
// more by it than by asking themselves. Pure.

import { isRecord } from 'src/base/isRecord.ts';
import type { Filters, Query } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { queryOfSaved } from 'src/model/query/savedQuery.ts';
import type { FilterReader } from 'src/model/query/screenFilters.ts';
import type { Registry } from 'src/model/schema/Registry.ts';

export type MembershipQuery = Pick<Query, 'must' | 'mustNot'> & {
  readonly must: Filters & { readonly _t: readonly string[] };
};

/** `types`: the names of those that it may find; none for all. Undefined where no search is held, or its screen is not declared any more. */
export const membershipQuery = (
  registry: Pick<Registry, 'screens' | 'types'>,
  { search, types }: { readonly search: Json | undefined; readonly types: Json | undefined },
  reader: FilterReader,
): MembershipQuery | undefined => {
  const query = isRecord(search) ? queryOfSaved(registry, search as Readonly<Record<string, Json>>, reader) : undefined;
  if (!query) return undefined;
  const everything = Object.values(registry.types).filter(({ excludeGeneralSearch }) => !excludeGeneralSearch);
  const asked = query.must._t?.map(String) ?? everything.map(({ name }) => name);
  const only = Array.isArray(types) && types.length > 0 ? asked.filter((name) => types.includes(name)) : asked;
  return { ...query, must: { ...query.must, _t: only } };
};
