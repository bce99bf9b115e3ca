// Services that watches of items need.

import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { endpointFor } from 'src/server/endpoint.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';
import type { Watches } from 'src/server/watch/watches.ts';

export interface WatchNeeds {
  readonly registry: ServerRegistry;
  readonly items: ItemStorage;
  readonly watches: Watches;
}

export const endpoint = endpointFor<WatchNeeds>();
