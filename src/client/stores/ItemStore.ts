// All items that the page knows: frozen, replaced as a whole, read in batches, kept up to date by watches. Components observe get() and
// label(); DraftStore writes with update().

import { runInAction } from 'mobx';
import { deepFreeze } from 'src/base/deepFreeze.ts';
import { Listeners } from 'src/base/Listeners.ts';
import { isPassing } from 'src/client/connection/ClientProblem.ts';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import type { Environment } from 'src/client/connection/environment.ts';
import { AllowedActions } from 'src/client/stores/AllowedActions.ts';
import { applyUpdate, savedItem } from 'src/client/stores/applyUpdate.ts';
import { CopiedItems } from 'src/client/stores/CopiedItems.ts';
import { LookedAt } from 'src/client/stores/LookedAt.ts';
import { OwnWrites } from 'src/client/stores/OwnWrites.ts';
import { RecentMap } from 'src/client/stores/RecentMap.ts';
import { ReadQueue } from 'src/client/stores/ReadQueue.ts';
import type { SessionStore } from 'src/client/stores/SessionStore.ts';
import { WatchList } from 'src/client/stores/WatchList.ts';
import { deletedItem } from 'src/client/connection/deletedItem.ts';
import type { ItemUpdatePush, TaskState } from 'src/model/generated/wire.ts';
import type { Item, ItemId, Json, Values } from 'src/model/item/Item.ts';
import { isSystemId } from 'src/model/item/itemId.ts';
import { tryParseItemId, typeOfId } from 'src/model/item/itemKey.ts';
import { isProblem, Problem, problem } from 'src/model/problems.ts';
import { fixedStateOf, isRefusedByState } from 'src/model/schema/fixedState.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { Registry } from 'src/model/schema/Registry.ts';

export type Loaded =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly item: Item }
  | { readonly state: 'gone'; readonly deleted?: true }
  | { readonly state: 'failed'; readonly problem: Problem };

interface ItemStoreOptions {
  readonly connection: ServerConnection;
  readonly session: SessionStore;
  readonly environment: Environment;
  /** Used for types with states. */
  readonly registry: Pick<Registry, 'types'>;
}

const LOADING: Loaded = Object.freeze({ state: 'loading' });
const GONE_ITEM: Loaded = Object.freeze({ state: 'gone' });
const DELETED: Loaded = Object.freeze({ state: 'gone', deleted: true });
/** The shell shows it as the word for "system". */
const SYSTEM_LABEL = 'system';
/** Beyond this number, items that are not shown, watched or edited are forgotten. They are read again when needed. */
const MAX_ITEMS = 5_000;
const MAX_LABELS = 20_000;
/** An unwatched item is read again when it is needed after this time. */
const STALE_AFTER_MS = 60_000;

/** Pause before an item is read again after a temporary failure. It doubles with each failure. */
const RETRY_READ_MS = 4_000;
const LONGEST_PAUSE_MS = 120_000;

const problemOf = (thrown: unknown): Problem => (isProblem(thrown) ? thrown : problem('generalFailure'));
/** Adds the action to a refusal. */
const withItemNamed = async <T>(action: 'create' | 'update' | 'delete', type: string, work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (thrown) {
    if (!isProblem(thrown) || thrown.key !== 'notAllowed') throw thrown;
    throw new Problem('notAllowed', { ...thrown.params, action, type }, thrown.systemMessage);
  }
};

const failed = (thrown: unknown): Loaded => ({ state: 'failed', problem: problemOf(thrown) });
const isRefusedItem = (loaded: Loaded | undefined): boolean => loaded?.state === 'failed' || loaded?.state === 'gone';

