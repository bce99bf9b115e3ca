// Finds faults in the typed JSON of an item, property by property, as far as the server is not needed: names that the type does not have, and
// values of another JSON type. Pure.

import { KINDS } from 'src/model/generated/kinds.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

export type JsonName = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null';

export interface WrongKind {
  readonly name: string;
  readonly wanted: JsonName;
  readonly given: JsonName;
}

export interface RawFaults {
  /** Names that the type does not declare. */
  readonly unknown: readonly string[];
  readonly wrong: readonly WrongKind[];
}

const jsonName = (value: Json): JsonName => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as JsonName;
};

/** Returns the JSON type of a whole value. */
const wantedName = ({ kind, many }: Property): JsonName => (many ? 'array' : KINDS[kind].json);

const fits = (value: Json, wanted: JsonName): boolean =>
  wanted === 'integer' ? Number.isInteger(value) : jsonName(value) === wanted;

/** `null` removes a value. */
export const rawFaults = (values: Values, { properties }: Pick<ItemType, 'properties'>): RawFaults => ({
  unknown: Object.keys(values).filter((name) => !Object.hasOwn(properties, name)),
  wrong: Object.entries(values).flatMap(([name, value]): WrongKind[] => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const wanted = property && value !== null ? wantedName(property) : undefined;
    return wanted === undefined || fits(value, wanted) ? [] : [{ name, wanted, given: jsonName(value) }];
  }),
});
