// What is wrong with a geometry as typed, which the form's schema leaves open. The server checks every geometry in full.

import { asPoint, asRectangle, geometryType, type Bounds } from 'src/client/forms/text/geometry.ts';
import { isObject } from 'src/client/forms/rules/FormProblem.ts';
import type { Json } from 'src/model/item/Item.ts';

const DEPTH: Readonly<Record<string, number>> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};

const isPosition = (value: Json | undefined): boolean =>
  Array.isArray(value) && value.length >= 2 && value.every((part) => typeof part === 'number' && Number.isFinite(part));

const hasDepth = (value: Json | undefined, depth: number): boolean =>
  depth === 0
    ? isPosition(value)
    : Array.isArray(value) && value.length > 0 && value.every((one) => hasDepth(one, depth - 1));

const onGlobe = (longitude: number, latitude: number): boolean =>
  Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;

const boundsOnGlobe = ([west, south, east, north]: Bounds): boolean => onGlobe(west, south) && onGlobe(east, north);

const CORNERS = 5;

/** Points and bounds are typed number by number. */
const unfinished = (type: string, coordinates: Json | undefined): string => {
  if (type === 'Point') return 'forms.geometry.incompletePoint';
  const ring =
    type === 'Polygon' && Array.isArray(coordinates) && coordinates.length === 1 ? (coordinates[0] as Json) : undefined;
  return Array.isArray(ring) && ring.length === CORNERS
    ? 'forms.geometry.incompleteBounds'
    : 'forms.geometry.notGeoJson';
};

/** Message id, or undefined when nothing is wrong. */
export const geometryProblem = (value: Json, kinds: readonly string[] | undefined): string | undefined => {
  const type = geometryType(value);
  const depth = type === undefined ? undefined : DEPTH[type];
  if (type === undefined || depth === undefined || !isObject(value)) return 'forms.geometry.notGeoJson';
  if (!hasDepth(value.coordinates, depth)) return unfinished(type, value.coordinates);
  if (kinds && kinds.length > 0 && !kinds.includes(type)) return 'forms.geometry.otherKind';
  const point = asPoint(value);
  const rectangle = asRectangle(value);
  if ((point && !onGlobe(point[0], point[1])) || (rectangle && !boundsOnGlobe(rectangle)))
    return 'forms.geometry.offGlobe';
  return undefined;
};
