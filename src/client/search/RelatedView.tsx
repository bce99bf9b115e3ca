// Everything that names one item, as a listing in a tab of the item.

import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { Item } from 'src/model/item/Item.ts';
import { knownDisplays } from 'src/client/displays/displays.ts';
import { Listing } from 'src/client/search/Listing.tsx';
import { useListing } from 'src/client/search/ListingCell.tsx';
import { planOf } from 'src/client/search/listingPlan.ts';
import { relatedSearch } from 'src/client/search/relatedPlan.ts';
import { useClient } from 'src/client/useClient.ts';

interface RelatedViewProps {
  readonly item: Item;
  /** The listing's state as it stands in the address. */
  readonly param: string | undefined;
  readonly setParam: (param: string | undefined, replace: boolean) => void;
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
