// Brings the stored items of a type to its present schema: runs the `migrate` operations that are pending and stores the items again, so
// that declared facets, sorts and search weights find the old items too. Works in batches of one transaction each, so that it can be
// interrupted and resumed, several processes can run it at once, and other requests do not wait for it. An item that cannot be stored is
// reported and stays unchanged; only a database failure stops the run. A job of the processes that share these declarations.

import { asError } from 'src/base/asError.ts';
import { applyChanges, diffItem } from 'src/model/item/diffItem.ts';
import type { Validator } from 'src/model/schema/Validator.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { itemId, SYSTEM_USER } from 'src/model/item/itemId.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Clock } from 'src/base/clock.ts';
import type { ReadFilters } from 'src/server/store/readers/readFilters.ts';
import type { LastMove, ValueFunctions } from 'src/server/store/valueFunctions.ts';
import type { JobHandlers } from 'src/server/store/jobRows.ts';
import { schemaErrors } from 'src/server/rules/schemaErrors.ts';
import type { Values } from 'src/server/schemaMigration/convertProperties.ts';
import { chooseOwner } from 'src/server/schemaMigration/chooseOwner.ts';
import { operationKey, type RegisteredSchemas } from 'src/server/schemaMigration/registerSchemas.ts';
import { operationsOf, type Operation } from 'src/server/schemaMigration/schemaFingerprint.ts';
import {
  convertStored,
  Misfit,
  withComputedValues,
  type StoredValues,
} from 'src/server/schemaMigration/storedValues.ts';
import type { Database, Transaction } from 'src/server/store/database.ts';
import { addMisfit, lastMoves, lockStale, restrictedValues, staleNumbers } from 'src/server/store/itemSchemas.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';
import { MIGRATED } from 'src/server/store/historyEvents.ts';
import { isOutage, isRefusedData } from 'src/server/store/queryable.ts';

const BATCH = 250;

export interface ItemMigrationOptions {
  readonly registry: ServerRegistry;
  readonly domain: Pick<ValueFunctions, 'computed' | 'migrate'> & {
    readonly validators: Readonly<Record<string, Validator>>;
  };
  readonly database: Database;
  readonly clock: Clock;
  readonly items: ItemStorage;
  readonly readFilters: Pick<ReadFilters, 'aclFor'>;
  readonly schemas: RegisteredSchemas;
  readonly report: (line: string) => void;
}

interface Counted extends Operation {
  changed: number;
}

interface Walk {
  readonly type: ServerItemType;
  readonly operations: readonly Counted[];
  items: number;
}

const refuseMisfit = (
  { domain }: ItemMigrationOptions,
  type: ServerItemType,
  { values, changes }: { readonly values: Values; readonly changes: Values },
): void => {
  const unknown = Object.keys(values).filter((name) => !type.properties[name]);
  if (unknown.length > 0) throw new Misfit(`holds ${unknown.join(', ')}, which its type does not declare`);
  const validator = domain.validators[type.name];
  if (!validator || Object.keys(changes).length === 0) return;
  const errors = schemaErrors({ type, validator, complete: true }, values);
  const own = errors.filter(({ path }) => Object.hasOwn(changes, path.split('/')[1] ?? ''));
  if (own.length > 0) throw new Misfit(own.map(({ path, message }) => `${path} ${message}`).join(', '));
};

/** Returns the change that an item needs. */
const migratedItem = (
  options: ItemMigrationOptions,
  walk: Walk,
  from: StoredValues,
): { readonly changes: Values; readonly counted: readonly Counted[] } => {
  const { values: converted, effective } = convertStored(options, walk, from);
  const values = withComputedValues(options, walk.type, converted);
  const changes = diffItem(from.values, values);
  refuseMisfit(options, walk.type, { values, changes });
  return { changes, counted: effective };
};

/** Omits the value, which does not belong into a log. */
const storingFailure = (error: unknown): string =>
  isRefusedData(error) ? `PostgreSQL refused it (${error.code ?? ''})` : asError(error).message;

const schemaNumber = ({ schemas }: ItemMigrationOptions, { number }: ServerItemType): number =>
  schemas.numbers.get(number) ?? 0;

/** Reads what the operations of the walk that are still to be carried out need in addition to the item: the items that name it, its owner. */
const migrationFactsOf = async (
  { items, schemas, registry, clock }: ItemMigrationOptions,
  tx: Transaction,
  { walk, stored, schema }: { readonly walk: Walk; readonly stored: StoredItem; readonly schema: number },
): Promise<Required<Pick<StoredValues, 'naming' | 'chosenOwners'>>> => {
  const done = schemas.done.get(walk.type.number)?.get(schema) ?? [];
  const naming = new Map<string, readonly Values[]>();
  const chosenOwners = new Map<string, ItemId>();
  for (const each of walk.operations) {
    const { namedBy, ownerRule } = each.op;
    const key = operationKey(each);
    if (done.includes(key)) continue;
    if (namedBy) {
      const found = await items.findMany(tx, await items.holding(tx, { ...namedBy, id: stored.id }));
      naming.set(
        key,
        found.map(({ properties }) => properties),
      );
    }
    const owner = ownerRule && (await chooseOwner({ registry, items, now: clock.now() }, tx, { ownerRule, stored }));
    if (owner !== undefined) chosenOwners.set(key, owner);
  }
  return { naming, chosenOwners };
};

