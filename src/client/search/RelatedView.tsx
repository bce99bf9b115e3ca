// Everything that names one item, as a listing in a tab of the item.

import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { knownDisplays } from 'src/client/displays/displays.ts';
import { Listing } from 'src/client/search/Listing.tsx';
import { useListing } from 'src/client/search/ListingCell.tsx';
import { planOf } from 'src/client/search/listingPlan.ts';
import { relatedSearch } from 'src/client/search/relatedPlan.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';

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
