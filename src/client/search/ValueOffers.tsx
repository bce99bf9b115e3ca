// Offers filters for typed words that are values of the records, such as their type: "Type: Photograph (197)".

import 'src/client/intl/laterMessages.ts';
import { observer } from 'mobx-react-lite';
import { useCallback } from 'react';
import type { ListingPartProps } from 'src/client/listing/ListingStore.ts';
import { type ValueOffer, valueOffers } from 'src/client/listing/valueOffers.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { Query } from 'src/model/generated/wire.ts';
import { queryOf } from 'src/model/listing/listingPlan.ts';

const MOST_OFFERS = 4;

interface OfferProps extends ListingPartProps {
  readonly offer: ValueOffer;
}

/** A filter without results is not offered. */
const Offer = ({ offer, store, change }: OfferProps) => {
  const { search } = useClient();
  const messages = useMessages();
  const query = JSON.stringify(queryOf(store.plan, offer.state));
  const ask = useCallback(() => search.count(JSON.parse(query) as Query), [search, query]);
  const { answer } = useServerData({ of: query, ask, version: store.version });
  if (answer === 0) return null;
  return (
    <Button size="small" icon="filter" onClick={() => change(offer.state)}>
      {answer === undefined ? offer.name : messages.format('listing.offer', { name: offer.name, count: answer })}
    </Button>
  );
};

export const ValueOffers = observer(({ store, change }: ListingPartProps) => {
  const client = useClient();
  const messages = useMessages();
  const { state, narrowedPlan: plan } = store;
  const offers = valueOffers({ client, messages, plan }, state, MOST_OFFERS);
  if (offers.length === 0) return null;
  return (
    <div className="kk-filters" role="group" aria-label={messages.format('listing.offers')}>
      {offers.map((offer) => (
        <Offer key={offer.key} {...{ offer, store, change }} />
      ))}
    </div>
  );
});
