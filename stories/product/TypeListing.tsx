// The items of one type in one display, in a frame.

import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { Listing } from 'src/client/search/Listing.tsx';
import { ListingStore } from 'src/client/listing/ListingStore.ts';
import { planOf } from 'src/model/listing/listingPlan.ts';
import { EMPTY_STATE } from 'src/model/listing/listingState.ts';
import { useClient } from 'src/client/useClient.ts';
import type { DisplayMode } from 'src/model/generated/displays.ts';

interface TypeListingProps {
  readonly type: string;
  readonly display: DisplayMode;
}

export const TypeListing = observer(({ type, display }: TypeListingProps) => {
  const client = useClient();
  const { registry, session } = client;
  const store = useMemo(
    () => new ListingStore(client, planOf({ types: [type], display }, { registry, user: session.user })),
    [client, registry, session, type, display],
  );
  useEffect(() => store.show({ ...EMPTY_STATE, display }), [store, display]);
  return <Listing store={store} />;
});
