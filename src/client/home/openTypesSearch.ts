// Address of the search for all items of a type that the reader may see.

import { EMPTY_STATE, writeState } from 'src/model/listing/listingState.ts';

export const openTypesSearch = (type: string): string =>
  `/search?${new URLSearchParams({ c0: writeState({ ...EMPTY_STATE, chosen: { _t: [type] } }) ?? '' }).toString()}`;
