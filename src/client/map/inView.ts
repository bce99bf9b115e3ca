// Features in the view of a map, for its list and for fitting. A feature on both sides of the date line has two boxes, not one around the
// globe. Pure.

import { isObject } from 'src/client/fields/rules/FormProblem.ts';
import { boundsOf, type Bounds } from 'src/client/fields/text/geometry.ts';
import type { MapFeature } from 'src/client/map/MapFeature.ts';
import type { Json } from 'src/model/item/Item.ts';

const HALF_GLOBE = 180;

const boundsOverlap = (one: Bounds, [west, south, east, north]: Bounds): boolean =>
  one[0] <= east && one[2] >= west && one[1] <= north && one[3] >= south;

const geometryParts = (geometry: Json): readonly Json[] => {
  if (!isObject(geometry)) return [];
  if (Array.isArray(geometry.geometries)) return (geometry.geometries as readonly Json[]).flatMap(geometryParts);
  const isMulti = typeof geometry.type === 'string' && geometry.type.startsWith('Multi');
  return isMulti && Array.isArray(geometry.coordinates) ? (geometry.coordinates as readonly Json[]) : [geometry];
};

const partBoxes = (part: Json): readonly Bounds[] => {
  const box = boundsOf(part);
  return box ? [box] : [];
};

/** Returns the boxes of the parts when one box would reach around most of the globe. */
const featureBoxes = ({ bbox, geometry }: Pick<MapFeature, 'bbox' | 'geometry'>): readonly Bounds[] =>
  bbox[2] - bbox[0] > HALF_GLOBE ? geometryParts(geometry).flatMap(partBoxes) : [bbox];

/** A view over the date line has two parts. */
export const isInView = (feature: MapFeature, [west, south, east, north]: Bounds): boolean =>
  featureBoxes(feature).some((box) =>
    west <= east
      ? boundsOverlap(box, [west, south, east, north])
      : boundsOverlap(box, [west, south, HALF_GLOBE, north]) || boundsOverlap(box, [-HALF_GLOBE, south, east, north]),
  );

/** Returns the features ordered by name. */
export const inView = (features: Iterable<MapFeature>, bounds: Bounds, locale: string): readonly MapFeature[] => {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  return [...features]
    .filter((feature) => isInView(feature, bounds))
    .sort((one, other) => compare(one.label, other.label));
};

/** Splits bounds over the date line. */
const splitBounds = ([west, south, east, north]: Bounds): readonly Bounds[] =>
  west <= east
    ? [[west, south, east, north]]
    : [
        [west, south, HALF_GLOBE, north],
        [-HALF_GLOBE, south, east, north],
      ];

/** Returns the bounds of all boxes, over the date line when that is much shorter: then west is greater than east. Undefined for none. */
export const boundsAround = (boxes: readonly Bounds[]): Bounds | undefined => {
  const sorted = boxes.flatMap(splitBounds).toSorted((one, other) => one[0] - other[0]);
  const [first] = sorted;
  if (!first) return undefined;
  const south = sorted.reduce((found, box) => Math.min(found, box[1]), first[1]);
  const north = sorted.reduce((found, box) => Math.max(found, box[3]), first[3]);
  let reached = first[2];
  let widest = { gap: 0, west: first[0], east: reached };
  for (const [west, , east] of sorted) {
    if (west - reached > widest.gap) widest = { gap: west - reached, west, east: reached };
    reached = Math.max(reached, east);
  }
  // Does not cross the date line, unless the rest of the globe is mostly empty.
  return widest.gap > HALF_GLOBE ? [widest.west, south, widest.east, north] : [first[0], south, reached, north];
};

export const boundsOfAll = (features: Iterable<Pick<MapFeature, 'bbox' | 'geometry'>>): Bounds | undefined =>
  boundsAround([...features].flatMap(featureBoxes));

/** Returns the bounds of one geometry, or undefined without positions. */
export const boundsShown = (geometry: Json | undefined): Bounds | undefined => {
  const bbox = boundsOf(geometry);
  return bbox && geometry !== undefined ? boundsOfAll([{ bbox, geometry }]) : undefined;
};
