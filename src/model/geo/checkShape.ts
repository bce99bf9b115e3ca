// Checks a value that should be a geometry, as far as one pass over its points allows: structure, numbers and positions. Forms call it on
// every keystroke and the server before every save. checkCrossings does the rest on the server.

import { isRecord } from 'src/base/isRecord.ts';
import {
  COLLECTION,
  isSimpleKind,
  POSITION_DEPTH,
  type Line,
  type Position,
  type SimpleGeometry,
} from 'src/model/geo/geoJson.ts';
import type { Json } from 'src/model/item/Item.ts';

/** Maximum number of points of a geometry. More would take too long to check and to send in one save. */
export const MAX_POINTS = 100_000;

/** Message of `errors.geometry.*` with its parameters. */
export type GeometryFault = {
  readonly message: string;
  readonly params?: Readonly<Record<string, Json>>;
};

const shapeFaultOf = (key: string, params?: GeometryFault['params']): GeometryFault => ({
  message: `errors.geometry.${key}`,
  ...(params && { params }),
});

/** Returns a fault whose position is written as in the maps of the product: latitude first. */
export const faultAt = (key: string, [longitude, latitude]: Position): GeometryFault =>
  shapeFaultOf(key, { latitude, longitude });

const LAST_LONGITUDE = 180;
const POLE_LATITUDE = 90;
/** No notation of degrees exceeds this, so larger values are metres of a projection. */
const NO_DEGREES = 400;

const isNumberList = (value: Json): value is readonly number[] =>
  Array.isArray(value) && (value.length === 2 || value.length === 3) && value.every(Number.isFinite);

const rangeFault = (longitude: number, latitude: number): GeometryFault | undefined => {
  if (Math.abs(longitude) <= LAST_LONGITUDE && Math.abs(latitude) <= POLE_LATITUDE) return undefined;
  if (Math.abs(longitude) > NO_DEGREES || Math.abs(latitude) > NO_DEGREES) return shapeFaultOf('notDegrees');
  const wouldFit = Math.abs(longitude) <= POLE_LATITUDE && Math.abs(latitude) <= LAST_LONGITUDE;
  return faultAt(wouldFit ? 'swapped' : 'outOfRange', [longitude, latitude]);
};

interface Count {
  points: number;
  readonly max: number;
}

/** Checks nesting only as deep as the kind requires, however deeply the value is nested. */
const nestingFault = (value: Json, depth: number, count: Count): GeometryFault | undefined => {
  if (depth === 0) {
    if (!isNumberList(value)) return shapeFaultOf('position');
    count.points += 1;
    if (count.points > count.max) return shapeFaultOf('tooManyPoints', { max: count.max });
    return rangeFault(value[0] ?? 0, value[1] ?? 0);
  }
  if (!Array.isArray(value)) return shapeFaultOf('notGeoJson');
  if (value.length === 0) return shapeFaultOf('empty');
  for (const each of value as readonly Json[]) {
    const found = nestingFault(each, depth - 1, count);
    if (found) return found;
  }
  return undefined;
};

const equalPositions = (a: Position | undefined, b: Position | undefined): boolean =>
  a?.[0] === b?.[0] && a?.[1] === b?.[1];

/** An edge longer than half the globe would go the other way round, except along the full width of a world map. */
const dateLineFault = (line: Line): GeometryFault | undefined => {
  for (let at = 1; at < line.length; at++) {
    const [from = 0] = line[at - 1] ?? [];
    const [to = 0, latitude = 0] = line[at] ?? [];
    if (Math.abs(to - from) > LAST_LONGITUDE && Math.abs(to - from) < 2 * LAST_LONGITUDE)
      return faultAt('dateLine', [to, latitude]);
  }
  return undefined;
};

const lineFault = (line: Line): GeometryFault | undefined =>
  line.length < 2 || line.every((position) => equalPositions(position, line[0]))
    ? shapeFaultOf('shortLine')
    : dateLineFault(line);

/** Returns true when all points are on one line, so that the ring has no inside. */
const isFlat = (ring: Line): boolean => {
  const [a] = ring;
  const b = ring.find((position) => !equalPositions(position, a));
  if (!a || !b) return true;
  return ring.every(([x, y]) => (b[0] - a[0]) * (y - a[1]) === (b[1] - a[1]) * (x - a[0]));
};

const MIN_CORNERS = 3;

const ringFault = (ring: Line): GeometryFault | undefined => {
  const [first, last] = [ring[0], ring.at(-1)];
  if (first && last && ring.length > MIN_CORNERS && !equalPositions(first, last)) return faultAt('openRing', last);
  if (ring.length <= MIN_CORNERS) return shapeFaultOf('shortRing');
  return dateLineFault(ring) ?? (isFlat(ring) ? shapeFaultOf('flatRing') : undefined);
};

const firstFault = <T>(
  values: readonly T[],
  look: (value: T) => GeometryFault | undefined,
): GeometryFault | undefined => {
  for (const value of values) {
    const found = look(value);
    if (found) return found;
  }
  return undefined;
};

const partFault = (geometry: SimpleGeometry): GeometryFault | undefined => {
  switch (geometry.type) {
    case 'Point':
    case 'MultiPoint':
      return undefined;
    case 'LineString':
      return lineFault(geometry.coordinates);
    case 'MultiLineString':
      return firstFault(geometry.coordinates, lineFault);
    case 'Polygon':
      return firstFault(geometry.coordinates, ringFault);
    case 'MultiPolygon':
      return firstFault(geometry.coordinates.flat(), ringFault);
  }
};

/** Checks one member. `count` continues from one member of a collection to the next. */
const simpleFault = (value: Json, kinds: readonly string[], count: Count): GeometryFault | undefined => {
  if (!isRecord(value)) return shapeFaultOf('notGeoJson');
  const { type, coordinates = null } = value as Readonly<Record<string, Json>>;
  if (!isSimpleKind(type) || Object.keys(value).length > 2) return shapeFaultOf('notGeoJson');
  if (!kinds.includes(type)) return shapeFaultOf('otherKind');
  return nestingFault(coordinates, POSITION_DEPTH[type], count) ?? partFault(value as SimpleGeometry);
};

const isOfOneKind = (geometries: readonly Json[]): boolean =>
  new Set(geometries.map((each) => isRecord(each) && String(each['type']).replace('Multi', ''))).size === 1;

const collectionFault = (value: object, kinds: readonly string[], count: Count): GeometryFault | undefined => {
  const { geometries, ...more } = value as Readonly<Record<string, Json>>;
  if (!Array.isArray(geometries) || Object.keys(more).length > 1) return shapeFaultOf('notGeoJson');
  if (geometries.length === 0) return shapeFaultOf('empty');
  if (!kinds.includes(COLLECTION))
    return shapeFaultOf(isOfOneKind(geometries as readonly Json[]) ? 'otherKind' : 'severalKinds');
  return firstFault(geometries as readonly Json[], (each) => simpleFault(each, kinds, count));
};

/**
 * Returns the first fault, or undefined when the value is a geometry of one of the kinds with each point on the globe. Members of a
 * collection have the other given kinds.
 */
export const shapeFault = (value: Json, kinds: readonly string[], max = MAX_POINTS): GeometryFault | undefined => {
  const count: Count = { points: 0, max };
  return isRecord(value) && value['type'] === COLLECTION
    ? collectionFault(value, kinds, count)
    : simpleFault(value, kinds, count);
};
