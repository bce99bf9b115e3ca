// Removes an item and treats items that refer to it as their relation declares (`onDelete`): `restrict` refuses the removal, `cascade`
// removes them too, `null` empties the relation. Up to MAX_REMOVED_AT_ONCE items are changed in the caller's transaction. When there are
// more, the item itself is removed, the cascading ones are hidden at once, and a job does the rest. History keeps their values. Items in a
// fixed state are protected: they are not removed with another item, keep files of their owner, and keep their values. Removals of the
// caller's transaction can be restored for a while (restoreItems); the rest is permanent.

import { applyChanges } from 'src/model/item/diffItem.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { problem } from 'src/model/problems.ts';
import { fixedStateOf } from 'src/model/schema/fixedState.ts';
import { filesOf, valuesAt } from 'src/model/schema/paths.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { levelRank } from 'src/model/access/levels.ts';
import type { JobHandler, JobPayload } from 'src/server/store/jobRows.ts';
import type { Queryable, Transaction } from 'src/server/store/database.ts';
import { haveOneOwner } from 'src/server/store/haveOneOwner.ts';
import { findHolders, idsInTerms, idsOfNumbers, type Pointer } from 'src/server/store/holders.ts';
import type { ItemPlan, PlannedPath } from 'src/server/store/itemPlan.ts';
import type { ItemStorage, StoredItem, WriteMetadata } from 'src/server/store/itemStorage.ts';
import { addPendingReaders, newestPending, removePendingReaders } from 'src/server/store/pendingReaders.ts';
import { keepManyRemoved, keepRemoved, type Emptied } from 'src/server/store/removed.ts';
import { planNamed, type StoreContext } from 'src/server/store/storeContext.ts';
import { withoutId } from 'src/server/store/withoutId.ts';
import { FEED, removeItemRows } from 'src/server/store/writeStatements.ts';

type Values = Readonly<Record<string, Json>>;
type Word = 'restrict' | 'cascade' | 'null';

const MAX_REMOVED_AT_ONCE = 1000;
const REMOVED_ITEMS_PER_BATCH = 250;

export const REMOVE_BELOW = 'removeBelow';

/** Attached files are released by the rules of their item. In a list of objects, the entry is removed, not the item. */
const pointerTerm = ({ path, property }: PlannedPath): Word | 'keep' => {
  const token = property.rel?.onDelete ?? 'null';
  return token === 'cascade' && path.includes('.') ? 'null' : token;
};

interface Settlement {
  /** Items to remove, nearest to the root first, without the root. */
  readonly going: Set<ItemId>;
  /** Items that stay, with a relation to a removed one that is emptied. */
  readonly holders: Set<ItemId>;
  readonly restricting: Set<ItemId>;
  /** Terms by which the items to remove are found. They hide these items until the job removes them. */
  readonly terms: { readonly t: number; readonly term: number }[];
}

const mayPointAt = ({ registry }: StoreContext, { property }: PlannedPath, type: string): boolean => {
  const to = property.rel?.to ?? ['*'];
  return to.includes('*') || to.includes(type) || (to.includes('$owner') && registry.ownerType === type);
};

const pointersAt = (parts: StoreContext, type: string): Pointer<Word>[] =>
  [...parts.plans.values()].flatMap((plan) =>
    plan.relations.flatMap((each): Pointer<Word>[] => {
      const kind = pointerTerm(each);
      return kind !== 'keep' && mayPointAt(parts, each, type) ? [{ plan, path: each.path, kind }] : [];
    }),
  );

const byType = (ids: readonly ItemId[]): Map<string, ItemId[]> => {
  const found = new Map<string, ItemId[]>();
  for (const id of ids) {
    const type = tryParseItemId(id)?.type ?? '';
    const some = found.get(type) ?? [];
    some.push(id);
    found.set(type, some);
  }
  return found;
};

/** Follows the relations of a removed item without writing. */
const findSettlement = async (db: Queryable, parts: StoreContext, root: ItemId): Promise<Settlement> => {
  const found: Settlement = { going: new Set(), holders: new Set(), restricting: new Set(), terms: [] };
  const sets: Readonly<Record<Word, Set<ItemId>>> = {
    cascade: found.going,
    null: found.holders,
    restrict: found.restricting,
  };
  for (let frontier = [root]; frontier.length > 0;) {
    const next: ItemId[] = [];
    for (const [type, ids] of byType(frontier)) {
      for (const { plan, kind, terms, numbers } of await findHolders(db, ids, pointersAt(parts, type))) {
        const fresh = idsOfNumbers(plan, numbers).filter((id) => id !== root && !sets[kind].has(id));
        for (const id of fresh) sets[kind].add(id);
        if (kind !== 'cascade') continue;
        found.terms.push(...terms.map((term) => ({ t: plan.type.number, term })));
        next.push(...fresh);
      }
    }
    frontier = next;
  }
  for (const id of found.going) for (const set of [found.holders, found.restricting]) set.delete(id);
  return found;
};

