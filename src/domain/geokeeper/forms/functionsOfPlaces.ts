// Functions of expressions over positions. Figures agree with other programs for XLSForms, which compute on a sphere.

import type { ValueFunctions } from 'src/domain/geokeeper/forms/evaluateExpression.ts';
import { ExpressionError } from 'src/domain/geokeeper/forms/expressionTokens.ts';
import { flattened, numberOfText, textOf, type FormValue } from 'src/domain/geokeeper/forms/expressionValues.ts';

const EARTH_RADIUS_M = 6_378_100;
const DEGREE_M = (2 * Math.PI * EARTH_RADIUS_M) / 360;
const MANY = Number.POSITIVE_INFINITY;

type LatLon = readonly [number, number];

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

const positionsIn = (values: readonly FormValue[]): readonly LatLon[] =>
  flattened(values)
    .flatMap((value) => textOf(value).split(';'))
    .filter((text) => text.trim() !== '')
    .map((text) => {
      const [lat, lon] = text.trim().split(/\s+/).map(numberOfText);
      if (lat === undefined || lon === undefined || !(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) {
        throw new ExpressionError('type', 'The text is not a position.');
      }
      return [lat, lon];
    });

const areaOf = (points: readonly LatLon[]): number => {
  const [first] = points;
  if (!first || points.length < 3) return 0;
  const flat = points
    .slice(1)
    .map(([lat, lon]): LatLon => [(lat - first[0]) * DEGREE_M, (lon - first[1]) * DEGREE_M * Math.cos(radians(lat))]);
  const sum = flat.reduce((total, [y, x], index) => {
    const before = flat[index - 1];
    return before ? total + (before[0] * x - before[1] * y) / 2 : total;
  }, 0);
  return Math.abs(sum);
};

const between = ([firstLat, firstLon]: LatLon, [lat, lon]: LatLon): number => {
  const cosine =
    Math.sin(radians(firstLat)) * Math.sin(radians(lat)) +
    Math.cos(radians(firstLat)) * Math.cos(radians(lat)) * Math.cos(radians(firstLon - lon));
  return Math.acos(Math.min(1, Math.max(-1, cosine))) * EARTH_RADIUS_M;
};

const lengthOf = (points: readonly LatLon[]): number =>
  points.reduce((sum, point, index) => {
    const before = points[index - 1];
    return before ? sum + between(before, point) : sum;
  }, 0);

/** Counts the sides that a ray from the point crosses. */
const isInside = ([lat, lon]: LatLon, polygon: readonly LatLon[]): boolean => {
  let inside = false;
  polygon.forEach((end, index) => {
    const start = polygon[index - 1];
    if (!start || end[0] > lat === start[0] > lat) return;
    if (lon < ((start[1] - end[1]) * (lat - end[0])) / (start[0] - end[0]) + end[1]) inside = !inside;
  });
  return inside;
};

export const placeFunctions: ValueFunctions = {
  area: { least: 1, most: 1, compute: (values) => areaOf(positionsIn(values)) },
  distance: { least: 1, most: MANY, compute: (values) => lengthOf(positionsIn(values)) },
  geofence: {
    least: 2,
    most: 2,
    compute([point, polygon]) {
      const [position] = positionsIn([point ?? '']);
      const corners = positionsIn([polygon ?? '']);
      if (!position || corners.length < 3)
        throw new ExpressionError('type', 'geofence() needs a position and an area.');
      return isInside(position, corners);
    },
  },
};
