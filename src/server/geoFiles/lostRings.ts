// Restores rings of a shapefile that the library drops: those with a signed area of zero, such as a symmetric bow tie, and holes outside of
// other rings. They are read again from the records, so that a row keeps its whole shape and the validation of geometries reports the
// fault. Used by readShapefile.ts only.

import { isRecord } from 'src/base/isRecord.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { RawFeature } from 'src/server/geoFiles/geoFile.ts';

type Point = readonly [number, number];
type Ring = readonly Point[];

/** Reader of the records of a .shp; the package has no types. `readCoords` returns alternating x and y for each ring. */
export interface ShapeReader {
  forEachShape(
    read: (shape: { readonly isNull?: boolean; readCoords(): readonly Float64Array[] | null }) => void,
  ): void;
}

const ringPoints = (numbers: Float64Array): Ring =>
  Array.from({ length: numbers.length / 2 }, (_, at): Point => [numbers[2 * at] ?? 0, numbers[2 * at + 1] ?? 0]);

/** Such a ring encloses nothing, so nothing is lost. */
const isOnOneLine = ([first, ...others]: Ring): boolean => {
  if (!first) return true;
  const vectors = others.map(([x, y]): Point => [x - first[0], y - first[1]]);
  const along = vectors.find(([x, y]) => x !== 0 || y !== 0);
  return along === undefined || vectors.every(([x, y]) => along[0] * y === along[1] * x);
};

/** The library may change the start and the direction of a ring. */
const ringKey = (ring: Ring): string => [...new Set(ring.map(([x, y]) => `${x},${y}`))].sort().join(' ');

const polygonsOf = (geometry: Json): readonly (readonly Ring[])[] => {
  const { type, coordinates } = isRecord(geometry) ? geometry : {};
  if (type === 'Polygon') return [coordinates as readonly Ring[]];
  return type === 'MultiPolygon' ? (coordinates as readonly (readonly Ring[])[]) : [];
};

const completed = (feature: RawFeature, rings: readonly Ring[]): RawFeature => {
  const polygons = polygonsOf(feature.geometry);
  if (polygons.flat().length >= rings.length) return feature;
  const known = new Set(polygons.flat().map(ringKey));
  const lost = rings.filter((ring) => !isOnOneLine(ring) && !known.has(ringKey(ring)));
  if (lost.length === 0) return feature;
  const all = [...polygons, ...lost.map((ring) => [ring])] as readonly Json[];
  const [only = null] = all;
  const geometry: Json =
    all.length === 1 ? { type: 'Polygon', coordinates: only } : { type: 'MultiPolygon', coordinates: all };
  return { ...feature, geometry };
};

/** Adds to each feature the missing rings of its record, each as a separate polygon. */
export const withLostRings = (features: readonly RawFeature[], reader: ShapeReader): readonly RawFeature[] => {
  const whole: RawFeature[] = [];
  reader.forEachShape((shape) => {
    const feature = features[whole.length];
    if (!feature) return;
    const rings = shape.isNull === true ? [] : (shape.readCoords() ?? []);
    whole.push(completed(feature, rings.map(ringPoints)));
  });
  return [...whole, ...features.slice(whole.length)];
};
