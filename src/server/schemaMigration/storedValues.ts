// Values of an item that were stored by an earlier schema of its type, as its present schema has them. Called by migrateItems for rows, and
// by the store for items that come back after a deletion.

import { deepEqual } from 'src/base/deepEqual.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { LastMove, ValueFunctions } from 'src/server/store/valueFunctions.ts';
import { converter, type Values } from 'src/server/schemaMigration/convertProperties.ts';
import { operationKey, type RegisteredSchemas } from 'src/server/schemaMigration/registerSchemas.ts';
import { operationsOf, type Operation } from 'src/server/schemaMigration/schemaFingerprint.ts';
import type { FormerValues } from 'src/server/store/storeContext.ts';

/** The reason why stored values do not fit the present schema. */
export class Misfit extends Error {}

export interface ConversionOptions {
  readonly registry: ServerRegistry;
  readonly domain: Pick<ValueFunctions, 'computed' | 'migrate'>;
  readonly schemas: Pick<RegisteredSchemas, 'numbers' | 'done'>;
}

export interface StoredValues {
  readonly values: Values;
  /** Number of the schema by which they were stored. */
  readonly schema: number;
  readonly id?: ItemId | undefined;
  readonly moved?: LastMove | undefined;
  /** Properties of the items that name this one, by the operation that reads them. */
  readonly naming?: ReadonlyMap<string, readonly Values[]> | undefined;
  /** Owners by the operation that chooses them. */
  readonly chosenOwners?: ReadonlyMap<string, ItemId> | undefined;
}

/**
 * Carries out the operations that were not yet carried out on values of that schema. Returns the values and the operations that changed
 * something. Throws a `Misfit` for values of a newer program.
 */
export const convertStored = <Op extends Operation>(
  { domain, schemas }: Omit<ConversionOptions, 'registry'>,
  { type, operations }: { readonly type: ServerItemType; readonly operations: readonly Op[] },
  { values, schema, id, moved, naming, chosenOwners }: StoredValues,
): { readonly values: Values; readonly effective: readonly Op[] } => {
  const done = new Set(schemas.done.get(type.number)?.get(schema));
  const own = new Set(schemas.done.get(type.number)?.get(schemas.numbers.get(type.number) ?? 0));
  if ([...done].some((key) => !own.has(key))) throw new Misfit('was stored by a newer program');
  const effective: Op[] = [];
  let next = values;
  for (const each of operations.filter((operation) => !done.has(operationKey(operation)))) {
    const before = next;
    const key = operationKey(each);
    const from = { id, moved, naming: naming?.get(key), chosenOwner: chosenOwners?.get(key) };
    for (const path of each.paths) next = converter(each.op, path, { functions: domain.migrate, from })(next);
    if (!deepEqual(before, next)) effective.push(each);
  }
  return { values: next, effective };
};

/** Returns the values with those that the declarations compute. */
export const withComputedValues = (
  { domain }: Pick<ConversionOptions, 'domain'>,
  { properties }: ServerItemType,
  values: Values,
): Values => {
  const computed = Object.values(properties).flatMap(({ name, computed: by }) => {
    const compute = by && by.clock !== true ? domain.computed[by.by] : undefined;
    return compute ? [[name, compute(values)] as const] : [];
  });
  return { ...values, ...Object.fromEntries(computed) };
};

export const createFormerValues = (options: ConversionOptions): FormerValues => {
  const { registry, schemas } = options;
  return (name, from, { whole }) => {
    const type = registry.types[name];
    if (!type || from.schema === (schemas.numbers.get(type.number) ?? 0)) return from.values;
    try {
      const { values } = convertStored(options, { type, operations: operationsOf(registry, type) }, from);
      return whole ? withComputedValues(options, type, values) : values;
    } catch (error) {
      if (error instanceof Misfit) return undefined;
      throw error;
    }
  };
};
