// What maps add to the composition.

import { defineModule } from 'src/server/Module.ts';
import { pruneMapLayers } from 'src/server/store/mapLayerRows.ts';

export const geoModule = defineModule<unknown>({ prune: [pruneMapLayers] });