export class ItemStore {
  /** Versions that this person has looked at. */
  readonly looked = new LookedAt();
  readonly copies = new CopiedItems();
  /** Notified within the change, with the item before and after it. */
  readonly replaced = new Listeners<[after: Item, before: Item | undefined]>();
  private readonly ownChanges = new Listeners<[id: ItemId, change: 'created' | 'deleted']>();
  private readonly serverUpdated = new Listeners<[id: ItemId, properties: readonly string[]]>();
  private readonly connection: ServerConnection;
  private readonly session: SessionStore;
  private readonly environment: Environment;
  private readonly registry: ItemStoreOptions['registry'];
  private readonly entries = new RecentMap<Loaded>({
    most: MAX_ITEMS,
    isNeeded: (id) => this.watches.holds(id) || this.isDirty(id),
    onForgotten: (id) => this.forget(id),
  });
  private readonly labels = new RecentMap<string>({ most: MAX_LABELS });
  private readonly freshAt = new Map<ItemId, number>();
  /** Highest `_u` received while the item was not loaded. */
  private readonly expected = new Map<ItemId, number>();
  private readonly own = new OwnWrites();
  private readonly reads: ReadQueue;
  private readonly watches: WatchList;
  private readonly actions: AllowedActions;
  /** Items that could not be read because of a temporary failure. */
  private readonly unread = new Set<ItemId>();
  private pause = RETRY_READ_MS;
  private stopPause: (() => void) | undefined;
  /** Returns true for items with unsaved changes; set by DraftStore. */
  private isDirty: (id: ItemId) => boolean = () => false;
  /** Increases with each clear: answers to earlier requests are ignored. */
  private generation = 0;

  constructor({ connection, session, environment, registry }: ItemStoreOptions) {
    this.connection = connection;
    this.session = session;
    this.environment = environment;
    this.registry = registry;
    this.reads = new ReadQueue(environment.timers, (ids, long) => this.readMany(ids, long));
    this.watches = new WatchList(connection, (id, again) => this.updateOf(id, again));
    this.actions = new AllowedActions(connection, () => session.user?.admin ?? false);
  }

  /** `_u` does not show changes without a version while the connection was lost: such an item is sent again as a whole. */
  private updateOf(id: ItemId, again: boolean): number | undefined {
    const item = this.ready(id);
    const { properties = {} } = this.registry.types[item?._t ?? ''] ?? {};
    return again && item && Object.values(properties).some(({ unversioned }) => unversioned) ? 0 : item?._u;
  }

