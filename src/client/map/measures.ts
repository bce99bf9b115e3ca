// How long a line and how large an area is on the ground, and how that is written.

import type Geometry from 'ol/geom/Geometry.js';
import { getArea, getLength } from 'ol/sphere.js';
import type { IntlShape } from 'react-intl';
import { lengthOf } from 'src/client/map/scale.ts';

const HECTARE = 10_000;
const SQUARE_KILOMETRE = 1_000_000;
/** Areas are said in hectares up to here. */
const LARGE = 100 * SQUARE_KILOMETRE;

const written = (intl: IntlShape, id: string, value: number): string =>
  intl.formatMessage({ id }, { value: intl.formatNumber(value, { maximumSignificantDigits: 4 }) });

export const writeLength = (intl: IntlShape, metres: number): string => {
  const { value, unit } = lengthOf(metres);
  return written(intl, `map.units.${unit}`, value);
};

export const writeArea = (intl: IntlShape, squareMetres: number): string => {
  if (squareMetres < HECTARE) return written(intl, 'map.units.squareMetre', squareMetres);
  return squareMetres < LARGE
    ? written(intl, 'map.units.hectare', squareMetres / HECTARE)
    : written(intl, 'map.units.squareKilometre', squareMetres / SQUARE_KILOMETRE);
};

/** Undefined for points, which measure nothing. */
export const measured = (intl: IntlShape, shape: Geometry): string | undefined => {
  const type = shape.getType();
  if (type.endsWith('Polygon')) return writeArea(intl, getArea(shape));
  return type.endsWith('LineString') ? writeLength(intl, getLength(shape)) : undefined;
};
