// Problems of a typed geometry, which the form's schema does not check. The server checks whether outlines cross.

import { geometryType } from 'src/client/fields/text/geometry.ts';
import { isObject } from 'src/client/fields/rules/FormProblem.ts';
import { shapeFault, type GeometryFault } from 'src/model/geo/checkShape.ts';
import { geometryFrom } from 'src/model/geo/geometryFrom.ts';
import type { Json } from 'src/model/item/Item.ts';

const CORNERS = 5;

const isNumber = (value: Json): boolean => typeof value === 'number' && Number.isFinite(value);
const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** Points and bounds are typed number by number. */
const unfinished = (value: Json): string | undefined => {
  const coordinates = isObject(value) ? value.coordinates : undefined;
  if (geometryType(value) === 'Point')
    return isList(coordinates) && !coordinates.every(isNumber) ? 'forms.geometry.incompletePoint' : undefined;
  const ring = geometryType(value) === 'Polygon' && isList(coordinates) && coordinates.length === 1 && coordinates[0];
  if (!ring || !isList(ring) || ring.length !== CORNERS) return undefined;
  const isTyped = ring.every((corner) => isList(corner) && corner.every(isNumber));
  return isTyped ? undefined : 'forms.geometry.incompleteBounds';
};

/** Undefined when nothing is wrong. */
export const geometryProblem = (value: Json, kinds: readonly string[]): GeometryFault | undefined => {
  const message = unfinished(value);
  return message === undefined ? shapeFault(geometryFrom(value, kinds), kinds) : { message };
};
