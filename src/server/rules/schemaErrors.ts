// Checks the form of a write against the declaration only: names that users cannot set, and the generated validator.

import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { Values } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import { rulesOfErrors } from 'src/model/schema/ruleOfError.ts';
import { pointerStep } from 'src/model/text/jsonPointer.ts';
import type { Validator } from 'src/model/schema/Validator.ts';

const isSetByServer = (property: Property): boolean => property.readOnly || property.computed !== undefined;

export const declaredProperty = ({ properties }: ServerItemType, name: string): Property | undefined =>
  Object.hasOwn(properties, name) ? properties[name] : undefined;

/** The same entry for what is not declared and for what the caller may not know of. */
export const unknownProperty = (name: string): InvalidEntry => ({
  path: pointerStep(name),
  message: 'errors.unknownProperty',
});

/** Undeclared names (the header among them) and what only the server sets. */
export const nameErrors = (type: ServerItemType, names: readonly string[]): InvalidEntry[] =>
  names.flatMap((name): InvalidEntry[] => {
    const property = declaredProperty(type, name);
    if (!property) return [unknownProperty(name)];
    return isSetByServer(property) ? [{ path: pointerStep(name), message: 'errors.readOnly' }] : [];
  });

const writablePart = (type: ServerItemType, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const property = declaredProperty(type, name);
      return property !== undefined && !isSetByServer(property);
    }),
  );

/** A required text that was sent without a letter in it; stored, it would not be there at all. */
export const blankErrors = (type: ServerItemType, given: Values, values: Values): InvalidEntry[] =>
  Object.entries(given).flatMap(([name, value]): InvalidEntry[] => {
    const blank =
      typeof value === 'string' && declaredProperty(type, name)?.required === true && (values[name] ?? null) === null;
    return blank ? [{ path: pointerStep(name), message: 'errors.notBlank' }] : [];
  });

export interface Shape {
  readonly type: ServerItemType;
  readonly validator: Validator;
  /** False while rules may still fill in what is missing. */
  readonly complete: boolean;
}

export const schemaErrors = ({ type, validator, complete }: Shape, values: Values): InvalidEntry[] => {
  if (validator(writablePart(type, values))) return [];
  const errors = (validator.errors ?? []).filter(
    ({ keyword, instancePath }) => complete || keyword !== 'required' || instancePath !== '',
  );
  return errors.length === 0 ? [] : rulesOfErrors(errors, type.properties);
};
