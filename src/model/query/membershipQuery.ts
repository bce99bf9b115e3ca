// Query of a search that an item holds in a property, such as the members of a collection. It runs with the rights of the reader, so it
// shows nothing that the reader could not find. Pure.

import { isRecord } from 'src/base/isRecord.ts';
import type { Filters, Query } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { queryOfSaved } from 'src/model/query/savedQuery.ts';
import type { FilterReader } from 'src/model/query/screenFilters.ts';
import type { Registry } from 'src/model/schema/Registry.ts';

export type MembershipQuery = Pick<Query, 'must' | 'mustNot'> & {
  readonly must: Filters & { readonly _t: readonly string[] };
};

/**
 * Returns the query. `types` names the types that it may find; none means all. Undefined without a search, or when its screen is no longer
 * declared.
 */
export const membershipQuery = (
  registry: Pick<Registry, 'screens' | 'types'>,
  { search, types }: { readonly search: Json | undefined; readonly types: Json | undefined },
  reader: FilterReader,
): MembershipQuery | undefined => {
  const query = isRecord(search) ? queryOfSaved(registry, search as Readonly<Record<string, Json>>, reader) : undefined;
  if (!query) return undefined;
  const everything = Object.values(registry.types).filter(({ excludeGeneralSearch }) => !excludeGeneralSearch);
  const searched = query.must._t?.map(String) ?? everything.map(({ name }) => name);
  const only = Array.isArray(types) && types.length > 0 ? searched.filter((name) => types.includes(name)) : searched;
  return { ...query, must: { ...query.must, _t: only } };
};
