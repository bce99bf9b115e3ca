// Computes and formats the length of lines and the size of areas on the ground.

import type Geometry from 'ol/geom/Geometry.js';
import GeometryCollection from 'ol/geom/GeometryCollection.js';
import { getArea, getLength } from 'ol/sphere.js';
import type { IntlShape } from 'react-intl';
import { lengthOf } from 'src/client/map/scale.ts';

const HECTARE = 10_000;
const SQUARE_KILOMETRE = 1_000_000;
/** Areas are given in hectares up to this size. */
const LARGE_AREA = 100 * SQUARE_KILOMETRE;

const writtenMeasure = (intl: IntlShape, id: string, value: number): string =>
  intl.formatMessage({ id }, { value: intl.formatNumber(value, { maximumSignificantDigits: 4 }) });

export const writeLength = (intl: IntlShape, metres: number): string => {
  const { value, unit } = lengthOf(metres);
  return writtenMeasure(intl, `map.units.${unit}`, value);
};

export const writeArea = (intl: IntlShape, squareMetres: number): string => {
  if (squareMetres < HECTARE) return writtenMeasure(intl, 'map.units.squareMetre', squareMetres);
  return squareMetres < LARGE_AREA
    ? writtenMeasure(intl, 'map.units.hectare', squareMetres / HECTARE)
    : writtenMeasure(intl, 'map.units.squareKilometre', squareMetres / SQUARE_KILOMETRE);
};

/** Formatted measures. */
interface Measured {
  /** Size of the areas. */
  readonly area?: string;
  /** Length of the lines. */
  readonly length?: string;
}

const geometryMembers = (shape: Geometry): readonly Geometry[] =>
  shape instanceof GeometryCollection ? shape.getGeometriesArray().flatMap(geometryMembers) : [shape];

const measureSum = (
  shapes: readonly Geometry[],
  kind: string,
  measure: (shape: Geometry) => number,
): number | undefined => {
  const measurable = shapes.filter((each) => each.getType().endsWith(kind));
  return measurable.length === 0 ? undefined : measurable.reduce((sum, each) => sum + measure(each), 0);
};

/** Returns both for a collection of areas and lines, and neither for points. */
export const measured = (intl: IntlShape, shape: Geometry): Measured => {
  const members = geometryMembers(shape);
  const area = measureSum(members, 'Polygon', (each) => getArea(each));
  const length = measureSum(members, 'LineString', (each) => getLength(each));
  return {
    ...(area !== undefined && { area: writeArea(intl, area) }),
    ...(length !== undefined && { length: writeLength(intl, length) }),
  };
};
