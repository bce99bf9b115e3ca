// Converts GeoJSON of other programs to the one geometry of a property: the geometry of a Feature, or the members of a collection as one.
// Ambiguous input stays unchanged and is refused by the checks.

import { isRecord } from 'src/base/isRecord.ts';
import { COLLECTION, isSimpleKind, type SimpleGeometry } from 'src/model/geo/geoJson.ts';
import type { Json } from 'src/model/item/Item.ts';

const SINGLE_GEOMETRIES: Readonly<Record<string, SimpleGeometry['type']>> = {
  MultiPoint: 'Point',
  MultiLineString: 'LineString',
  MultiPolygon: 'Polygon',
};
const MULTI_KINDS: Readonly<Record<string, SimpleGeometry['type']>> = {
  Point: 'MultiPoint',
  LineString: 'MultiLineString',
  Polygon: 'MultiPolygon',
};

type Members = Readonly<Record<string, Json>>;

const members = (value: Json | undefined): Members => (isRecord(value) ? (value as Members) : {});
const memberList = (value: Json, name: string): readonly Json[] => {
  const list = members(value)[name];
  return Array.isArray(list) ? (list as readonly Json[]) : [];
};

type Shape = {
  readonly type: SimpleGeometry['type'];
  readonly coordinates: Json;
};

const MAX_COLLECTION_DEPTH = 4;

/** Returns all geometries in the value, or undefined when a part is not one. */
const shapesInValue = (value: Json, depth = 0): readonly Shape[] | undefined => {
  const { type, coordinates, geometry } = members(value);
  if (isSimpleKind(type)) return coordinates === undefined ? undefined : [{ type, coordinates }];
  if (depth > MAX_COLLECTION_DEPTH) return undefined;
  if (type === 'Feature') return geometry === undefined ? undefined : shapesInValue(geometry, depth + 1);
  const list = type === 'FeatureCollection' ? memberList(value, 'features') : memberList(value, 'geometries');
  if (type !== 'FeatureCollection' && type !== 'GeometryCollection') return undefined;
  const found: Shape[] = [];
  for (const each of list) {
    const shapes = shapesInValue(each, depth + 1);
    if (!shapes) return undefined;
    found.push(...shapes);
  }
  return found;
};

const singleKind = (type: SimpleGeometry['type']): SimpleGeometry['type'] => SINGLE_GEOMETRIES[type] ?? type;

const parts = ({ type, coordinates }: Shape): readonly Json[] =>
  type in SINGLE_GEOMETRIES && Array.isArray(coordinates) ? (coordinates as readonly Json[]) : [coordinates];

/** Combines shapes of one kind to a single or multi geometry. Undefined when neither is allowed. */
const ofOneKind = (shapes: readonly Shape[], kinds: readonly string[]): Shape | undefined => {
  const [first] = shapes;
  if (!first) return undefined;
  if (shapes.length === 1 && kinds.includes(first.type)) return { type: first.type, coordinates: first.coordinates };
  const type = singleKind(first.type);
  const all = shapes.flatMap(parts);
  const [only] = all;
  if (all.length === 1 && only !== undefined && kinds.includes(type)) return { type, coordinates: only };
  const multi = MULTI_KINDS[type];
  return multi && kinds.includes(multi) ? { type: multi, coordinates: all } : undefined;
};

/** Drawing order in a collection: areas below lines, and both below points. */
const DRAWING_ORDER: readonly SimpleGeometry['type'][] = ['Polygon', 'LineString', 'Point'];

/** Converts the value to one of the kinds. Shapes of several kinds become a collection with one member per kind when that is allowed. */
export const geometryFrom = (value: Json, kinds: readonly string[]): Json => {
  const shapes = shapesInValue(value) ?? [];
  const byKind = DRAWING_ORDER.map((type) => shapes.filter((each) => singleKind(each.type) === type));
  const used = byKind.filter(({ length }) => length > 0);
  if (used.length === 0 || (used.length > 1 && !kinds.includes(COLLECTION))) return value;
  const members = used.map((each) => ofOneKind(each, kinds)).filter((each) => each !== undefined);
  const [only] = members;
  if (members.length < used.length || !only) return value;
  return members.length === 1 ? only : { type: COLLECTION, geometries: members };
};
