// /search: everything the reader may see, across types, with the type as a facet. c0 holds the encoded search text (spec platform 2).

import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { ViewProps } from 'src/client/extend.ts';
import { CellHead } from 'src/client/cells/CellHead.tsx';
import { useListing } from 'src/client/search/ListingCell.tsx';
import { Listing } from 'src/client/search/Listing.tsx';
import type { ListingPlan } from 'src/client/search/listingPlan.ts';
import { useClient } from 'src/client/useClient.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

export const SearchView = observer(({ param }: ViewProps) => {
  const { registry } = useClient();
  const messages = useMessages();
  const plan = useMemo((): ListingPlan => {
    // The server leaves out what its types exclude from general search; naming all types here would ask for them.
    const types = Object.values(registry.types);
    return {
      types,
      must: {},
      mustNot: {},
      facets: [{ key: '_t', kind: 'SEL' }],
      sorts: [
        { key: 'created', path: 'created', order: 'desc' },
        { key: 'updated', path: 'updated', order: 'desc' },
      ],
      displays: ['LIST'],
      create: [],
      initial: {},
      shipped: [],
      start: { chosen: {}, sort: undefined, further: [], display: 'LIST' },
    };
  }, [registry]);
  const store = useListing(plan, param);
  return (
    <>
      <CellHead title={messages.format('views.search')} />
      <Listing store={store} />
    </>
  );
});
