// Questions about a kind of property that many places ask.

import type { PropertyKind } from 'src/model/generated/kindNames.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import { propertyAt } from 'src/model/schema/paths.ts';
import type { Property } from 'src/model/schema/Property.ts';

export const holdsIds = (kind: PropertyKind): boolean => KINDS[kind].terms === 'ids';
export const isGeometry = (kind: PropertyKind): boolean => KINDS[kind].storage === 'geometry';

/** Returns true for kinds that name days or moments. */
export const isDated = (kind: PropertyKind): boolean => KINDS[kind].scale === 'date' || KINDS[kind].scale === 'instant';

/** Returns true for kinds that are numbers. */
export const isNumeric = (kind: PropertyKind): boolean => KINDS[kind].scale === 'number';

/** Returns true where the property at the path holds moments, not days. */
export const isMomentAt = (properties: Readonly<Record<string, Property>>, path = ''): boolean => {
  const property = propertyAt(properties, path);
  return property !== undefined && KINDS[property.kind].time === 'moment';
};

/** Returns true for a property of whole days. */
export const isDay = (property: Property | undefined): boolean =>
  property !== undefined && KINDS[property.kind].time === 'day';

/** Returns true for a property of free texts of one line. */
export const isLine = (property: Property | undefined): boolean =>
  property !== undefined && KINDS[property.kind].lines === 'one';
