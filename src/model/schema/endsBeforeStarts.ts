// `x-after`: an end must not be before its start. Pure; used by the form and the server.

import { isRecord } from 'src/base/isRecord.ts';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import { placesAt } from 'src/model/schema/paths.ts';
import type { Property } from 'src/model/schema/Property.ts';

// `x-required: exceptAdmins`: properties that everyone except administrators must fill in. Pure; used by the form and the server.
const isMissing = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Returns one `errors.required` per missing property; none for an administrator. */
export const missingForOthers = (
  properties: Readonly<Record<string, Property>>,
  values: Readonly<Record<string, Json>>,
): InvalidEntry[] =>
  Object.values(properties)
    .filter(({ name, requiredExceptAdmins }) => requiredExceptAdmins === true && isMissing(values[name]))
    .map(({ name }) => ({ path: `/${name}`, message: 'errors.required' }));

const isBefore = ({ kind }: Property, end: string, start: string): boolean => {
  const { span } = KINDS[kind];
  if (span) return (span(end)?.latest ?? Infinity) < (span(start)?.earliest ?? -Infinity);
  if (end.includes('T') && start.includes('T')) return Date.parse(end) < Date.parse(start);
  // A year that contains the start is not before it: 1931-03 and 1931 are valid together.
  const length = Math.min(end.length, start.length);
  return end.slice(0, length) < start.slice(0, length);
};

/** Returns whether an end is before its start. Numbers are compared as numbers. Values of different kinds are valid. */
const isWrongOrder = (property: Property, start: Json | undefined, end: Json | undefined): boolean => {
  if (typeof start === 'number' && typeof end === 'number') return end < start;
  return typeof start === 'string' && typeof end === 'string' && isBefore(property, end, start);
};

/** Checks the members of one object, or of each object in a list. */
const endsInside = (
  members: Readonly<Record<string, Property>>,
  name: string,
  value: Json | undefined,
): InvalidEntry[] =>
  placesAt({ [name]: value }, name).flatMap(({ pointer, value: each }) =>
    isRecord(each)
      ? endsBeforeStarts(members, each as Readonly<Record<string, Json>>).map((entry) => ({
          ...entry,
          path: `${pointer}${entry.path}`,
        }))
      : [],
  );

/** Returns one `errors.endBeforeStart` for each end before its start. Incomplete pairs are valid. */
export const endsBeforeStarts = (
  properties: Readonly<Record<string, Property>>,
  values: Readonly<Record<string, Json>>,
): InvalidEntry[] =>
  Object.values(properties).flatMap((property): InvalidEntry[] => {
    const { name, after, properties: members } = property;
    if (members) return endsInside(members, name, values[name]);
    const [start, end] = [after === undefined ? undefined : values[after], values[name]];
    if (!isWrongOrder(property, start, end)) return [];
    return [{ path: `/${name}`, message: 'errors.endBeforeStart' }];
  });