/** Migrates the items of these numbers; resolves to how many were. */
const createBatches = (options: ItemMigrationOptions) => {
  const { database, clock, items, readFilters, schemas, report } = options;

  const migrateOne = async (
    tx: Transaction,
    walk: Walk,
    { stored, ...from }: { readonly stored: StoredItem } & Omit<StoredValues, 'values'>,
  ): Promise<StoredItem> => {
    const { changes, counted } = migratedItem(options, walk, { values: stored.properties, ...from });
    const metadata = { at: clock.now(), by: SYSTEM_USER, actor: undefined };
    const names = Object.keys(changes);
    // A change of unversioned properties only creates no version: the batch writes it when it stores its items again.
    const isUnversioned = names.every((name) => walk.type.properties[name]?.unversioned === true);
    const next = isUnversioned
      ? { ...stored, properties: applyChanges(stored.properties, changes) }
      : await items.write(tx, stored, changes, metadata, { kind: MIGRATED });
    for (const each of counted) each.changed += 1;
    return next;
  };

  const migrateNumbers = async (tx: Transaction, walk: Walk, numbers: readonly number[]): Promise<number> => {
    const { type } = walk;
    const stale = await lockStale(tx, type.number, { number: schemaNumber(options, type), numbers });
    const restricted = await restrictedValues(tx, type.number, [...stale.keys()]);
    const ids = [...stale.keys()].map((number) => itemId(type.name, number));
    const state = walk.operations.some(({ op }) => op.by !== undefined) ? type.states?.property : undefined;
    const moves =
      state === undefined ? new Map<number, LastMove>() : await lastMoves(tx, type.number, { state, numbers });
    const migrated: StoredItem[] = [];
    for (const each of await items.findMany(tx, ids)) {
      const stored = { ...each, properties: { ...restricted.get(each.number), ...each.properties } };
      const schema = stale.get(each.number) ?? 0;
      const facts = await migrationFactsOf(options, tx, { walk, stored, schema });
      migrated.push(
        await migrateOne(tx, walk, { stored, schema, id: each.id, moved: moves.get(each.number), ...facts }),
      );
    }
    await items.reindex(tx, type.name, { items: migrated });
    return migrated.length;
  };

  // A stricter schema could hide what the item still shows, so only administrators may read it until it is repaired.
  const setAside = async (type: ServerItemType, i: number, problem: string): Promise<void> => {
    report(`${itemId(type.name, i)} stays as it is: ${problem}`);
    const acl = schemas.first.includes(type.name) ? await readFilters.aclFor([]) : null;
    await addMisfit(database, { t: type.number, i, schema: schemaNumber(options, type), problem, acl });
  };

  /** All together, or, when one of them cannot be stored, each by itself. */
  const migrateBatch = async (walk: Walk, numbers: readonly number[]): Promise<number> => {
    const counts = walk.operations.map(({ changed }) => changed);
    const resetCounts = (): void => walk.operations.forEach((each, index) => (each.changed = counts[index] ?? 0));
    const migrateAll = async (tx: Transaction): Promise<number> => {
      resetCounts();
      return await migrateNumbers(tx, walk, numbers);
    };
    try {
      return await database.transaction((tx) => items.together(tx, migrateAll));
    } catch (error) {
      resetCounts();
      if (isOutage(error)) throw error;
      const [only] = numbers;
      if (numbers.length === 1 && only !== undefined) {
        await setAside(walk.type, only, storingFailure(error));
        return 0;
      }
      let count = 0;
      for (const number of numbers) count += await migrateBatch(walk, [number]);
      return count;
    }
  };

  return migrateBatch;
};

export const createItemMigration = (options: ItemMigrationOptions) => {
  const { registry, database, schemas, report } = options;
  const migrateBatch = createBatches(options);

  const migrateType = async (type: ServerItemType, signal?: AbortSignal): Promise<void> => {
    const operations = operationsOf(registry, type).map((each) => ({ ...each, changed: 0 }));
    const walk: Walk = { type, operations, items: 0 };
    for (let last = 0; ;) {
      signal?.throwIfAborted();
      const numbers = await staleNumbers(database, type.number, {
        number: schemaNumber(options, type),
        last,
        max: BATCH,
      });
      if (numbers.length === 0) break;
      walk.items += await migrateBatch(walk, numbers);
      last = numbers.at(-1) ?? last;
      if (numbers.length === BATCH) report(`${type.name}: ${walk.items} items so far`);
    }
    if (walk.items > 0) report(`${type.name}: ${walk.items} items stored again`);
    for (const { op, changed } of walk.operations.filter((each) => each.changed > 0))
      report(
        `${type.name}: ${op.op} ${op.from ?? op.path ?? op.list ?? ''}: ${changed} of ${walk.items} items changed`,
      );
  };

  const jobs: JobHandlers = {
    [schemas.task]: async ({ type: number }, signal) => {
      const type = Object.values(registry.types).find((each) => each.number === number);
      if (type && !schemas.older.has(type.number)) await migrateType(type, signal);
    },
  };

  return {
    jobs,
    /** Runs the migrations that must finish before the server accepts requests. */
    migrateFirst: async (): Promise<void> => {
      for (const name of schemas.first) {
        const type = registry.types[name];
        if (type) await migrateType(type);
      }
    },
  };
};
