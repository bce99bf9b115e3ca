// Endpoints of the search.

import { search } from 'src/server/search/searchEndpoint.ts';
import { countEndpoint } from 'src/server/search/countEndpoint.ts';
import { suggestEndpoint } from 'src/server/search/suggestEndpoint.ts';
import type { SearchNeeds } from 'src/server/search/SearchNeeds.ts';
import { defineModule } from 'src/server/Module.ts';

export const searchModule = defineModule<SearchNeeds>({ endpoints: [search, countEndpoint, suggestEndpoint] });
