// Services that searches need.

import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { endpointFor } from 'src/server/endpoint.ts';
import type { Search } from 'src/server/search/searchEngine.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';

export interface SearchNeeds {
  readonly registry: ServerRegistry;
  readonly items: ItemStorage;
  readonly search: Search;
}

export const endpoint = endpointFor<SearchNeeds>();
