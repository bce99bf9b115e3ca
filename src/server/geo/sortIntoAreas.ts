// Finds the innermost of several nested areas for each item by the geometry, or general form, that the asker may read. The items are
// results of a search by the outermost area.

import type { Area } from 'src/model/geo/geoJson.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { isGeometry } from 'src/model/kinds/kindTraits.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { GeoContext } from 'src/server/geo/GeoNeeds.ts';
import { featurePoints, readFeatures, type FeatureRow } from 'src/server/store/featureRows.ts';

/** Maximum points of geometries compared at once, because a few detailed outlines could fill the memory. */
const MAX_POINTS_SORTED = 200_000;

/** Groups numbers whose geometries are read together. */
const numberPieces = (points: ReadonlyMap<number, number>): number[][] => {
  const pieces: number[][] = [];
  let left = 0;
  for (const [number, count] of points) {
    if (left <= 0) {
      pieces.push([]);
      left = MAX_POINTS_SORTED;
    }
    pieces.at(-1)?.push(number);
    left -= count;
  }
  return pieces;
};

interface Sorting {
  readonly areas: readonly Area[];
  /** Innermost known area of each item. */
  readonly first: Map<number, number>;
}

/** Compares one geometry of each item. */
const sortPiece = async (
  { services, gone }: GeoContext,
  rows: readonly FeatureRow[],
  { areas, first }: Sorting,
): Promise<void> => {
  let left = rows;
  for (const [at, area] of areas.slice(0, -1).entries()) {
    if (left.length === 0) break;
    const meets = await services.search.meet(
      area,
      left.map(({ geometry }) => geometry),
      gone,
    );
    for (const [index, { i }] of left.entries()) if (meets[index] === 1) first.set(i, Math.min(at, first.get(i) ?? at));
    left = left.filter((_, index) => meets[index] !== 1);
  }
};

/**
 * The items of each area, in the order given; those in none that could be compared are with the widest, which the search found them in.
 *
 * @param asked areas from the narrowest to the widest.
 */
export const sortIntoAreas = async (
  context: GeoContext,
  { number: type, properties }: ServerItemType,
  { ids, areas }: { readonly ids: readonly ItemId[]; readonly areas: readonly Area[] },
): Promise<ItemId[][]> => {
  const { db, readFilter, gone } = context;
  const numberOf = (id: ItemId): number => tryParseItemId(id)?.number ?? 0;
  const first = new Map<number, number>();
  const request = { mask: readFilter.mask, type, props: [], numbers: ids.map(numberOf) };
  for (const [property, { kind }] of Object.entries(properties)) {
    if (!isGeometry(kind)) continue;
    for (const numbers of numberPieces(await featurePoints(db, { ...request, property }))) {
      gone?.throwIfAborted();
      await sortPiece(context, await readFeatures(db, { ...request, property, numbers }), { areas, first });
    }
  }
  return areas.map((_, at) => ids.filter((id) => (first.get(numberOf(id)) ?? areas.length - 1) === at));
};
