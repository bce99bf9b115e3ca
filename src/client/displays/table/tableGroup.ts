// The facet by which the rows of a table are grouped, as the address names it.

import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import type { Facet } from 'src/model/schema/TypeView.ts';

export const GROUP_PARAMETER = 'group';

/** Returns undefined where rows are not grouped. Observable. */
export const groupFacet = ({ narrowedPlan, state }: ListingStore): Facet | undefined =>
  narrowedPlan.facets.find(({ key }) => key === state.parameters[GROUP_PARAMETER]);