const isFixed = ({ registry }: StoreContext, { type, properties }: StoredItem): boolean =>
  fixedStateOf(registry.types[type], properties) !== undefined;

/** Locked, because an item could enter a fixed state meanwhile. */
const fixedAmong = async (tx: Transaction, parts: StoreContext, ids: ReadonlySet<ItemId>): Promise<StoredItem[]> => {
  const canBe = (id: ItemId): boolean =>
    (parts.registry.types[tryParseItemId(id)?.type ?? '']?.states?.fixed.length ?? 0) > 0;
  const found = await parts.findMany(tx, [...ids].filter(canBe), 'write');
  return found.filter((each) => isFixed(parts, each));
};

/** Returns whether the item names one of the files and belongs to its owner. */
const holdsOneOf = ({ registry }: StoreContext, holder: StoredItem, files: readonly StoredItem[]): boolean => {
  const named = new Set(
    filesOf(registry.types[holder.type]?.properties ?? {}).flatMap(({ path }) => valuesAt(holder.properties, path)),
  );
  return files.some((file) => named.has(file.id) && haveOneOwner(holder, file));
};

/** Refuses the removal when a fixed item would be removed or lose a file of its own. */
const refuseFixed = async (
  tx: Transaction,
  parts: StoreContext,
  { root, found: { going, holders } }: { readonly root: ItemId; readonly found: Settlement },
): Promise<void> => {
  const held = await fixedAmong(tx, parts, holders);
  const isFile = (id: ItemId): boolean => tryParseItemId(id)?.type === SYSTEM_TYPES.file;
  const files = held.length === 0 ? [] : await parts.findMany(tx, [root, ...going].filter(isFile), 'none');
  if ((await fixedAmong(tx, parts, going)).length > 0 || held.some((each) => holdsOneOf(parts, each, files)))
    throw problem('inUse');
};

const removedDiff = ({ type }: ItemPlan, properties: Values): Record<string, Json> => {
  const { keep, redact } = type.server.history;
  const keptProperties = Object.entries(properties).filter(
    ([name]) => keep && !redact.some((path) => path.split('.')[0] === name),
  );
  return Object.fromEntries(keptProperties.map(([name, value]): [string, Json] => [name, [value, null]]));
};

export interface Removal {
  readonly remove: ItemStorage['remove'];
  /** Job that removes the items below a removed root, the farthest first, so that it can be repeated. */
  readonly removeBelow: JobHandler;
  /** Locks items that one transaction will remove, and notes in its batch which of them no other item names. */
  readonly lockToRemove: ItemStorage['lockToRemove'];
  /** Removes the items of a batch that no other item names. */
  readonly removeUnnamed: (tx: Transaction, items: readonly StoredItem[], metadata: WriteMetadata) => Promise<void>;
}

/** Steps that the request and the job share. */
const createSteps = (parts: StoreContext, write: ItemStorage['write']) => {
  const { plans } = parts;

  const removeRows = async (tx: Transaction, items: readonly StoredItem[], metadata: WriteMetadata): Promise<void> => {
    for (const [type, ids] of byType(items.map(({ id }) => id))) {
      const plan = plans.get(type);
      if (!plan) continue;
      const wanted = new Set(ids);
      const rows = items
        .filter(({ id }) => wanted.has(id))
        .map(({ number, u, properties }) => ({ i: number, u, diff: removedDiff(plan, properties) }));
      if (!(await removeItemRows(tx, { t: plan.type.number, items: rows, ...metadata }))) throw problem('conflict');
    }
  };

  /** Returns the holder without the removed ids at every path that releases them. */
  const letGo = async (
    tx: Transaction,
    holder: StoredItem,
    { gone, metadata }: { gone: ReadonlySet<ItemId>; metadata: WriteMetadata },
  ): Promise<Emptied[]> => {
    if (isFixed(parts, holder)) return [];
    let changes: Record<string, Json> = {};
    for (const each of plans.get(holder.type)?.relations ?? []) {
      if (pointerTerm(each) === 'keep') continue;
      const [name = '', ...rest] = each.path.split('.');
      const values: Values = applyChanges(holder.properties, changes);
      for (const id of valuesAt(values, each.path).filter((value) => gone.has(value as ItemId)))
        changes = { ...changes, [name]: withoutId(changes[name] ?? values[name] ?? null, rest, id as ItemId) };
    }
    const names = Object.keys(changes);
    if (names.length === 0) return [];
    await write(tx, holder, changes, metadata);
    const before = Object.fromEntries(names.map((name) => [name, holder.properties[name] ?? null]));
    return [{ id: holder.id, schema: planNamed(plans, holder.type).schema, before, after: changes }];
  };

  const letAllGo = async (
    tx: Transaction,
    holders: readonly ItemId[],
    change: { gone: ReadonlySet<ItemId>; metadata: WriteMetadata },
  ): Promise<Emptied[]> => {
    const emptied: Emptied[] = [];
    for (const holder of await parts.findMany(tx, holders, 'write')) emptied.push(...(await letGo(tx, holder, change)));
    return emptied;
  };

  return { removeRows, letAllGo };
};

