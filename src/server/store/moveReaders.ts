// Computes the readers of stored items again: of one item and of all items that depend on it, directly or through others. Up to AT_ONCE
// items are updated in the transaction of the first one. More are updated by a job in batches; until then pending_readers gives their acl,
// so that former rights have no effect. A change of readers is part of the history of the item whose level, owner or grants changed. Its
// consequences are not, and they leave the counter unchanged.

import { setTimeout as sleep } from 'node:timers/promises';
import { LEVELS, levelRank, type Level } from 'src/model/access/levels.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { dependentsOf } from 'src/server/store/readers/accessPaths.ts';
import type { Readers, ReaderResolver } from 'src/server/store/readers/computeReaders.ts';
import type { JobHandler } from 'src/server/store/jobRows.ts';
import { assembleRow, indexItem, levelsOf } from 'src/server/store/assembleRow.ts';
import { NO_READERS } from 'src/server/store/aclRows.ts';
import { createClockZones } from 'src/server/store/clockZones.ts';
import type { Queryable, Transaction } from 'src/server/store/database.ts';
import { findHolders, idsOfNumbers, type Pointer } from 'src/server/store/holders.ts';
import type { ItemPlan } from 'src/server/store/itemPlan.ts';
import { lockOwnRows, storedFromRow } from 'src/server/store/itemRows.ts';
import type { StoredItem, WriteMetadata } from 'src/server/store/itemStorage.ts';
import {
  addPendingReaders,
  isPending,
  newestPending,
  removePendingReaders,
  type PendingRow,
} from 'src/server/store/pendingReaders.ts';
import { planNamed, type StoreContext } from 'src/server/store/storeContext.ts';
import { VISIBILITY } from 'src/server/store/terms.ts';
import { FEED, reindexItem, writeReaders, type ReadersToWrite } from 'src/server/store/writeStatements.ts';

type OwnReaders = Pick<StoredItem, 'acl' | 'level' | 'owners'>;

/** Items that are updated within the request. */
export const READERS_AT_ONCE = 1000;
/** Same for one type. Items with restricted properties may have to be stored again, which costs more. */
const atOnceOf = ({ restricted }: ItemPlan): number => (restricted ? 100 : READERS_AT_ONCE);

export const MOVE_READERS = 'moveReaders';

export const sameReaders = (a: OwnReaders, b: OwnReaders): boolean =>
  a.acl === b.acl && a.level === b.level && a.owners.join(' ') === b.owners.join(' ');

const ownReaders = ({ acl, level, owners }: OwnReaders): OwnReaders => ({ acl, level, owners });

type LevelReaders = Pick<StoredItem, 'acl' | 'level' | 'levels'>;

const levelAcl = ({ acl, level, levels }: LevelReaders, wanted: Level): number | undefined =>
  levelRank(wanted) > levelRank(level) ? levels[wanted] : acl;

/** Returns pairs of former and present acls of the levels with other readers. Parts that a save adds or removes do not count. */
export const movedReaders = (before: LevelReaders, after: LevelReaders): number[] =>
  LEVELS.flatMap((level) => {
    const [from, to] = [levelAcl(before, level), levelAcl(after, level)];
    return from === undefined || to === undefined || from === to ? [] : [from, to];
  });

/** Same as movedReaders, including the readers of levels whose values changed without a save. */
export const shownAnew = (before: LevelReaders, after: LevelReaders, changed: readonly Level[]): number[] => [
  ...movedReaders(before, after),
  ...changed.flatMap((level) => [levelAcl(after, level) ?? levelAcl(before, level) ?? after.acl, NO_READERS]),
];

interface Moved {
  readonly stored: StoredItem;
  readonly readers: Readers;
  readonly levels: Readonly<Partial<Record<Level, number>>>;
}

const movedItem = async (tx: Transaction, resolver: ReaderResolver, stored: StoredItem): Promise<Moved> => {
  const readers = await resolver.readersOf(tx, { ...stored, exists: true });
  const levels = Object.keys(stored.levels).map(async (level) => [level, await readers.aclAt(level as Level)] as const);
  return { stored, readers, levels: Object.fromEntries(await Promise.all(levels)) };
};

