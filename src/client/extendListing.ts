// What src/domain may use of listings. A file of its own, so that parts without a listing load without its code.

import 'src/client/intl/laterMessages.ts';

export { Listing } from 'src/client/search/Listing.tsx';
export { useListing } from 'src/client/search/ListingCell.tsx';
export type { ListingStore } from 'src/client/search/ListingStore.ts';
export { generalPlan } from 'src/client/search/listingPlan.ts';
export { writeState } from 'src/client/search/listingState.ts';