const nearestFirst = (items: readonly StoredItem[], order: ReadonlySet<ItemId>): StoredItem[] => {
  const at = new Map([...order].map((id, index) => [id, index]));
  return items.toSorted((a, b) => (at.get(a.id) ?? 0) - (at.get(b.id) ?? 0));
};

type Steps = ReturnType<typeof createSteps>;

const createRemove = (parts: StoreContext, { removeRows, letAllGo }: Steps): Removal['remove'] => {
  const later = async (
    tx: Transaction,
    root: StoredItem,
    { terms }: Settlement,
    metadata: WriteMetadata,
  ): Promise<void> => {
    const nobody = await parts.readFilters.aclFor([]);
    const rows = terms.map((each) => ({ ...each, acl: nobody, restrictedAcl: nobody, level: levelRank('PRIVATE') }));
    await addPendingReaders(tx, { root: root.id, rows });
    const { by, actor = null } = metadata;
    await tx.addJob(
      REMOVE_BELOW,
      { id: root.id, by, actor, at: metadata.at.toISOString() },
      `${REMOVE_BELOW} ${root.id}`,
    );
  };

  return async (tx, stored, metadata) => {
    // Locked before searching for referring items: a new reference waits for the lock and then finds the item removed.
    const locked = await parts.find(tx, stored.id, 'remove');
    if (locked?.u !== stored.u) throw problem('conflict');
    if (tx.batch?.unnamed.has(stored.id) === true) {
      await tx.batch.hold({ verb: 'remove', stored: locked, metadata });
      tx.afterCommit(() => parts.database.notify(FEED));
      return;
    }
    const found = await findSettlement(tx, parts, stored.id);
    if (found.restricting.size > 0) throw problem('inUse');
    await refuseFixed(tx, parts, { root: stored.id, found });
    if (found.going.size + found.holders.size > MAX_REMOVED_AT_ONCE) {
      await removeRows(tx, [locked], metadata);
      await later(tx, stored, found, metadata);
    } else {
      const going = await parts.findMany(tx, [...found.going], 'remove');
      const gone = new Set([stored.id, ...found.going]);
      const emptied = await letAllGo(tx, [...found.holders], { gone, metadata });
      await keepRemoved(tx, parts, { items: [locked, ...nearestFirst(going, found.going)], emptied, metadata });
      await removeRows(tx, [locked, ...going], metadata);
    }
    tx.afterCommit(() => parts.database.notify(FEED));
  };
};

const jobWriteMetadata = ({ by, actor, at }: JobPayload): WriteMetadata => ({
  at: new Date(String(at)),
  by: String(by),
  actor: typeof actor === 'string' ? actor : undefined,
});

const createRemoveBelow =
  (parts: StoreContext, { removeRows, letAllGo }: Steps): JobHandler =>
  async (payload, signal) => {
    const { database } = parts;
    const root = String(payload['id']);
    const metadata = jobWriteMetadata(payload);
    const seq = await newestPending(database, root);
    const found = await findSettlement(database, parts, root);
    const gone = new Set([root, ...found.going]);
    const inBatches = async (ids: readonly ItemId[], run: (tx: Transaction, some: ItemId[]) => Promise<void>) => {
      for (let from = 0; from < ids.length; from += REMOVED_ITEMS_PER_BATCH) {
        signal.throwIfAborted();
        await database.transaction((tx) => run(tx, ids.slice(from, from + REMOVED_ITEMS_PER_BATCH)));
        database.notify(FEED);
      }
    };
    // Relations that began to restrict meanwhile are emptied too, because their item is removed already.
    await inBatches([...found.holders, ...found.restricting], async (tx, some) => {
      await letAllGo(tx, some, { gone, metadata });
    });
    await inBatches([...found.going].toReversed(), async (tx, some) =>
      removeRows(tx, await parts.findMany(tx, some, 'remove'), metadata),
    );
    await database.transaction((tx) => removePendingReaders(tx, root, seq));
  };

const createLockToRemove = (parts: StoreContext): Removal['lockToRemove'] => {
  const paths = [...new Set([...parts.plans.values()].flatMap(({ relationPaths }) => relationPaths))];
  return async (tx, ids) => {
    if (!tx.batch || ids.length === 0) return;
    // Locked before the terms are read: a relation that is written meanwhile waits for the lock, or its term is found.
    const locked = await parts.findMany(tx, ids, 'remove');
    const named = await idsInTerms(tx, ids, paths);
    for (const { id } of locked) if (!named.has(id)) tx.batch.unnamed.add(id);
  };
};

export const createRemoval = (parts: StoreContext, write: ItemStorage['write']): Removal => {
  const steps = createSteps(parts, write);
  return {
    remove: createRemove(parts, steps),
    removeBelow: createRemoveBelow(parts, steps),
    lockToRemove: createLockToRemove(parts),
    removeUnnamed: async (tx, items, metadata) => {
      await keepManyRemoved(tx, parts, { items, metadata });
      await steps.removeRows(tx, items, metadata);
    },
  };
};
