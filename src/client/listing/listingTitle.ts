// The title of a listing on paper and of its files.

import type { Messages } from 'src/client/ui/declaredMessages.ts';
import type { ListingPlan } from 'src/model/listing/listingPlan.ts';
import { GENERAL_SCREEN } from 'src/model/query/screenFilters.ts';

/** Returns the name of the screen; "Search" for the general search and for listings without a screen. */
export const listingTitle = ({ screen }: Pick<ListingPlan, 'screen'>, messages: Messages): string =>
  screen === undefined || screen === GENERAL_SCREEN ? messages.format('views.search') : messages.screen(screen);
