// What lies in an area, or within a distance of it, counted by type and kind: of each asker only what they may read, by the filter that
// answers their searches. The counts say nothing of where.

import { asGeometry, type Area } from 'src/model/geo/geoJson.ts';
import type { FacetValue, FilterValue, SearchAnswer } from 'src/model/generated/wire.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { invalid } from 'src/model/problems.ts';
import type { Context } from 'src/server/context.ts';
import { areaWithin } from 'src/server/geo/bandsAround.ts';
import { mapTypes, withGeometry, type MapType } from 'src/server/geo/mapTypes.ts';

export interface OverlapCount {
  readonly type: string;
  readonly count: number;
  /** By the declared kind of the type, where it has one: the most frequent first. */
  readonly kinds: readonly FacetValue[];
}

export interface Overlap {
  readonly total: number;
  /** Types of which there is something, the most frequent first. */
  readonly types: readonly OverlapCount[];
  /** What was searched, for maps and further searches. */
  readonly area: Area;
}

interface Asked {
  readonly item: Item;
  /** Of the property with the area. */
  readonly path: string;
  /** Metres. */
  readonly within: number;
}

const areaOf = ({ item, path, within }: Asked): Area => {
  const geometry = asGeometry(item[path]);
  if (geometry?.type !== 'Polygon' && geometry?.type !== 'MultiPolygon')
    throw invalid([{ path: '/path', message: 'errors.overlap.noArea' }]);
  const area = areaWithin(geometry, within);
  if (!area) throw invalid([{ path: '/within', message: 'errors.overlap.tooLarge' }]);
  return area;
};

const valuesIn = ({ facets = {} }: SearchAnswer, key: string | undefined): FacetValue[] =>
  (key === undefined ? [] : (facets[key] ?? [])).filter((each) => 'value' in each).filter(({ count }) => count > 0);

const countOf = async (
  { services, readFilter, gone }: Context,
  { type, only, kind }: MapType,
  { area, beside }: { readonly area: Area; readonly beside: ItemId },
): Promise<OverlapCount> => {
  const found = await services.search.search(
    readFilter,
    {
      must: { ...only, _t: [type.name], inArea: [area as unknown as FilterValue] },
      mustNot: { $id: [beside] },
      max: 0,
      ...(kind !== undefined && { facets: [kind] }),
    },
    gone,
  );
  return { type: type.name, count: found.total, kinds: valuesIn(found, kind) };
};

/** Cost grows with what lies along the edge of the area, as that of a search by area does. */
export const overlapOf = async (context: Context, asked: Asked): Promise<Overlap> => {
  const area = areaOf(asked);
  const counts: OverlapCount[] = [];
  for (const type of withGeometry(mapTypes(context.services.registry)))
    counts.push(await countOf(context, type, { area, beside: asked.item.$id }));
  const types = counts.filter(({ count }) => count > 0).sort((one, other) => other.count - one.count);
  return { total: types.reduce((sum, { count }) => sum + count, 0), types, area };
};
