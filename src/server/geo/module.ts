// Module of maps.

import { tileRoute } from 'src/server/geo/tileRoute.ts';
import type { GeoNeeds } from 'src/server/geo/GeoNeeds.ts';
import { defineModule } from 'src/server/Module.ts';
import { pruneMapLayers } from 'src/server/store/mapLayerRows.ts';

export const geoModule = defineModule<GeoNeeds>({
  compressedRoutes: [tileRoute],
  prune: [pruneMapLayers],
});
