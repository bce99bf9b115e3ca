// Shared context of the item store: plans per type, interned words, numbers, and readers.

import DataLoader from 'dataloader';
import type { ItemId, Values } from 'src/model/item/Item.ts';
import { isItemId, itemId } from 'src/model/item/itemId.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Clock } from 'src/base/clock.ts';
import type { Audit } from 'src/server/store/audit.ts';
import type { ReadFilters } from 'src/server/store/readers/readFilters.ts';
import { readersKey } from 'src/server/store/readers/accessPaths.ts';
import { createReaders } from 'src/server/store/readers/computeReaders.ts';
import type { ReaderResolver } from 'src/server/store/readers/computeReaders.ts';
import type { ValueFunctions } from 'src/server/store/valueFunctions.ts';
import { createNumbers, type Numbers } from 'src/server/store/itemNumbers.ts';
import { createTermInterner, type TermInterner } from 'src/server/store/terms.ts';
import type { Database, Queryable } from 'src/server/store/database.ts';
import { grantsOn, type GrantRow } from 'src/server/store/grantRows.ts';
import { readInBatch } from 'src/server/store/itemBatch.ts';
import { readPlan, type ItemPlan, type ReadPlan } from 'src/server/store/itemPlan.ts';
import { findRows, storedFromRow, type RowLock } from 'src/server/store/itemRows.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

/**
 * Converts values that were stored by that schema of a type to the present one; undefined when they do not fit. Only `whole` sets of values
 * get computed ones.
 */
export type FormerValues = (
  type: string,
  from: { readonly values: Values; readonly schema: number },
  options: { readonly whole: boolean },
) => Values | undefined;

export interface StoreOptions {
  readonly registry: ServerRegistry;
  readonly domain: Pick<ValueFunctions, 'clocks'>;
  readonly database: Database;
  readonly clock: Clock;
  readonly readFilters: ReadFilters;
  readonly audit: Audit;
  /** IANA time zone of the site; UTC by default. */
  readonly timeZone?: string;
  /** Days in which a deletion may be undone. */
  readonly undoDays?: number | undefined;
  /** Schema number by type number; see server/schemaMigration. */
  readonly schemas?: ReadonlyMap<number, number> | undefined;
  /** Without this, values of every schema are used unchanged. */
  readonly formerValues?: FormerValues | undefined;
}

export interface StoreContext extends StoreOptions {
  readonly plans: ReadonlyMap<string, ReadPlan>;
  readonly planOfNumber: ReadonlyMap<number, ItemPlan>;
  readonly terms: TermInterner;
  readonly numbers: Numbers;
  /** Resolves readers for writes: locks what the readers depend on until the transaction ends. */
  readonly settled: ReaderResolver;
  /** Same as settled, when this transaction has written some of the items that readers depend on. */
  settledWith(written: readonly StoredItem[]): ReaderResolver;
  /** Same as settled for many items of a type in one transaction. Shared data is read once. */
  settledFor(tx: Queryable, plan: ItemPlan, numbers: readonly number[]): Promise<ReaderResolver>;
  /** Resolves present readers for decisions, without locks. */
  readonly current: ReaderResolver;
  /** Same as current for many items: the items that they belong to are read together. */
  currentForMany(db: Queryable): ReaderResolver;
  find(db: Queryable, id: ItemId, lock?: RowLock): Promise<StoredItem | undefined>;
  findMany(db: Queryable, ids: readonly ItemId[], lock: RowLock): Promise<StoredItem[]>;
}

/** Returns the plan of a type. Throws when it is not declared. */
export const planNamed = (plans: ReadonlyMap<string, ItemPlan>, type: string): ItemPlan => {
  const plan = plans.get(type);
  if (!plan) throw new Error(`Undeclared type ${type}`);
  return plan;
};

/** Returns numbers by type for valid ids of declared types. */
export const numbersByPlan = <Plan>(plans: ReadonlyMap<string, Plan>, ids: readonly ItemId[]): Map<Plan, number[]> => {
  const found = new Map<Plan, number[]>();
  for (const id of new Set(ids)) {
    const key = tryParseItemId(id);
    const plan = key && plans.get(key.type);
    if (!plan || key.number === 0) continue;
    const numbers = found.get(plan);
    if (numbers) numbers.push(key.number);
    else found.set(plan, [key.number]);
  }
  return found;
};

type FindAll = (ids: readonly ItemId[]) => Promise<readonly StoredItem[]>;

/** Reads related items that are requested one by one with one statement. */
const currentTogether = ({ registry, readFilters, clock }: StoreOptions, findAll: FindAll): ReaderResolver => {
  const related = new DataLoader(async (ids: readonly ItemId[]) => {
    const found = new Map((await findAll(ids)).map((stored) => [stored.id, stored]));
    return ids.map((id) => found.get(id));
  });
  const findRelated = async (_: Queryable, id: ItemId) => {
    const stored = await related.load(id);
    return stored && { ...stored, exists: true };
  };
  return createReaders({ registry, readFilters, clock, grantsOn, findRelated });
};

type FindRelated = Parameters<typeof createReaders>[0]['findRelated'];

