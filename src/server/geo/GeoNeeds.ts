// Services that maps need.

import { endpointFor } from 'src/server/endpoint.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Context } from 'src/server/context.ts';
import type { Tiles } from 'src/server/geo/tiles.ts';
import type { Limits } from 'src/server/limits.ts';
import type { Search } from 'src/server/search/searchEngine.ts';
import type { Audit } from 'src/server/store/audit.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';

export interface GeoNeeds {
  readonly registry: ServerRegistry;
  readonly items: ItemStorage;
  readonly audit: Audit;
  readonly search: Search;
  readonly tiles: Tiles;
  readonly limits: Limits;
}

export type GeoContext = Context<GeoNeeds>;

export const endpoint = endpointFor<GeoNeeds>();
