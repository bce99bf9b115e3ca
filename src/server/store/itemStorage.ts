// Items at rest, as operations use them: reading, writing, removing, history. Reading for a caller always takes a read filter;
// the unfiltered calls are for the stages of a write, which then decide by predicates, and never leave the server as they are.

import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { Level } from 'src/model/access/levels.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import type { HistoryEvent } from 'src/model/generated/wire.ts';
import type { Channel } from 'src/server/store/audit.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import { followContactOf } from 'src/server/store/accounts/followedAccounts.ts';
import type { Queryable, Transaction } from 'src/server/store/database.ts';
import type { JobHandlers } from 'src/server/store/jobRows.ts';
import {
  createFollowClockJob,
  createRefreshGrantedJob,
  FOLLOW_CLOCK,
  REFRESH_GRANTED,
  refreshGranted,
} from 'src/server/store/granterReaders.ts';
import { createHistory } from 'src/server/store/itemHistory.ts';
import { createMoveReadersJob, MOVE_READERS } from 'src/server/store/moveReaders.ts';
import { createReading } from 'src/server/store/readItems.ts';
import { lastReaders, listRemoved, takeRemoved, type RemovedItems } from 'src/server/store/removed.ts';
import { createRewriteClocksJob, REWRITE_CLOCKS } from 'src/server/store/clockZones.ts';
import { createRemoval, REMOVE_BELOW } from 'src/server/store/removeItems.ts';
import { createRestore, type Lost } from 'src/server/store/restoreItems.ts';
import { findHolders, idsOf } from 'src/server/store/holders.ts';
import { createStoreContext, planNamed, type StoreOptions } from 'src/server/store/storeContext.ts';
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
  /** Acls of the restricted properties, by level. */
  readonly levels: Readonly<Partial<Record<Level, number>>>;
  readonly created: string;
  readonly creator: ItemId;
  readonly updated: string;
  /** Who changed it last; undefined where that is not known. */
  readonly updater: ItemId | undefined;
  /** As stored: related items are named by id, see model/item/labelOf.ts. */
  readonly label: string;
  readonly properties: Readonly<Record<string, Json>>;
  /** Levels for which the properties are stored that this program does not declare, such as those of a newer one. Absent without any. */
  readonly undeclared?: Readonly<Record<string, Level>>;
}

export interface WriteMetadata {
  readonly at: Date;
  readonly by: ItemId;
  /** Administrator who acts as this user. */
  readonly actor: ItemId | undefined;
  /** The action that writes; absent for create and update. */
  readonly action?: string | undefined;
}

/** What of an item changed since an earlier version, from its history. */
export interface ChangesSince {
  /** Value of each changed property in that version; null for "none". */
  readonly before: Readonly<Record<string, Json>>;
  /** Properties that changed, but whose earlier value is not kept. */
  readonly unknown: readonly string[];
}

export interface InsertOptions {
  /** What the history calls it; `created`. */
  readonly kind?: string | undefined;
  /** Items that this transaction has written: they are as given here, and nobody else changes them before it ends. */
  readonly written?: readonly StoredItem[] | undefined;
  /** Goes to the database in the same round trip. */
  readonly beside?: ((id: ItemId) => Promise<void>) | undefined;
}

export interface Reindexed {
  readonly items: readonly StoredItem[];
  /** The properties of which the values are others now: pushed to who reads these. Without it everybody is sent the items. */
  readonly changed?: readonly string[];
}

