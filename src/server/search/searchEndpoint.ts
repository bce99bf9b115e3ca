// `search/ids`: which items match, how many, and what is among them, as far as the caller may see.

import { costOfSearch } from 'src/server/limits.ts';
import { searchAnswer } from 'src/server/search/searchAnswer.ts';
import { endpoint } from 'src/server/search/SearchNeeds.ts';

export const search = endpoint('search', searchAnswer, costOfSearch);
