// What `act/streamFeatures` answers in stories: the features of what the query finds among the items in memory.

import { boundsOf } from 'src/client/forms/text/geometry.ts';
import type { MapFeatures, Query } from 'src/model/generated/wire.ts';
import type { Item } from 'src/model/item/Item.ts';
import type { SearchWorld } from 'stories/scripted/bucketsOf.ts';
import { scriptedSearch } from 'stories/scripted/scriptedSearch.ts';

export const scriptedFeatures = (items: readonly Item[], query: Query, world: SearchWorld): MapFeatures => {
  const found = new Set(scriptedSearch([...items], { ...query, max: 10_000 }, world).ids);
  const features = items
    .filter(({ $id }) => found.has($id))
    .flatMap((item) => {
      const geometry = item[world.registry?.types[item._t]?.view.displays.MAP?.geometry ?? ''];
      const bbox = boundsOf(geometry);
      if (!bbox) return [];
      return [{ $id: item.$id, label: item.$label, type: item._t, geometry: geometry as never, bbox }];
    });
  return { features, total: features.length, more: false };
};