const settledBeside = (
  { registry, readFilters, clock }: StoreOptions,
  written: readonly StoredItem[],
  findOther: FindRelated,
): ReaderResolver => {
  const findRelated: FindRelated = async (db, id) => {
    const known = written.find((each) => each.id === id);
    return known ? { ...known, exists: true } : await findOther(db, id);
  };
  return createReaders({ registry, readFilters, clock, grantsOn, findRelated });
};

const plansOf = ({ registry, schemas }: StoreOptions): StoreContext['plans'] =>
  new Map(
    Object.values(registry.types).map((type) => [type.name, readPlan(registry, type, schemas?.get(type.number))]),
  );

type FindLocked = StoreContext['findMany'];

/** Maximum length of a chain of locks: a step, its item, and what that belongs to. */
const MOST_LOCKED_FIRST = 3;

/** Locks items that are declared as `lockFirst`. The relation is read without a lock, because it never changes. */
const createLockBefore = (plans: StoreContext['plans'], findAll: FindLocked) => {
  const lockBefore = async (db: Queryable, id: ItemId, behind: number): Promise<void> => {
    const path = plans.get(tryParseItemId(id)?.type ?? '')?.type.server.lockFirst;
    if (path === undefined || behind >= MOST_LOCKED_FIRST) return;
    const [stored] = await findAll(db, [id], 'none');
    const first = stored?.properties[path];
    if (typeof first !== 'string' || !isItemId(first)) return;
    await lockBefore(db, first, behind + 1);
    await findAll(db, [first], 'write');
  };
  return lockBefore;
};

const createFindAll = (plans: StoreContext['plans']): FindLocked => {
  const readAll: FindLocked = async (db, ids, lock) => {
    const rows = await Promise.all(
      [...numbersByPlan(plans, ids)].map(async ([plan, numbers]) =>
        (await findRows(db, plan, numbers, lock)).map((row) => storedFromRow(plan, row)),
      ),
    );
    return rows.flat();
  };
  return async (db, ids, lock) => {
    if (!db.batch) return await readAll(db, ids, lock);
    const found = await readInBatch(db, { ids, lock }, (missing) => readAll(db, missing, lock));
    return [...numbersByPlan(plans, ids)].flatMap(([{ type }, numbers]) =>
      numbers.toSorted((a, b) => a - b).flatMap((number) => found.get(itemId(type.name, number)) ?? []),
    );
  };
};

export const createStoreContext = (options: StoreOptions): StoreContext => {
  const { registry, database, readFilters, clock } = options;
  const plans = plansOf(options);

  const findAll = createFindAll(plans);

  const lockBefore = createLockBefore(plans, findAll);

  const find = async (db: Queryable, id: ItemId, lock: RowLock = 'none'): Promise<StoredItem | undefined> => {
    if (lock === 'write') await lockBefore(db, id, 0);
    return (await findAll(db, [id], lock))[0];
  };

  const findRelated = async (db: Queryable, id: ItemId, lock: RowLock) => {
    const stored = await find(db, id, lock);
    return stored && { ...stored, exists: true };
  };

  const readerResolver = (lock: RowLock): ReaderResolver =>
    createReaders({ registry, readFilters, clock, grantsOn, findRelated: (db, id) => findRelated(db, id, lock) });

  const settledFor: StoreContext['settledFor'] = async (tx, { type }, numbers) => {
    const related = new Map<ItemId, ReturnType<typeof findRelated>>();
    const own = new Map(numbers.map((number): [number, GrantRow[]] => [number, []]));
    for (const row of await grantsOn(
      tx,
      numbers.map((i) => ({ t: type.number, i })),
    ))
      own.get(row.i)?.push(row);
    const grants = new Map([...own].map(([i, rows]) => [`${type.number}-${i}`, Promise.resolve(rows)]));
    const once = <Key, Value>(map: Map<Key, Value>, at: Key, make: () => Value): Value => {
      const value = map.get(at) ?? make();
      map.set(at, value);
      return value;
    };
    const acls = new Map<string, Promise<number>>();
    const resolver = createReaders({
      registry,
      clock,
      readFilters: {
        aclFor: (...keys) => once(acls, JSON.stringify(keys), () => readFilters.aclFor(...keys)),
      },
      findRelated: (db, id) => once(related, id, () => findRelated(db, id, 'share')),
      grantsOn: async (db, items) => {
        const found = items.map((each) => once(grants, `${each.t}-${each.i}`, () => grantsOn(db, [each])));
        return (await Promise.all(found)).flat();
      },
    });
    const readers = new Map<string, ReturnType<ReaderResolver['readersOf']>>();
    const keyOf = readersKey(type);
    const readersOf: ReaderResolver['readersOf'] = (db, item) =>
      once(readers, own.get(item.number)?.length === 0 ? keyOf(item) : item.id, () => resolver.readersOf(db, item));
    return { ...resolver, readersOf };
  };

  return {
    ...options,
    plans,
    planOfNumber: new Map([...plans.values()].map((plan) => [plan.type.number, plan])),
    terms: createTermInterner(database),
    numbers: createNumbers(database),
    settled: readerResolver('share'),
    settledWith: (written) => settledBeside(options, written, (db, id) => findRelated(db, id, 'share')),
    settledFor,
    current: readerResolver('none'),
    currentForMany: (db) => currentTogether(options, (ids) => findAll(db, ids, 'none')),
    find,
    findMany: findAll,
  };
};
