// The filters bounds and area of a query. Invalid ones are refused with their position in the query.

import { areaFromHash, asBounds, BoundaryError } from 'src/model/geo/boundsHash.ts';
import { mercatorBox, type Box } from 'src/model/geo/box.ts';
import { crossingFault, runToEnd } from 'src/model/geo/checkCrossings.ts';
import { shapeFault } from 'src/model/geo/checkShape.ts';
import { asGeometry, type Area } from 'src/model/geo/geoJson.ts';
import type { FilterValue } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { invalid } from 'src/model/problems.ts';
import { isGeometry } from 'src/model/kinds/kindTraits.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import { pointerOf } from 'src/model/text/jsonPointer.ts';
import type { FilterPlan } from 'src/server/search/evaluate/searchPlan.ts';
import type { Lookups } from 'src/server/search/plan/lookups.ts';
import { badValue } from 'src/server/search/plan/refusals.ts';

type Path = readonly (string | number)[];

interface AskedPlaces {
  readonly path: Path;
  readonly values: readonly FilterValue[];
  readonly taken: Set<FilterValue>;
}

const AREA_KINDS: readonly string[] = ['Polygon', 'MultiPolygon'];
/** An area with more points than a map shows is simplified first. */
const MAX_AREA_POINTS = 10_000;

const orBadValue = <T>(path: Path, read: () => T): T => {
  try {
    return read();
  } catch (error) {
    throw error instanceof BoundaryError ? badValue(path) : error;
  }
};

/** Accepts four numbers or their hash. Everything that meets the box matches. */
export const boundsPlan = ({ values, path, taken }: AskedPlaces): FilterPlan => {
  const [first] = values;
  const [west, south, east, north] = orBadValue(path, () =>
    asBounds(values.length === 1 && typeof first === 'string' ? first : values),
  );
  if (south > north) throw badValue(path);
  for (const value of values) taken.add(value);
  const boxes: readonly Box[] =
    west <= east
      ? [[west, south, east, north]]
      : // A view over the 180th meridian is two boxes.
        [
          [west, south, 180, north],
          [-180, south, east, north],
        ];
  return { is: 'boxes', boxes: boxes.map(mercatorBox) };
};

const areaOrUndefined = (value: Json): Area | undefined => {
  const geometry = asGeometry(value);
  return geometry && AREA_KINDS.includes(geometry.type) ? (geometry as Area) : undefined;
};

/** Areas that were found valid: the same one is tested once for each type and band. */
const sound = new WeakSet<Area>();

/** Accepts GeoJSON or the hash of an area. */
const areaFrom = (value: FilterValue, path: Path): Area => {
  const areaShape = (typeof value === 'string' ? orBadValue(path, () => areaFromHash(value)) : value) as Json;
  const area = areaOrUndefined(areaShape);
  if (!area) throw badValue(path);
  if (sound.has(area)) return area;
  const fault = shapeFault(areaShape, AREA_KINDS, MAX_AREA_POINTS) ?? runToEnd(crossingFault(area));
  if (fault) throw invalid([{ path: pointerOf(path), ...fault }]);
  sound.add(area);
  return area;
};

/** Matches everything with a point in common with one of the areas. */
export const areasPlan = (lookups: Lookups, type: ServerItemType, { values, path, taken }: AskedPlaces): FilterPlan => {
  const areas = values.map((value, index) => areaFrom(value, [...path, index]));
  for (const value of values) taken.add(value);
  if (!Object.values(type.properties).some(({ kind }) => isGeometry(kind))) return { is: 'nothing' };
  const onEdge = new Set(areas.flatMap((area) => [...lookups.onEdge(area, type.number)]));
  return { is: 'areas', areas, onEdge: Int32Array.from(onEdge) };
};
