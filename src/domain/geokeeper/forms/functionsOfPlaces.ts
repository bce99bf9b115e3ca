// Functions of expressions over positions. Figures agree with other programs for XLSForms, which compute on a sphere.

import type { ValueFunctions } from 'src/domain/geokeeper/forms/evaluateExpression.ts';
import { ExpressionError } from 'src/domain/geokeeper/forms/expressionTokens.ts';
import { flattened, numberOfText, formTextOf, type FormValue } from 'src/domain/geokeeper/forms/expressionValues.ts';

const FORM_EARTH_RADIUS_M = 6_378_100;
const FUNCTIONS_OF_PLACES_MANY = Number.POSITIVE_INFINITY;

type LatLon = readonly [number, number];

const formRadians = (degrees: number): number => (degrees * Math.PI) / 180;

const formPositionsIn = (values: readonly FormValue[]): readonly LatLon[] =>
  flattened(values)
    .flatMap((value) => formTextOf(value).split(';'))
    .filter((text) => text.trim() !== '')
    .map((text) => {
      const [lat, lon] = text.trim().split(/\s+/).map(numberOfText);
      if (lat === undefined || lon === undefined || !(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) {
        throw new ExpressionError('type', 'The text is not a position.');
      }
      return [lat, lon];
    });

/** Returns the area on the sphere. The last corner is connected with the first. */
const formAreaOf = (points: readonly LatLon[]): number => {
  if (points.length < 3) return 0;
  const sum = points.reduce((total, [lat, lon], index) => {
    const [nextLat, nextLon] = points[(index + 1) % points.length] ?? [lat, lon];
    return total + formRadians(nextLon - lon) * (2 + Math.sin(formRadians(lat)) + Math.sin(formRadians(nextLat)));
  }, 0);
  return Math.abs((sum * FORM_EARTH_RADIUS_M ** 2) / 2);
};

const formBetween = ([firstLat, firstLon]: LatLon, [lat, lon]: LatLon): number => {
  const cosine =
    Math.sin(formRadians(firstLat)) * Math.sin(formRadians(lat)) +
    Math.cos(formRadians(firstLat)) * Math.cos(formRadians(lat)) * Math.cos(formRadians(firstLon - lon));
  return Math.acos(Math.min(1, Math.max(-1, cosine))) * FORM_EARTH_RADIUS_M;
};

const formLengthOf = (points: readonly LatLon[]): number =>
  points.reduce((sum, point, index) => {
    const before = points[index - 1];
    return before ? sum + formBetween(before, point) : sum;
  }, 0);

const isClosedShape = (corners: readonly LatLon[]): boolean => {
  const [first, last] = [corners[0], corners.at(-1)];
  return first?.[0] === last?.[0] && first?.[1] === last?.[1];
};

/** Counts the sides that a ray from the point crosses. */
const formIsInside = ([lat, lon]: LatLon, polygon: readonly LatLon[]): boolean => {
  let inside = false;
  polygon.forEach((end, index) => {
    const start = polygon[index - 1];
    if (!start || end[0] > lat === start[0] > lat) return;
    if (lon < ((start[1] - end[1]) * (lat - end[0])) / (start[0] - end[0]) + end[1]) inside = !inside;
  });
  return inside;
};

export const placeFunctions: ValueFunctions = {
  area: { least: 1, most: 1, compute: (values) => formAreaOf(formPositionsIn(values)) },
  distance: { least: 1, most: FUNCTIONS_OF_PLACES_MANY, compute: (values) => formLengthOf(formPositionsIn(values)) },
  geofence: {
    least: 2,
    most: 2,
    compute([point, polygon]) {
      const [position] = formPositionsIn([point ?? '']);
      const corners = formPositionsIn([polygon ?? '']);
      if (corners.length < 3) throw new ExpressionError('type', 'geofence() needs a position and an area.');
      return position !== undefined && isClosedShape(corners) && formIsInside(position, corners);
    },
  },
};