const isMoved = ({ stored, readers, levels }: Moved): boolean =>
  !sameReaders(stored, readers) || LEVELS.some((level) => stored.levels[level] !== levels[level]);

/** With another level, other parts of the item are restricted, so it is stored again. */
const reindexMoved = async (tx: Transaction, parts: StoreContext, { stored, readers }: Moved): Promise<void> => {
  const { acl, level, owners, aclAt } = readers;
  const plan = planNamed(parts.plans, stored.type);
  const metadata: WriteMetadata = { at: new Date(stored.updated), by: stored.creator, actor: undefined };
  const indexed = await indexItem(parts, plan, {
    ...{ item: { ...stored, exists: true }, updater: stored.updater, level, aclAt },
    zone: await createClockZones(parts, tx)(plan, () => ({ ...stored, owners })),
    isHeld: () => true,
  });
  const next: StoredItem = { ...stored, acl, level, owners, levels: levelsOf(indexed) };
  const moved = movedReaders(stored, next);
  const row = { stored: next, indexed, metadata, kind: '', diff: {}, oldAcl: stored.acl, moved };
  await reindexItem(tx, assembleRow(plan, row));
};

const readersRow = ({ stored, readers, levels }: Moved): ReadersToWrite => ({
  i: stored.number,
  acl: readers.acl,
  level: levelRank(readers.level),
  owners: readers.owners,
  oldAcl: stored.acl,
  moved: movedReaders(stored, { ...readers, levels }),
  levels: Object.entries(levels).map(([level, acl]) => ({ level: levelRank(level as Level), acl })),
});

interface Batch {
  readonly plan: ItemPlan;
  readonly numbers: readonly number[];
}

/** Updates the items of a batch whose readers have changed. */
const moveBatch = async (tx: Transaction, parts: StoreContext, { plan, numbers }: Batch): Promise<Moved[]> => {
  const resolver = await parts.settledFor(tx, plan, numbers);
  const rows = await lockOwnRows(tx, plan, numbers);
  const all = await Promise.all(rows.map((row) => movedItem(tx, resolver, storedFromRow(plan, row))));
  const moved = all.filter(isMoved);
  const anew = moved.filter(({ stored, readers }) => plan.restricted && stored.level !== readers.level);
  const visibility = await Promise.all(
    LEVELS.map(async (val) => (await parts.terms.intern([{ prop: VISIBILITY, val }]))[0] ?? 0),
  );
  const otherRows = moved.filter((each) => !anew.includes(each)).map(readersRow);
  await writeReaders(tx, plan.type.number, { rows: otherRows, visibility });
  await Promise.all(anew.map((each) => reindexMoved(tx, parts, each)));
  return moved;
};

interface Below {
  readonly numbers: Map<ItemPlan, Set<number>>;
  /** Terms by which the dependents are found. `inherits` is true when readers are inherited unchanged all the way from the root. */
  readonly terms: { readonly t: number; readonly term: number; readonly inherits: boolean }[];
}

const pointersTo = ({ registry, plans }: StoreContext, type: string): Pointer<boolean>[] =>
  dependentsOf(registry, type).flatMap(({ type: dependent, rel }) => {
    const plan = plans.get(dependent.name);
    return plan ? [{ plan, path: rel, kind: dependent.server.access.read.inherit === rel }] : [];
  });

/** Returns everything that depends on the items, which have one type, directly or through others. */
const findBelow = async (db: Queryable, parts: StoreContext, roots: readonly ItemId[]): Promise<Below> => {
  const below: Below = { numbers: new Map(), terms: [] };
  const isNew = (plan: ItemPlan, number: number): boolean => {
    const known = below.numbers.get(plan) ?? new Set();
    below.numbers.set(plan, known);
    return !known.has(number) && known.add(number) !== undefined;
  };
  let frontier = [{ type: tryParseItemId(roots[0] ?? '')?.type ?? '', ids: roots, inherits: true }];
  while (frontier.length > 0) {
    const next: typeof frontier = [];
    for (const { type, ids, inherits } of frontier) {
      for (const { plan, kind, terms, numbers } of await findHolders(db, ids, pointersTo(parts, type))) {
        const channel = inherits && kind;
        below.terms.push(...terms.map((term) => ({ t: plan.type.number, term, inherits: channel })));
        const fresh = numbers.filter((number) => isNew(plan, number));
        if (fresh.length > 0) next.push({ type: plan.type.name, ids: idsOfNumbers(plan, fresh), inherits: channel });
      }
    }
    frontier = next;
  }
  return below;
};

