// Everything that names one item, as a listing in a tab of the item.

import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { knownDisplays } from 'src/client/displays/displays.ts';
import { Listing } from 'src/client/search/Listing.tsx';
import { useListing } from 'src/client/search/ListingCell.tsx';
import { planOf } from 'src/client/search/listingPlan.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { relationTargets } from 'src/model/query/queryKeys.ts';
import type { Registry, Screen } from 'src/model/schema/Registry.ts';
import { relationsOf } from 'src/model/schema/paths.ts';

// What a listing of everything that names one item is made of: the types that declare a relation to its type. Pure.
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

// How many items name one item, for the tab that lists them. Asked once per item that is shown.
/** How many items name this one that the reader may see; undefined until known, or when it could not be asked. */
export const useRelatedCount = (item: Item): number | undefined => {
  const { registry, search } = useClient();
  const [counted, setCounted] = useState<{ readonly id: ItemId; readonly count: number }>();
  const { $id, _t } = item;
  useEffect(() => {
    const asked = relatedSearch(registry, _t, $id);
    if (!asked) return undefined;
    let wanted = true;
    search.search({ must: { _t: asked.types, ...asked.must }, max: 1 }).then(
      ({ total }) => wanted && setCounted({ id: $id, count: total }),
      () => {}, // the tab then says no number
    );
    return () => {
      wanted = false;
    };
  }, [registry, search, $id, _t]);
  return counted?.id === $id ? counted.count : undefined;
};

interface RelatedViewProps {
  readonly item: Item;
  /** The listing's state as it stands in the address. */
  readonly param: string | undefined;
  readonly setParam: (param: string | undefined) => void;
}

export const RelatedView = observer(({ item, param, setParam }: RelatedViewProps) => {
  const { registry, session } = useClient();
  const { user } = session;
  const plan = useMemo(
    () => planOf(relatedSearch(registry, item._t, item.$id) ?? { types: [] }, { registry, user, known: knownDisplays }),
    [registry, user, item._t, item.$id],
  );
  return <Listing store={useListing(plan, param)} setParam={setParam} />;
});