export interface ItemStorage {
  /**
   * What the read filter may see of these ids, in the order asked; hidden and absent ones are left out. With `labels`, each item carries
   * `$labels`. What is PRIVATE among it is in the audit when this resolves, unless `channel` says that nothing is shown.
   */
  readVisible(
    db: Queryable,
    readFilter: ReadFilter,
    ids: readonly ItemId[],
    options: { readonly channel: Channel; readonly labels?: boolean },
  ): Promise<Item[]>;
  /** Labels of those that the read filter may see. */
  labels(db: Queryable, readFilter: ReadFilter, ids: readonly ItemId[]): Promise<Map<ItemId, string>>;
  /** Unfiltered; with `lock` the row stays locked until the transaction ends, and before it the items that are declared to be locked first. */
  find(tx: Queryable, id: ItemId, lock?: boolean): Promise<StoredItem | undefined>;
  /** As find, for many at once; absent ones are left out. With `refer`, none of them is removed until the transaction ends. */
  findMany(db: Queryable, ids: readonly ItemId[], options?: { readonly refer?: boolean }): Promise<StoredItem[]>;
  /** Removes items that nothing hangs on, for good: this is not undone. Those that somebody changes meanwhile stay. */
  discard(tx: Transaction, stored: readonly StoredItem[], metadata: WriteMetadata): Promise<void>;
  /** Unfiltered: items of the type that name this one at the path. */
  holding(
    db: Queryable,
    asked: { readonly type: string; readonly path: string; readonly id: ItemId },
  ): Promise<ItemId[]>;
  /** As holding, of several types and paths, and of many items. */
  holdingAny(
    db: Queryable,
    pointers: readonly { readonly type: string; readonly path: string }[],
    ids: readonly ItemId[],
  ): Promise<ItemId[]>;
  /** The item as the read filter may see it, from a stored one; audited as readVisible. */
  view(db: Queryable, readFilter: ReadFilter, stored: StoredItem, channel: Channel): Promise<Item>;
  /** Acl of the readers of the item's properties of a level; within a transaction give it as `db`. */
  levelAcl(stored: StoredItem, level: Level, db?: Queryable): Promise<number>;
  /** As levelAcl, for an item that does not exist yet. */
  levelAclOfNew(db: Queryable, draft: Draft, level: Level): Promise<number>;
  /** Owner items (or `system`) that a new item would have, as far as the read filter may see what they come from. */
  ownersOfNew(db: Queryable, draft: Draft, readFilter: ReadFilter): Promise<readonly string[]>;
  /** Keys of the principals that read the item, or a stricter level of it, without a grant. */
  ownReaders(db: Queryable, stored: StoredItem, level?: Level): Promise<readonly string[]>;
  /** As ownReaders, of many items, in their order; related items are read together. */
  ownReadersOf(db: Queryable, stored: readonly StoredItem[]): Promise<readonly (readonly string[])[]>;
  insert(
    tx: Transaction,
    type: string,
    properties: Readonly<Record<string, Json>>,
    metadata: WriteMetadata,
    options?: InsertOptions,
  ): Promise<StoredItem>;
  /** Applies changed properties (`null` removes) to the stored item; writes row, history and outbox. */
  write(
    tx: Transaction,
    stored: StoredItem,
    changes: Readonly<Record<string, Json>>,
    metadata: WriteMetadata,
    kind?: string,
  ): Promise<StoredItem>;
  /** Stores items of a type as they are anew: same version, no history. */
  reindex(tx: Transaction, type: string, anew: Reindexed): Promise<void>;
  /** Follows each relation's onDelete; refuses with `inUse` where one restricts. */
  remove(tx: Transaction, stored: StoredItem, metadata: WriteMetadata): Promise<void>;
  /** Takes back what a deletion took; `lost`: what the first of its items named that is gone by now. */
  restore(
    tx: Transaction,
    removed: RemovedItems,
    metadata: WriteMetadata,
  ): Promise<{ readonly items: readonly StoredItem[]; readonly lost: readonly Lost[] }>;
  takeRemoved: typeof takeRemoved;
  listRemoved: typeof listRemoved;
  /** Acls of those who could read these items last, gone or not. */
  lastReaders(db: Queryable, ids: readonly ItemId[]): Promise<ReadonlyMap<ItemId, number>>;
  /** After a change of grants: works out again who reads the item and those that take their readers from it. */
  refreshReaders(tx: Transaction, stored: StoredItem): Promise<void>;
  /** Makes a change of grants a version of the item, with its author and time. The item must be locked. */
  noteGrants(tx: Transaction, stored: StoredItem, change: GrantsChange, metadata: WriteMetadata): Promise<void>;
  changesSince(db: Queryable, stored: StoredItem, u: number): Promise<ChangesSince>;
  /** Returns who made the item and everybody who saved one of its own properties since. Moving it to another state counts as no save. */
  writersOf(db: Queryable, stored: StoredItem): Promise<readonly ItemId[]>;
  /** Events newest first, each with the values that its readers then and the read filter now allow; audited as `history`. */
  history(
    db: Queryable,
    readFilter: ReadFilter,
    id: ItemId,
    page: HistoryPage & { knownGrants(): Promise<(grants: GrantsByGranter) => GrantsByGranter> },
  ): Promise<{ events: HistoryEvent[]; more: boolean }>;
}

/** Grants on one item, as `read:user:User-5`, by who gave them. */
export type GrantsByGranter = Readonly<Record<ItemId, readonly string[]>>;

export interface GrantsChange {
  readonly taken: GrantsByGranter;
  readonly given: GrantsByGranter;
}

export interface HistoryPage {
  readonly before?: number | undefined;
  readonly max: number;
}

/** An item that somebody is about to make. */
export interface Draft {
  readonly type: string;
  readonly creator: ItemId;
  readonly properties: Readonly<Record<string, Json>>;
}

export interface ItemStorageWithJobs {
  readonly items: ItemStorage;
  /** What the store leaves for later, by the names under which it adds it. */
  readonly jobs: JobHandlers;
  /** See TERMS_CHANNEL. */
  readonly forgetTerms: () => void;
}

export const createItemStorage = (options: StoreOptions): ItemStorageWithJobs => {
  const parts = createStoreContext(options);
  const reading = createReading(parts);
  const writing = createWriting(parts);
  const { remove, removeBelow } = createRemoval(parts, writing.write);
  const restore = createRestore(parts, writing.write);
  const holdingAny: ItemStorage['holdingAny'] = async (db, pointers, ids) => {
    const planned = pointers.map(({ type, path }) => ({ plan: planNamed(parts.plans, type), path, kind: undefined }));
    const found = await findHolders(db, ids, planned);
    return found.flatMap(({ plan, numbers }) => idsOf(plan, numbers));
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
      takeRemoved,
      listRemoved,
      holding: (db, { id, ...pointer }) => holdingAny(db, [pointer], [id]),
      holdingAny,
      lastReaders: (db, ids) => lastReaders(db, parts, ids),
      find: (db, id, lock = false) => parts.find(db, id, lock ? 'write' : 'none'),
      findMany: (db, ids, options) => parts.findMany(db, ids, options?.refer === true ? 'refer' : 'none'),
    },
    forgetTerms: parts.terms.forget,
    jobs: {
      [MOVE_READERS]: createMoveReadersJob(parts),
      [FOLLOW_CLOCK]: createFollowClockJob(parts),
      [REFRESH_GRANTED]: createRefreshGrantedJob(parts),
      [REMOVE_BELOW]: removeBelow,
      [REWRITE_CLOCKS]: createRewriteClocksJob(parts, writing.reindex),
    },
  };
};
