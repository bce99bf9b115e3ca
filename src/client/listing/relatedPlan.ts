// Plan of a listing of everything that points to one item: the types that declare a relation to its type; and the total
// for the tab.

import { useMemo } from 'react';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { relationTargets } from 'src/model/query/queryKeys.ts';
import { relationsOf } from 'src/model/schema/paths.ts';
import type { Registry, Screen } from 'src/model/schema/Registry.ts';

/** A relation to any type at all (a notice, a saved search) says nothing about the item. */
const names = (registry: Registry, holder: string, type: string): boolean =>
  relationsOf(registry.types[holder]?.properties ?? {}).some(
    ({ property }) => property.rel?.to.includes('*') === false && relationTargets(registry, property).includes(type),
  );

/** Names of the types whose items can name one of the type, in declared order. */
export const referringTypes = (registry: Registry, type: string): readonly string[] =>
  Object.keys(registry.types).filter((holder) => names(registry, holder, type));

/** The search of the items that name this one; undefined where none can. */
export const relatedSearch = (registry: Registry, type: string, id: ItemId): Screen['search'] | undefined => {
  const types = referringTypes(registry, type);
  return types.length === 0 ? undefined : { types, must: { related: [id] } };
};

/**
 * Returns the number of items that name this one and that the reader may see. Undefined until it is known; the tab then has no number.
 */
export const useRelatedCount = (item: Item): number | undefined => {
  const { registry, search } = useClient();
  const { $id, _t } = item;
  const question = useMemo(() => {
    const asked = relatedSearch(registry, _t, $id);
    return asked && { of: $id, ask: () => search.count({ must: { _t: asked.types, ...asked.must } }) };
  }, [registry, search, $id, _t]);
  return useServerData(question).answer;
};
