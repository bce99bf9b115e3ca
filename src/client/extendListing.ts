// The code of listings that src/domain may use. It is separate from extend.ts so that parts without a listing load without it.

import 'src/client/intl/laterMessages.ts';

export { Listing } from 'src/client/search/Listing.tsx';
export { useListing } from 'src/client/search/ListingCell.tsx';
export type { ListingStore } from 'src/client/listing/ListingStore.ts';
export { generalPlan } from 'src/model/listing/listingPlan.ts';
export { FrontFile } from 'src/client/displays/carousel/CarouselFront.tsx';
export { coverFileOf } from 'src/client/viewers/CoverImage.tsx';
export { RowSummary } from 'src/client/displays/RowSummary.tsx';
export { useMembers } from 'src/client/listing/membersQuery.ts';
