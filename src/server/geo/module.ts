// Module of maps.

import { tileRoute } from 'src/server/transport/tileRoute.ts';
import type { GeoNeeds } from 'src/server/geo/GeoNeeds.ts';
import { mapLayer } from 'src/server/geo/mapLayer.ts';
import { overlap } from 'src/server/geo/overlap.ts';
import { streamFeatures } from 'src/server/geo/streamFeatures.ts';
import { defineModule } from 'src/server/Module.ts';
import { pruneMapLayers } from 'src/server/store/mapLayerRows.ts';

export const geoModule = defineModule<GeoNeeds>({
  compressedRoutes: [tileRoute],
  endpoints: [mapLayer, overlap, streamFeatures],
  prune: [pruneMapLayers],
});
