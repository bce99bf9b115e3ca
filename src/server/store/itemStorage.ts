// Item storage for operations: reading, writing, removing, history. Reads for a caller always take a read filter. Unfiltered calls are for
// the steps of a write, which then evaluate predicates; their results never leave the server unchanged.

import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { Level } from 'src/model/access/levels.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import type { HistoryEvent } from 'src/model/generated/wire.ts';
import type { Channel } from 'src/server/store/audit.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import { followContactOf } from 'src/server/store/accounts/followedAccounts.ts';
import type { Queryable, Transaction } from 'src/server/store/database.ts';
import type { JobHandlers, JobOfWrite } from 'src/server/store/jobRows.ts';
import {
  createFollowClockJob,
  createRefreshGrantedJob,
  FOLLOW_CLOCK,
  REFRESH_GRANTED,
  refreshGranted,
} from 'src/server/store/granterReaders.ts';
import { createAdopt, type AdoptedItem } from 'src/server/store/adoptItems.ts';
import { copiesOf } from 'src/server/store/fileNames.ts';
import { grantsOn, type GrantRow, type ItemKey } from 'src/server/store/grantRows.ts';
import { createHistory } from 'src/server/store/itemHistory.ts';
import { createMoveReadersJob, MOVE_READERS } from 'src/server/store/moveReaders.ts';
import { CLOSE_PENDING_LISTS, createManyWrites } from 'src/server/store/pendingLists.ts';
import { createReading } from 'src/server/store/readItems.ts';
import type { LabelRow } from 'src/server/store/readLabels.ts';
import type { ItemReadOptions } from 'src/server/store/selectedProperties.ts';
import { findRemoved, lastReaders, listRemoved, takeRemoved, type RemovedItems } from 'src/server/store/removed.ts';
import { createRewriteClocksJob, REWRITE_CLOCKS } from 'src/server/store/clockZones.ts';
import { createRemoval, REMOVE_BELOW } from 'src/server/store/removeItems.ts';
import { createRestore, type Lost } from 'src/server/store/restoreItems.ts';
import { createIndexCheck, type IndexFault } from 'src/server/store/indexCheck.ts';
import { findHolders, idsOfNumbers } from 'src/server/store/holders.ts';
import { createStoreContext, planNamed, type StoreOptions } from 'src/server/store/storeContext.ts';
import { runTogether } from 'src/server/store/itemBatch.ts';
import { createSendHeld } from 'src/server/store/writeMany.ts';
import { FEED, removeItemRows } from 'src/server/store/writeStatements.ts';
import { createWriting } from 'src/server/store/writeItems.ts';

/** Everything that is stored of an item, unfiltered. */
export interface StoredItem {
  readonly id: ItemId;
  readonly type: string;
  readonly number: number;
  readonly n: number;
  readonly u: number;
  readonly acl: number;
  /** Visibility of the item itself. */
  readonly level: Level;
  /** Owner items, or `system`. */
  readonly owners: readonly string[];
  /** Acls of the restricted properties by level. */
  readonly levels: Readonly<Partial<Record<Level, number>>>;
  readonly created: string;
  readonly creator: ItemId;
  readonly updated: string;
  /** User who last changed the item, if known. */
  readonly updater: ItemId | undefined;
  /** Stored label, with related items by id; see model/item/labelOf.ts. */
  readonly label: string;
  readonly properties: Readonly<Record<string, Json>>;
  /** Levels of stored properties that this program does not declare, for example those of a newer one. */
  readonly undeclared?: Readonly<Record<string, Level>>;
  /** Grants on the item, when it was read for a write or is new. */
  readonly grants?: readonly GrantRow[];
}

export interface WriteMetadata {
  readonly at: Date;
  readonly by: ItemId;
  /** Administrator who acts as this user. */
  readonly actor: ItemId | undefined;
  /** Action that writes; absent for create and update. */
  readonly action?: string | undefined;
  /** Person whose input causes the write, with the consent of its author. */
  readonly helper?: ItemId | undefined;
}

/** Changes of an item since an earlier version, from its history. */
export interface ChangesSince {
  /** Value of each changed property in that version; null for none. */
  readonly before: Readonly<Record<string, Json>>;
  /** Properties that changed and whose former value is not stored. */
  readonly unknown: readonly string[];
}

