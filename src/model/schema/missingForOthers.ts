// `x-required: exceptAdmins`: what everybody but an administrator has to fill in. Pure; the form and the server ask it alike.
// Source: spec platform 5, "required except for admins".

import type { Json } from 'src/model/item/Item.ts';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { Property } from 'src/model/schema/Property.ts';

const isMissing = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** One `errors.required` per property without a value; for an administrator there is nothing to ask. */
export const missingForOthers = (
  properties: Readonly<Record<string, Property>>,
  values: Readonly<Record<string, Json>>,
): InvalidEntry[] =>
  Object.values(properties)
    .filter(({ name, requiredExceptAdmins }) => requiredExceptAdmins === true && isMissing(values[name]))
    .map(({ name }) => ({ path: `/${name}`, message: 'errors.required' }));