  start(): () => void {
    const { connection } = this;
    const stops = [
      connection.onPush('item/update', (push) => this.onUpdate(push)),
      // These say that something changed, but not what. Our server sends item/update before them.
      connection.onPush('itemUpdated', (push) => this.onUpdate(push)),
      connection.onPush('updated', (push) => this.onUpdate(push)),
      connection.onPush('item/action', ({ $id, _u }) => this.onUpdate({ $id, ...(_u !== undefined && { _u }) })),
      connection.onPush('taskComplete', (task) => this.onTask(task)),
      connection.onAuthed(() => this.resume()),
      this.environment.onAwake(() => this.readFailedAgain()),
      () => this.stopPause?.(),
      connection.closed.add(() => this.watches.lost()),
      this.session.entered.add((state) => {
        if (!this.session.signedIn || state === 'TOKEN_SIGN_IN') this.clear();
      }),
      () => this.reads.clear(),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** Returns the item. Starts a batched readMany for an unknown one. Observable. */
  get(id: ItemId): Loaded {
    const entry = this.entries.get(id);
    if (!entry) {
      if ((tryParseItemId(id)?.number ?? 0) === 0) return failed(problem('invalidId'));
      this.reads.add(id);
      return LOADING;
    }
    if (entry.state === 'ready' && this.isStale(id)) this.reads.add(id);
    return entry;
  }

  /** Reads unknown items that a new page is going to show. */
  readAhead(ids: readonly ItemId[]): void {
    this.reads.ahead(ids.filter((id) => !this.entries.has(id)));
  }

  /** Returns a known item without reading it. Observable. */
  peek(id: ItemId): Loaded | undefined {
    return this.entries.get(id);
  }

  /**
   * Returns the label of an item: from `$labels`, the item, or a batched read. Undefined while it is read, and when it cannot be shown.
   * Observable.
   */
  label(id: ItemId): string | undefined {
    if (isSystemId(id)) return SYSTEM_LABEL;
    const entry = this.entries.get(id);
    if (entry?.state === 'ready') return entry.item.$label;
    const label = this.labels.get(id);
    if (label === undefined) this.get(id);
    return label;
  }

  /** Returns true when the item is hidden, deleted, or could not be read; false while it is read. Observable. */
  isAbsent(id: ItemId): boolean {
    return this.label(id) === undefined && this.get(id).state !== 'loading';
  }

  /** Watches the item until the returned function is called. */
  watch(id: ItemId): () => void {
    // It may have come back in the meantime.
    if (!this.watches.holds(id) && isRefusedItem(this.entries.get(id))) this.reads.add(id);
    return this.watches.hold(id);
  }

  /** Registers a listener for changes by others to a watched item. */
  onServerUpdate(handle: (id: ItemId, properties: readonly string[]) => void): () => void {
    return this.serverUpdated.add(handle);
  }

  /** Registers a listener for items that this person creates or deletes. */
  onOwnChange(handle: (id: ItemId, change: 'created' | 'deleted') => void): () => void {
    return this.ownChanges.add(handle);
  }

  /** Returns whether the user may do this with the item; false until the server has answered. Observable. */
  may(id: ItemId, action: string): boolean {
    if (isRefusedByState(action) && this.fixedState(id) !== undefined) return false;
    return this.actions.may(id, action);
  }

  /** Returns whether the user's permissions on the item are known. Observable. */
  knowsRights(id: ItemId): boolean {
    return this.actions.isKnown(id);
  }

  /** Returns the state in which no person can change the item, including administrators. Observable. */
  fixedState(id: ItemId): string | undefined {
    const item = this.ready(id);
    return item && fixedStateOf(this.registry.types[item._t], item as Values);
  }

  /** True when the server has refused the action. Observable. */
  refuses(id: ItemId, action: string): boolean {
    return this.actions.refuses(id, action);
  }

  put(items: readonly Item[]): void {
    runInAction(() => {
      for (const item of items) this.take(item);
    });
  }

  putLabels(labels: Readonly<Record<ItemId, string>>): void {
    runInAction(() => {
      for (const [id, label] of Object.entries(labels)) {
        this.labels.set(id, label);
        if (isRefusedItem(this.entries.get(id))) this.reads.add(id);
      }
    });
  }

  /** Reads the item again. The present one stays visible until the answer. */
  async refresh(id: ItemId): Promise<Loaded> {
    const { generation } = this;
    try {
      const item = await this.connection.send(`read/${id}`, null);
      if (generation === this.generation) this.put([item]);
    } catch (thrown) {
      if (generation === this.generation) await this.failOrCopy([id], thrown);
    }
    return this.entries.get(id) ?? LOADING;
  }

  /** Reads an item again that is shown as refused or deleted, because the user may have gained access. */
  retry(id: ItemId): void {
    if (isRefusedItem(this.entries.get(id)) && this.watches.holds(id)) this.reads.add(id);
  }

  /** Creates an item. `key` makes a repeated attempt harmless. */
  async create(type: string, properties: Readonly<Record<string, Json>>, key = this.environment.uuid()): Promise<Item> {
    const item = await withItemNamed('create', type, this.connection.send(`create/${type}`, properties, { key }));
    this.put([item]);
    this.ownChanges.notify(item.$id, 'created');
    return item;
  }

  /** Sends changed properties. Returns the item with the answer and with changes by others. */
  async update(
    body: { readonly $id: ItemId; readonly _u: number; readonly [name: string]: Json },
    key = this.environment.uuid(),
  ): Promise<Item> {
    const { $id } = body;
    const save = async (): Promise<number> => {
      const known = this.ready($id);
      const answer = await withItemNamed('update', typeOfId($id), this.connection.send('update', body, { key }));
      const saved = savedItem(known, body, answer);
      if (saved) this.put([saved]);
      return Number(answer._u);
    };
    const _u = await this.own.during($id, save, (push) => this.apply(push));
    const known = this.ready($id);
    const loaded: Loaded = known && known._u >= _u ? { state: 'ready', item: known } : await this.refresh($id);
    if (loaded.state === 'ready') {
      this.looked.noteOwn(loaded.item);
      return loaded.item;
    }
    throw loaded.state === 'failed' ? loaded.problem : problem('notFound');
  }

  async remove(id: ItemId, key = this.environment.uuid()): Promise<void> {
    const item = this.ready(id) ?? (await this.connection.send(`read/${id}`, null));
    await withItemNamed('delete', typeOfId(id), this.connection.send(`delete/${id}`, { _u: item._u }, { key }));
    this.end(id, DELETED);
    this.ownChanges.notify(id, 'deleted');
  }

  /** Reverts a deletion. Returns the properties of the item that refer to items that no longer exist. */
  async restore(id: ItemId, key = this.environment.uuid()): Promise<readonly string[]> {
    const { type = '', number = 0 } = tryParseItemId(id) ?? {};
    const { lost } = await this.connection.send('act/restoreItem', { _t: type, _i: number }, { key });
    await this.refresh(id);
    this.ownChanges.notify(id, 'created');
    return lost;
  }

  /** Items for which `isDirty` is true are never forgotten, because they have a draft. */
  keepDirty(isDirty: (id: ItemId) => boolean): void {
    this.isDirty = isDirty;
  }

  /** Clears the store at sign-in and sign-out, also in another tab. */
  clear(): void {
    this.generation += 1;
    this.reads.clear();
    this.actions.clear();
    this.freshAt.clear();
    this.expected.clear();
    this.unread.clear();
    this.pause = RETRY_READ_MS;
    runInAction(() => {
      this.entries.clear();
      this.labels.clear();
      this.copies.clear();
    });
  }

  private ready(id: ItemId): Item | undefined {
    const entry = this.entries.get(id);
    return entry?.state === 'ready' ? entry.item : undefined;
  }

  private now(): number {
    return this.environment.clock.now().getTime();
  }

  private isStale(id: ItemId): boolean {
    return !this.watches.has(id) && this.now() - (this.freshAt.get(id) ?? 0) > STALE_AFTER_MS;
  }

  // Must run inside an action.
  private take(item: Item): void {
    const { $id } = item;
    const before = this.ready($id);
    this.unread.delete($id);
    this.copies.delete($id);
    this.freshAt.set($id, this.now());
    if (before && before._u > item._u) return;
    if ((this.expected.get($id) ?? 0) > item._u) this.reads.add($id);
    this.expected.delete($id);
    this.set(item, before);
    if (before ? before._u !== item._u : this.actions.hasFailed($id)) this.forgetRights(item);
    this.watches.loaded($id);
  }

  private set(item: Item, before: Item | undefined): void {
    const after = deepFreeze(item);
    this.entries.set(item.$id, { state: 'ready', item: after });
    for (const [id, label] of Object.entries(item.$labels ?? {})) this.labels.set(id, label);
    this.replaced.notify(after, before);
  }

  private async readMany(ids: readonly ItemId[], long: boolean): Promise<void> {
    const { generation } = this;
    try {
      const found = await this.connection.send('readMany/object', ids, { long });
      if (generation !== this.generation) return;
      this.put(Object.values(found));
      this.pause = RETRY_READ_MS;
      // The server gives the same answer for missing and hidden items.
      const missing = ids.filter((id) => !Object.hasOwn(found, id));
      this.fail(missing, problem(this.session.signedIn ? 'notFound' : 'notAllowed'));
    } catch (thrown) {
      if (generation === this.generation) await this.failOrCopy(ids, thrown);
    }
  }

  private async failOrCopy(ids: readonly ItemId[], thrown: unknown): Promise<void> {
    const { generation } = this;
    const unknown = ids.filter((id) => !this.ready(id));
    const found = await this.copies.insteadOf(thrown, unknown);
    if (generation !== this.generation) return;
    runInAction(() => {
      for (const copy of found.filter(({ item }) => !this.ready(item.$id))) {
        this.copies.show(copy);
        this.freshAt.set(copy.item.$id, this.now());
        this.set(copy.item, undefined);
      }
    });
    this.fail(ids, thrown);
  }

  // Visible items stay when the network fails or the server cannot answer.
  private fail(ids: readonly ItemId[], thrown: unknown): void {
    const passing = isPassing(problemOf(thrown));
    runInAction(() => {
      for (const id of ids) {
        if (passing) this.unread.add(id);
        else this.unread.delete(id);
        const isKnown = passing ? this.ready(id) : this.entries.get(id)?.state === 'gone';
        if (!isKnown) this.entries.set(id, failed(thrown));
      }
    });
    if (passing) this.readAgainLater();
  }

  private readAgainLater(): void {
    this.stopPause ??= this.environment.timers.after(this.pause, () => {
      this.stopPause = undefined;
      this.pause = Math.min(this.pause * 2, LONGEST_PAUSE_MS);
      this.readFailedAgain();
    });
  }

  private onUpdate(push: ItemUpdatePush): void {
    if (!this.own.hold(push)) this.apply(push);
  }

  private apply(push: ItemUpdatePush): void {
    const { $id } = push;
    if (isSystemId($id)) {
      this.forgetType(tryParseItemId($id)?.type);
      return;
    }
    if (push.gone) {
      const known = this.entries.get($id);
      this.end($id, known?.state === 'gone' ? known : GONE_ITEM);
      return;
    }
    const item = this.ready($id);
    if (!item) {
      if (this.entries.has($id)) this.reads.add($id);
      if (this.reads.has($id)) this.expected.set($id, Math.max(push._u ?? 0, this.expected.get($id) ?? 0));
      return;
    }
    const outcome = applyUpdate(item, push);
    if (outcome.kind === 'old') return;
    if (outcome.kind === 'gap') {
      this.reads.add($id);
      return;
    }
    this.freshAt.set($id, this.now());
    runInAction(() => this.set(outcome.item, item));
    this.forgetRights(outcome.item);
    if (outcome.properties.length > 0) this.serverUpdated.notify($id, outcome.properties);
  }

  /** A right on an item may depend on another item that refers to it: a request may be returned until its recipient has answered. */
  private forgetRights(item: Item): void {
    this.actions.forget(item.$id);
    for (const { name, rel } of Object.values(this.registry.types[item._t]?.properties ?? {}))
      for (const id of rel ? valuesAt(item, name) : []) this.actions.forget(String(id));
  }

  private onTask(task: TaskState): void {
    const deleted = deletedItem(task);
    if (deleted !== undefined) this.end(deleted, DELETED);
  }

  private end(id: ItemId, as: Loaded = GONE_ITEM): void {
    this.actions.forget(id);
    this.watches.ended(id);
    runInAction(() => {
      this.entries.set(id, as);
      this.labels.delete(id);
    });
  }

  /** After a change of readers of many items of the type, visible items that the server does not watch individually are read again. */
  private forgetType(type: string | undefined): void {
    const isOfType = (id: ItemId): boolean => tryParseItemId(id)?.type === type && !this.watches.has(id);
    runInAction(() => {
      for (const id of [...this.entries.keys()].filter(isOfType)) {
        if (this.isDirty(id)) this.reads.add(id);
        else {
          this.entries.delete(id);
          this.forget(id);
        }
      }
      for (const id of [...this.labels.keys()].filter(isOfType)) this.labels.delete(id);
    });
  }

  private forget(id: ItemId): void {
    this.freshAt.delete(id);
    this.expected.delete(id);
    this.actions.drop(id);
  }

  // Runs after a reconnect, and when the server reports that the user's rights have changed.
  private resume(): void {
    this.watches.resume();
    this.actions.renew();
    this.freshAt.clear();
    this.readFailedAgain();
    for (const [id, loaded] of this.entries.entries()) if (isRefusedItem(loaded)) this.retry(id);
  }

  private readFailedAgain(): void {
    for (const id of this.unread) {
      if (this.entries.has(id)) this.reads.add(id);
      else this.unread.delete(id);
    }
  }
}
