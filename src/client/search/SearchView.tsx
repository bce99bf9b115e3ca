// /search: everything the reader may see, across types, with the type as a facet. c0 holds the encoded search text.

import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { ViewProps } from 'src/client/ClientDomain.ts';
import { CellHead } from 'src/client/navigation/CellHead.tsx';
import { useListing } from 'src/client/search/ListingCell.tsx';
import { Listing } from 'src/client/search/Listing.tsx';
import { generalPlan } from 'src/model/listing/listingPlan.ts';
import { useClient } from 'src/client/useClient.ts';
import { GENERAL_SCREEN } from 'src/model/query/screenFilters.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

export const SearchView = observer(({ param }: ViewProps) => {
  const { registry, session } = useClient();
  const messages = useMessages();
  const { user } = session;
  // The server leaves out what its types exclude from general search.
  const plan = useMemo(() => ({ ...generalPlan({ registry, user }), screen: GENERAL_SCREEN }), [registry, user]);
  const store = useListing(plan, param);
  return (
    <>
      <CellHead title={messages.format('views.search')} />
      <Listing store={store} />
    </>
  );
});
