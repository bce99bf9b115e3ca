// Plan of a listing of everything that points to one item: the types that declare a relation to its type; and the total
// for the tab.

import { useEffect, useState } from 'react';
import { useClient } from 'src/client/useClient.ts';
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
 * Returns the number of items that name this one and that the reader may see. Requested once per item; undefined until the answer arrives.
 */
export const useRelatedCount = (item: Item): number | undefined => {
  const { registry, search } = useClient();
  const [counted, setCounted] = useState<{ readonly id: ItemId; readonly count: number }>();
  const { $id, _t } = item;
  useEffect(() => {
    const asked = relatedSearch(registry, _t, $id);
    if (!asked) return undefined;
    let wanted = true;
    search.count({ must: { _t: asked.types, ...asked.must } }).then(
      (count) => wanted && setCounted({ id: $id, count }),
      () => {}, // the tab then says no number
    );
    return () => {
      wanted = false;
    };
  }, [registry, search, $id, _t]);
  return counted?.id === $id ? counted.count : undefined;
};