const dependentCount = ({ numbers }: Below): number => [...numbers.values()].reduce((sum, { size }) => sum + size, 0);

export const countBelow = async (db: Queryable, parts: StoreContext, roots: readonly ItemId[]): Promise<number> =>
  dependentCount(await findBelow(db, parts, roots));

/**
 * Returns the acls until the job reaches an item: an item that inherits has the readers of the root; one that only shares owners is
 * readable by administrators only.
 */
const pendingRows = async (parts: StoreContext, { terms }: Below, readers: Readers): Promise<PendingRow[]> => {
  const [nobody, restrictedAcl] = await Promise.all([parts.readFilters.aclFor([]), readers.aclAt('PRIVATE')]);
  const strictest = levelRank('PRIVATE');
  return terms.map(({ t, term, inherits }) =>
    inherits
      ? { t, term, acl: readers.acl, restrictedAcl, level: levelRank(readers.level) }
      : { t, term, acl: nobody, restrictedAcl: nobody, level: strictest },
  );
};

/** Updates the dependents after the readers of items of one type changed. */
export const moveBelow = async (tx: Transaction, parts: StoreContext, roots: readonly StoredItem[]): Promise<void> => {
  const below = await findBelow(
    tx,
    parts,
    roots.map(({ id }) => id),
  );
  const isFew =
    dependentCount(below) <= READERS_AT_ONCE && [...below.numbers].every(([plan, { size }]) => size <= atOnceOf(plan));
  if (isFew && !(await isPending(tx, below.terms))) {
    for (const [plan, numbers] of below.numbers) await moveBatch(tx, parts, { plan, numbers: [...numbers] });
    return;
  }
  const [root, ...others] = roots;
  if (!root) return;
  if (others.length > 0) {
    for (const each of roots) await moveBelow(tx, parts, [each]);
    return;
  }
  const readers = await parts.settled.readersOf(tx, { ...root, exists: true });
  await addPendingReaders(tx, { root: root.id, rows: await pendingRows(parts, below, readers) });
  await tx.addJob(MOVE_READERS, { id: root.id }, `${MOVE_READERS} ${root.id}`);
};

/** Computes the readers of items of a type and of their dependents again, after their grants changed. */
export const refreshReaders = async (
  tx: Transaction,
  parts: StoreContext,
  type: string,
  numbers: readonly number[],
): Promise<void> => {
  const plan = planNamed(parts.plans, type);
  const moved = await moveBatch(tx, parts, { plan, numbers });
  await moveBelow(
    tx,
    parts,
    moved.map(({ stored, readers }) => ({ ...stored, ...ownReaders(readers) })),
  );
};

/** Items of one transaction of the job. After each, the job pauses for as long as it has worked, so that saves are not slowed down. */
const JOB_BATCH = 40;

/** Creates the job that updates all dependents of a root in batches. When it runs again, updated items need no work. */
export const createMoveReadersJob =
  (parts: StoreContext): JobHandler =>
  async ({ id }, signal) => {
    const { database } = parts;
    const root = String(id);
    const { below, seq } = await database.transaction(async (tx) => {
      await parts.find(tx, root, 'share'); // waits for a current change of the root
      return { seq: await newestPending(tx, root), below: await findBelow(tx, parts, [root]) };
    });
    for (const [plan, numbers] of below.numbers) {
      const all = [...numbers];
      for (let from = 0; from < all.length; from += JOB_BATCH) {
        signal.throwIfAborted();
        const began = performance.now();
        await database.transaction(async (tx) => {
          await parts.find(tx, root, 'share'); // locked before its dependents, in the same order as a write of the root
          await moveBatch(tx, parts, { plan, numbers: all.slice(from, from + JOB_BATCH) });
        });
        database.notify(FEED);
        await sleep(performance.now() - began, undefined, { signal });
      }
    }
    await database.transaction((tx) => removePendingReaders(tx, root, seq));
  };
