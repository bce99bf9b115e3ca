// First search of the page at an address, stored on the device while a person is signed in: browserCheck.js sends it before the scripts are
// loaded. Only the query is stored, not the answer.

import type { Query } from 'src/model/generated/wire.ts';

export const FIRST_SEARCH_KEY = 'First-Search';

export interface FirstSearch {
  /** Path with query. */
  readonly address: string;
  readonly query: Query;
}
