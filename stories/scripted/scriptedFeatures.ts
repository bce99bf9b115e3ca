// Answers `act/streamFeatures` in stories: returns the features of the items in memory that the query finds.

import { boundsOf } from 'src/client/fields/text/geometry.ts';
import type { MapFeatures, Query } from 'src/model/generated/wire.ts';
import type { Item } from 'src/model/item/Item.ts';
import type { SearchWorld } from 'stories/scripted/bucketsOf.ts';
import { scriptedSearch } from 'stories/scripted/scriptedSearch.ts';

/** Returns the geometry of an item: its own, or the first one of the items that its display names by `geometryOf`. */
const geometryOf = (item: Item, all: ReadonlyMap<string, Item>, { registry }: SearchWorld): unknown => {
  const displayOf = ({ _t }: Item) => registry?.types[_t]?.view.place;
  const { geometry, geometryOf: relation } = displayOf(item) ?? {};
  if (geometry !== undefined) return item[geometry];
  const related = relation === undefined ? [] : [item[relation]].flat();
  return related
    .flatMap((id) => all.get(String(id)) ?? [])
    .map((each) => each[displayOf(each)?.geometry ?? ''])
    .find((found) => found !== undefined);
};

export const scriptedFeatures = (items: readonly Item[], query: Query, world: SearchWorld): MapFeatures => {
  const found = new Set(scriptedSearch([...items], { ...query, max: 10_000 }, world).ids);
  const all = new Map(items.map((item) => [item.$id, item]));
  const features = items
    .filter(({ $id }) => found.has($id))
    .flatMap((item) => {
      const geometry = geometryOf(item, all, world);
      const bbox = boundsOf(geometry as never);
      if (!bbox) return [];
      return [{ $id: item.$id, label: item.$label, type: item._t, geometry: geometry as never, bbox }];
    });
  return { features, total: features.length, more: false };
};
