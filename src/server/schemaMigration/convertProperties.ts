// Applies a declared `migrate` operation to the properties of one item. Pure. Called by migrateItems only.

import type { Json } from 'src/model/item/Item.ts';
import type { Migration } from 'src/model/schema/TypeServer.ts';
import type { MigratedFrom, MigrateValue } from 'src/server/store/valueFunctions.ts';

export type Values = Readonly<Record<string, Json>>;
export type Convert = (values: Values) => Values;

export interface Conversion {
  readonly functions: Readonly<Record<string, MigrateValue>>;
  readonly from: MigratedFrom;
}

const isObjectValue = (value: Json): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Changes every object that the steps lead to, lists laid open. */
const changeAtPath = (value: Json, steps: readonly string[], change: Convert): Json => {
  if (Array.isArray(value)) return value.map((each: Json) => changeAtPath(each, steps, change));
  if (!isObjectValue(value)) return value;
  const [step, ...rest] = steps;
  if (step === undefined) return change(value);
  const member = Object.hasOwn(value, step) ? value[step] : undefined;
  return member === undefined ? value : { ...value, [step]: changeAtPath(member, rest, change) };
};

const without = (values: Values, name: string): Values => {
  const { [name]: _, ...rest } = values;
  return rest;
};

const withValue = (values: Values, name: string, value: Json): Values =>
  value === null ? without(values, name) : { ...values, [name]: value };

const mapped = (value: Json, map: NonNullable<Migration['map']>): Json => {
  if (typeof value === 'string') return Object.hasOwn(map, value) ? (map[value] ?? null) : value;
  if (!Array.isArray(value)) return value;
  return [...new Set(value.flatMap((each: Json) => mapped(each, map) ?? []))];
};

const leafOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** Returns the change in the object that contains `name`. */
const changeOf = (op: Migration, name: string, { functions, from }: Conversion): Convert => {
  const by = op.by === undefined ? undefined : functions[op.by];
  const ifThere =
    (change: (value: Json, values: Values) => Values): Convert =>
    (values) => {
      const value = values[name];
      return value === undefined || !Object.hasOwn(values, name) ? values : change(value, values);
    };
  switch (op.op) {
    case 'rename': {
      const to = leafOf(op.to ?? '');
      return ifThere((value, values) => ({ [to]: value, ...without(values, name) }));
    }
    case 'drop':
      return ifThere((_, values) => without(values, name));
    case 'retype':
      return ifThere((value, values) => withValue(values, name, by?.(value, values, from) ?? null));
    case 'split':
      return ifThere((value, values) => {
        const parts = by?.(value, values, from) ?? null;
        return { ...without(values, name), ...(isObjectValue(parts) ? parts : {}) };
      });
    case 'enum-map':
    case 'list-map':
      return ifThere((value, values) => withValue(values, name, mapped(value, op.map ?? {})));
    case 'backfill':
      return (values) =>
        Object.hasOwn(values, name)
          ? values
          : withValue(
              values,
              name,
              by?.(undefined, values, from) ?? (op.ownerRule ? from.chosenOwner : (op.value as Json)) ?? null,
            );
  }
};

/** Applies the operation at one path; a `list-map` is applied at each path that contains values of the list. */
export const converter = (op: Migration, path: string, conversion: Conversion): Convert => {
  const steps = path.split('.');
  const change = changeOf(op, leafOf(path), conversion);
  return (values) => changeAtPath(values, steps.slice(0, -1), change) as Values;
};