export interface InsertOptions {
  /** Name of the version in history, by default `created`. */
  readonly kind?: string | undefined;
  /** Items that this transaction has written: they are as given here and locked until it ends. */
  readonly written?: readonly StoredItem[] | undefined;
  /** Job that is added by the same statement. */
  readonly job?: ((id: ItemId) => JobOfWrite) | undefined;
}

export interface UpdateOptions {
  /** Name of the version in history, by default `updated`. */
  readonly kind?: string | undefined;
  /** Sends statements in the round trip of the write. `next` is the item after it. */
  readonly beside?: (next: StoredItem) => Promise<void>;
}

export interface Reindexed {
  readonly items: readonly StoredItem[];
  /** Properties with changed values, which are pushed to their readers. Without it, all watchers get the items. */
  readonly changed?: readonly string[];
  /** True when the items that depend on the readers of these are stored again, too. */
  readonly isComplete?: boolean;
}

export interface ItemStorage {
  /**
   * Returns the visible items in the given order; hidden and missing ones are omitted. PRIVATE values are audited before this resolves,
   * unless `channel` says that nothing is shown.
   */
  readVisible(db: Queryable, readFilter: ReadFilter, ids: readonly ItemId[], options: ItemReadOptions): Promise<Item[]>;
  /** Returns the labels of visible items. */
  labels(db: Queryable, readFilter: ReadFilter, ids: readonly ItemId[]): Promise<Map<ItemId, string>>;
  /** Returns stored labels with the acls of their items, without a filter. Missing items are omitted. */
  storedLabels(db: Queryable, ids: readonly ItemId[]): Promise<Map<ItemId, LabelRow>>;
  /** Returns the files whose bytes the reader may not have, because part of what they record is closed to the reader. */
  withheldFiles(db: Queryable, readFilter: ReadFilter, files: readonly ItemId[]): Promise<ReadonlySet<ItemId>>;
  /**
   * Reads without a filter. With `lock`, the row stays locked until the transaction ends; items that are declared as `lockFirst` are locked
   * before it.
   */
  find(tx: Queryable, id: ItemId, lock?: boolean): Promise<StoredItem | undefined>;
  /**
   * Same as find for many items; missing ones are omitted. With `refer`, none of them is removed until the transaction ends; with
   * `lock`, none is changed.
   */
  findMany(
    db: Queryable,
    ids: readonly ItemId[],
    options?: { readonly refer?: boolean; readonly lock?: boolean },
  ): Promise<StoredItem[]>;
  /** Removes items that nothing refers to, permanently. Items that changed meanwhile stay. */
  discard(tx: Transaction, stored: readonly StoredItem[], metadata: WriteMetadata): Promise<void>;
  /** Returns items of the type that name this one at the path, unfiltered. */
  holding(
    db: Queryable,
    asked: { readonly type: string; readonly path: string; readonly id: ItemId },
  ): Promise<ItemId[]>;
  /** Same as holding for several types, paths and items. */
  holdingAny(
    db: Queryable,
    pointers: readonly { readonly type: string; readonly path: string }[],
    ids: readonly ItemId[],
  ): Promise<ItemId[]>;
  /** Returns the attachments with the bytes of one of these, without these themselves. Unfiltered. */
  copiesOf(db: Queryable, files: readonly ItemId[]): Promise<ItemId[]>;
  /**
   * Returns the visible parts of a stored item, audited like readVisible. `properties` are those that the caller needs; others may be
   * missing in the item, and so may its creator.
   */
  view(
    db: Queryable,
    readFilter: ReadFilter,
    stored: StoredItem,
    channel: Channel,
    properties?: ReadonlySet<string>,
  ): Promise<Item>;
  /** Returns the acl of the item's properties of a level. Within a transaction, `db` is the transaction. */
  levelAcl(stored: StoredItem, level: Level, db?: Queryable): Promise<number>;
  /** Same as levelAcl for an item that does not exist yet. */
  levelAclOfNew(db: Queryable, draft: Draft, level: Level): Promise<number>;
  /** Returns the owner items (or `system`) of a new item, as far as the read filter may see where they come from. */
  ownersOfNew(db: Queryable, draft: Draft, readFilter: ReadFilter): Promise<readonly string[]>;
  /** Returns the keys of the principals that read the item, or a stricter level of it, without a grant. */
  ownReaders(db: Queryable, stored: StoredItem, level?: Level): Promise<readonly string[]>;
  /** Same as ownReaders for many items in their order. Related items are read together. */
  ownReadersOf(db: Queryable, stored: readonly StoredItem[]): Promise<readonly (readonly string[])[]>;
  /**
   * Runs work that writes many items and sends their writes together. When one is refused, the work runs again with a transaction that sends
   * each write by itself, so `run` may be called twice.
   */
  together<T>(tx: Transaction, run: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Announces that many items of a type will be written. Called before each transaction that writes some of them, never within one. */
  expectMany(type: string, count: number): Promise<void>;
  /** Locks items that `run` of `together` will remove, so that they are removed with few statements. */
  lockToRemove(tx: Transaction, ids: readonly ItemId[]): Promise<void>;
  insert(
    tx: Transaction,
    type: string,
    properties: Readonly<Record<string, Json>>,
    metadata: WriteMetadata,
    options?: InsertOptions,
  ): Promise<StoredItem>;
  /** Applies changed properties (`null` removes) to the stored item and writes row, history and outbox. */
  write(
    tx: Transaction,
    stored: StoredItem,
    changes: Readonly<Record<string, Json>>,
    metadata: WriteMetadata,
    options?: UpdateOptions,
  ): Promise<StoredItem>;
  /** Stores items again with the same version and without history. */
  reindex(tx: Transaction, type: string, anew: Reindexed): Promise<void>;
  /** Removes an item and applies each relation's onDelete. Throws `inUse` when one restricts. */
  remove(tx: Transaction, stored: StoredItem, metadata: WriteMetadata): Promise<void>;
  /** Reverts a deletion. `lost` lists the ids that its items refer to and that no longer exist. */
  restore(
    tx: Transaction,
    removed: RemovedItems,
    metadata: WriteMetadata,
  ): Promise<{ readonly items: readonly StoredItem[]; readonly lost: readonly Lost[] }>;
  /**
   * Creates items of a type from another installation under their ids, with their version, author and times. Returns their number. They have neither readers nor
   * index until reindex computes both, after all items and grants that these depend on.
   */
  adopt(tx: Transaction, type: string, groups: AsyncIterable<readonly AdoptedItem[]>): Promise<number>;
  /** Gives up numbers that this process took in advance, after items of another installation were created. */
  forgetNumbers(): void;
  findRemoved: typeof findRemoved;
  takeRemoved: typeof takeRemoved;
  listRemoved: typeof listRemoved;
  /** Returns the acls of the last readers of these items, including removed ones. */
  lastReaders(db: Queryable, ids: readonly ItemId[]): Promise<ReadonlyMap<ItemId, number>>;
  /** Computes the readers of the item and its dependents again after a change of grants. */
  refreshReaders(tx: Transaction, stored: StoredItem): Promise<void>;
  /** Records a change of grants as a version of the item with author and time. The item must be locked. */
  noteGrants(tx: Transaction, stored: StoredItem, change: GrantsChange, metadata: WriteMetadata): Promise<void>;
  /** Returns the items of these numbers whose readers or index are stored differently from what their values and declarations say. */
  checkIndex(db: Queryable, type: string, numbers: readonly number[]): Promise<IndexFault[]>;
  changesSince(db: Queryable, stored: StoredItem, u: number): Promise<ChangesSince>;
  /** Returns the creator of the item and everyone who has saved one of its own properties since. A change of state does not count. */
  writersOf(db: Queryable, stored: StoredItem): Promise<readonly ItemId[]>;
  /** Returns events, newest first, with the values that were readable then and are readable now, audited as `history`. */
  history(
    db: Queryable,
    readFilter: ReadFilter,
    id: ItemId,
    page: HistoryPage & { knownGrants(): Promise<(grants: GrantsByGranter) => GrantsByGranter> },
  ): Promise<{ events: HistoryEvent[]; more: boolean }>;
}

/** Grants on one item, such as `read:user:User-5`, by granter. */
export type GrantsByGranter = Readonly<Record<ItemId, readonly string[]>>;

export interface GrantsChange {
  readonly taken: GrantsByGranter;
  readonly given: GrantsByGranter;
}

export interface HistoryPage {
  readonly before?: number | undefined;
  readonly max: number;
}

/** An item before it is created. */
export interface Draft {
  readonly type: string;
  readonly creator: ItemId;
  readonly properties: Readonly<Record<string, Json>>;
}

export interface ItemStorageWithJobs {
  readonly items: ItemStorage;
  /** Job handlers of the store, by name. */
  readonly jobs: JobHandlers;
  /** See TERMS_CHANNEL. */
  readonly forgetTerms: () => void;
}

export const createItemStorage = (options: StoreOptions): ItemStorageWithJobs => {
  const parts = createStoreContext(options);
  const reading = createReading(parts);
  const writing = createWriting(parts);
  const { remove, removeBelow, lockToRemove, removeUnnamed } = createRemoval(parts, writing.write);
  const { expectMany, closeLists } = createManyWrites(parts);
  const restore = createRestore(parts, writing.write);
  const keysOf = (items: readonly StoredItem[]): ItemKey[] =>
    items.map(({ type, number }) => ({ t: planNamed(parts.plans, type).type.number, i: number }));
  /** Learns the readers of restricted parts, which another process may have made: a read filter counts unknown readers as hidden. */
  const learnLevels = (stored: readonly StoredItem[]): Promise<void> =>
    parts.readFilters.learn(stored.flatMap(({ levels }) => Object.values(levels)));
  const holdingAny: ItemStorage['holdingAny'] = async (db, pointers, ids) => {
    const planned = pointers.map(({ type, path }) => ({ plan: planNamed(parts.plans, type), path, kind: undefined }));
    const found = await findHolders(db, ids, planned);
    return found.flatMap(({ plan, numbers }) => idsOfNumbers(plan, numbers));
  };
  return {
    items: {
      ...reading,
      ...writing,
      ...createHistory(parts, { ...writing, ...reading }),
      remove: async (tx, stored, metadata) => {
        await remove(tx, stored, metadata);
        if (stored.type === SYSTEM_TYPES.user) await refreshGranted(tx, parts, stored.id);
        await followContactOf(tx, stored);
      },
      restore: async (tx, removed, metadata) => {
        const restored = await restore(tx, removed, metadata);
        for (const item of restored.items) await followContactOf(tx, item);
        return restored;
      },
      discard: async (tx, stored, metadata) => {
        for (const type of new Set(stored.map((each) => each.type))) {
          const some = stored.filter((each) => each.type === type);
          const items = some.map(({ number, u }) => ({ i: number, u, diff: {} }));
          await removeItemRows(tx, { t: planNamed(parts.plans, type).type.number, items, ...metadata });
        }
        tx.afterCommit(() => parts.database.notify(FEED));
      },
      adopt: createAdopt(parts),
      forgetNumbers: parts.numbers.forget,
      checkIndex: createIndexCheck(parts),
      findRemoved,
      takeRemoved,
      listRemoved,
      holding: (db, { id, ...pointer }) => holdingAny(db, [pointer], [id]),
      holdingAny,
      copiesOf: (db, files) => copiesOf(db, options.registry, files),
      lastReaders: (db, ids) => lastReaders(db, parts, ids),
      find: async (db, id, lock = false) => {
        const found = await parts.find(db, id, lock ? 'write' : 'none');
        if (found) await learnLevels([found]);
        return found;
      },
      findMany: async (db, ids, { refer = false, lock = false } = {}) => {
        const found = await parts.findMany(db, ids, lock ? 'write' : refer ? 'refer' : 'none');
        await learnLevels(found);
        if (lock && db.batch) await grantsOn(db, keysOf(found));
        return found;
      },
      lockToRemove,
      expectMany: async (type, count) => await expectMany(planNamed(parts.plans, type).type, count),
      together: (tx, run) => runTogether(tx, createSendHeld(removeUnnamed), run),
    },
    forgetTerms: parts.terms.forget,
    jobs: {
      [CLOSE_PENDING_LISTS]: closeLists,
      [MOVE_READERS]: createMoveReadersJob(parts),
      [FOLLOW_CLOCK]: createFollowClockJob(parts),
      [REFRESH_GRANTED]: createRefreshGrantedJob(parts),
      [REMOVE_BELOW]: removeBelow,
      [REWRITE_CLOCKS]: createRewriteClocksJob(parts, writing.reindex),
    },
  };
};
