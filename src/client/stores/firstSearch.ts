// The search that the page at an address began with, kept on the device while somebody is signed in: browserCheck.js asks it again
// before the scripts are there. Only the question is kept, never an answer.

import type { Query } from 'src/model/generated/wire.ts';

export const FIRST_SEARCH_KEY = 'First-Search';

export interface FirstSearch {
  /** Path with query. */
  readonly address: string;
  readonly query: Query;
}
