// `act/mapLayer`: describes a layer of a map: number of features, bounds, and the key by which the asker fetches its tiles. The key is
// bound to the asker.

import type { MapLayer } from 'src/model/generated/wire.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { QUERY_LAYER, type Layer } from 'src/server/geo/layers.ts';
import { degreesOf, TILE_EXTENT } from 'src/server/search/map/tileGrid.ts';
import { hiddenProblem } from 'src/server/access/hiddenProblem.ts';
import { endpoint, type GeoNeeds } from 'src/server/geo/GeoNeeds.ts';
import { queryInput } from 'src/server/search/queryInput.ts';
import type { Context } from 'src/server/context.ts';

const requestedLayer = async (
  { services: { tiles }, db, readFilter }: Context<GeoNeeds>,
  { query, layer, includeExcluded }: Endpoints['mapLayer']['input'],
): Promise<Layer | undefined> => {
  if (layer !== undefined) return await tiles.layers.named({ db, readFilter }, layer);
  return tiles.layers.of({ query: queryInput(query), includeExcluded: includeExcluded === true });
};

export const mapLayer = endpoint('mapLayer', {
  prepare: async (context, input) => {
    const { services, db, readFilter, gone } = context;
    const layer = await requestedLayer(context, input);
    if (!layer) throw hiddenProblem(context);
    const name = input.layer ?? QUERY_LAYER;
    const { total, bounds } = await services.tiles.extent({ readFilter, layer }, gone);
    return async ({ tx }) => {
      const answer: MapLayer = {
        layer: name,
        key: await services.tiles.layers.keep({ db, readFilter }, tx, name, layer),
        total,
        ...(bounds && { bbox: [...degreesOf(bounds[0], bounds[1]), ...degreesOf(bounds[2], bounds[3])] }),
        tiles: total > services.limits.mapFeatures,
        extent: TILE_EXTENT,
      };
      return answer;
    };
  },
});
