// /starred: what the person has starred, of every type, with the filters and displays of the general search.

import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef } from 'react';
import { CellHead, RefusedView } from 'src/client/navigation/CellHead.tsx';
import type { ViewProps } from 'src/client/ClientDomain.ts';
import 'src/client/intl/laterMessages.ts';
import { useListing } from 'src/client/search/ListingCell.tsx';
import { Listing } from 'src/client/search/Listing.tsx';
import { generalPlan } from 'src/model/listing/listingPlan.ts';
import { STARRED } from 'src/client/stores/StarStore.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

const StarredItems = observer(({ param }: ViewProps) => {
  const { registry, session } = useClient();
  const messages = useMessages();
  const { user } = session;
  const plan = useMemo(
    () => ({ ...generalPlan({ registry, user }), must: STARRED, empty: 'stars.none' }),
    [registry, user],
  );
  const store = useListing(plan, param);
  // Includes items that were starred on another device; the first page is loading already.
  const version = user?.keptVersion;
  const seen = useRef(version);
  useEffect(() => {
    if (seen.current !== version) void store.load();
    seen.current = version;
  }, [store, version]);
  return (
    <>
      <CellHead title={messages.format('stars.list')} />
      <Listing store={store} />
    </>
  );
});

export const StarredView = observer((props: ViewProps) => {
  const { session } = useClient();
  const messages = useMessages();
  if (session.signedIn) return <StarredItems {...props} />;
  return <RefusedView title={messages.format('stars.list')}>{messages.format('refused.signedOut')}</RefusedView>;
});
