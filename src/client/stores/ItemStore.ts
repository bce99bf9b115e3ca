// Every item the page knows: frozen, replaced whole, read in batches, kept fresh by watches.
// Components observe get() and label(); DraftStore writes through update(). Source: spec platform 4, wire contract 3 and 4.

import { runInAction } from 'mobx';
import { deepFreeze } from 'src/base/deepFreeze.ts';
import { Listeners } from 'src/base/Listeners.ts';
import { isPassing } from 'src/client/connection/ClientProblem.ts';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import type { Environment } from 'src/client/connection/environment.ts';
import { AllowedActions } from 'src/client/stores/AllowedActions.ts';
import { applyUpdate, savedItem } from 'src/client/stores/applyUpdate.ts';
import { LookedAt } from 'src/client/stores/LookedAt.ts';
import { OwnWrites } from 'src/client/stores/OwnWrites.ts';
import { RecentMap } from 'src/client/stores/RecentMap.ts';
import { ReadQueue } from 'src/client/stores/ReadQueue.ts';
import type { SessionStore } from 'src/client/stores/SessionStore.ts';
import { WatchList } from 'src/client/stores/WatchList.ts';
import type { ItemUpdatePush, TaskState } from 'src/model/generated/wire.ts';
import type { Item, ItemId, Json, Values } from 'src/model/item/Item.ts';
import { isSystemId } from 'src/model/item/itemId.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
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
  /** Of types with states. */
  readonly registry: Pick<Registry, 'types'>;
}

const LOADING: Loaded = Object.freeze({ state: 'loading' });
const GONE: Loaded = Object.freeze({ state: 'gone' });
const DELETED: Loaded = Object.freeze({ state: 'gone', deleted: true });
/** Shown to people by the shell as the word for "system". Source: spec platform 3. */
const SYSTEM_LABEL = 'system';
/** More are forgotten when nothing shows, watches or edits them; they are read again when asked for. */
const MAX_ITEMS = 5_000;
const MAX_LABELS = 20_000;
/** An item that nobody watches is read again when asked for after this long. */
const STALE_AFTER_MS = 60_000;

/** What could not be read for a reason that passes is read again after this long, and twice as long each time that fails. */
const READ_AGAIN_MS = 4_000;
const LONGEST_PAUSE_MS = 120_000;

const problemOf = (thrown: unknown): Problem => (isProblem(thrown) ? thrown : problem('generalFailure'));
/** A refusal says what was refused. */
const named = async <T>(action: 'create' | 'update' | 'delete', type: string, work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (thrown) {
    if (!isProblem(thrown) || thrown.key !== 'notAllowed') throw thrown;
    throw new Problem('notAllowed', { ...thrown.params, action, type }, thrown.systemMessage);
  }
};

const typeOf = (id: ItemId): string => tryParseItemId(id)?.type ?? '';
const failed = (thrown: unknown): Loaded => ({ state: 'failed', problem: problemOf(thrown) });
const isRefused = (loaded: Loaded | undefined): boolean => loaded?.state === 'failed' || loaded?.state === 'gone';

export class ItemStore {
  /** Versions that this person has looked at. */
  readonly looked = new LookedAt();
  /** Called inside the change, with the item as it was and as it is. */
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
  /** Could not be read for a reason that passes. */
  private readonly unread = new Set<ItemId>();
  private pause = READ_AGAIN_MS;
  private stopPause: (() => void) | undefined;
  /** Items with unsaved changes; DraftStore says which. */
  private isDirty: (id: ItemId) => boolean = () => false;
  /** Grows at each clear: answers asked for before it are not kept. */
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

  /** What changed without a version while the line was lost does not show in `_u`: such an item is sent anew, whole. */
  private updateOf(id: ItemId, again: boolean): number | undefined {
    const item = this.ready(id);
    const { properties = {} } = this.registry.types[item?._t ?? ''] ?? {};
    return again && item && Object.values(properties).some(({ unversioned }) => unversioned) ? 0 : item?._u;
  }

  start(): () => void {
    const { connection } = this;
    const stops = [
      connection.onPush('item/update', (push) => this.onUpdate(push)),
      // They say that something changed and not what. Our server sends item/update before them.
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

  /** Observable; starts a batched readMany for an item not yet known. */
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

  /** Reads what is not known yet of what a page that opens is going to show. */
  readAhead(ids: readonly ItemId[]): void {
    this.reads.ahead(ids.filter((id) => !this.entries.has(id)));
  }

  /** What is known already; never starts a read. Observable. */
  peek(id: ItemId): Loaded | undefined {
    return this.entries.get(id);
  }

  /** Label of an item; from `$labels`, an item, or a batched read. Undefined while it is read, and when it cannot be shown. Observable. */
  label(id: ItemId): string | undefined {
    if (isSystemId(id)) return SYSTEM_LABEL;
    const entry = this.entries.get(id);
    if (entry?.state === 'ready') return entry.item.$label;
    const label = this.labels.get(id);
    if (label === undefined) this.get(id);
    return label;
  }

  /** True when the item is hidden from the reader, deleted, or could not be read; false while it is read. Observable. */
  isAbsent(id: ItemId): boolean {
    return this.label(id) === undefined && this.get(id).state !== 'loading';
  }

  /** Subscribes the item for as long as somebody holds it; returns the release. */
  watch(id: ItemId): () => void {
    return this.watches.hold(id);
  }

  /** Calls the listener with changes that arrived from others for a watched item. */
  onServerUpdate(handle: (id: ItemId, properties: readonly string[]) => void): () => void {
    return this.serverUpdated.add(handle);
  }

  /** Calls the listener with an item that this person has made or deleted. */
  onOwnChange(handle: (id: ItemId, change: 'created' | 'deleted') => void): () => void {
    return this.ownChanges.add(handle);
  }

  /** Whether the user may do this with the item; false until the server has answered. Observable. */
  may(id: ItemId, action: string): boolean {
    if (isRefusedByState(action) && this.fixedState(id) !== undefined) return false;
    return this.actions.may(id, action);
  }

  /** Whether it is known what the user may do with the item. Observable. */
  knowsRights(id: ItemId): boolean {
    return this.actions.isKnown(id);
  }

  /** The state in which nobody changes the item, administrators included. Observable. */
  fixedState(id: ItemId): string | undefined {
    const item = this.ready(id);
    return item && fixedStateOf(this.registry.types[item._t], item as Values);
  }

  /** The server has said that the user may not; false until it has answered. Observable. */
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
      for (const [id, label] of Object.entries(labels)) this.labels.set(id, label);
    });
  }

  /** Reads again, whatever is known; what is shown stays until the answer. */
  async refresh(id: ItemId): Promise<Loaded> {
    const { generation } = this;
    try {
      const item = await this.connection.send(`read/${id}`, null);
      if (generation === this.generation) this.put([item]);
    } catch (thrown) {
      if (generation === this.generation) this.fail([id], thrown);
    }
    return this.entries.get(id) ?? LOADING;
  }

  /** Reads an item again that is shown as refused or gone: the user may have got the right to it. */
  retry(id: ItemId): void {
    if (isRefused(this.entries.get(id)) && this.watches.holds(id)) this.reads.add(id);
  }

  /** `key` makes a repeated attempt harmless. */
  async create(type: string, properties: Readonly<Record<string, Json>>, key = this.environment.uuid()): Promise<Item> {
    const item = await named('create', type, this.connection.send(`create/${type}`, properties, { key }));
    this.put([item]);
    this.ownChanges.notify(item.$id, 'created');
    return item;
  }

  /** Sends changed properties; the answer and what others did meanwhile end in the item that is returned. */
  async update(
    body: { readonly $id: ItemId; readonly _u: number; readonly [name: string]: Json },
    key = this.environment.uuid(),
  ): Promise<Item> {
    const { $id } = body;
    const save = async (): Promise<number> => {
      const known = this.ready($id);
      const answer = await named('update', typeOf($id), this.connection.send('update', body, { key }));
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
    await named('delete', typeOf(id), this.connection.send(`delete/${id}`, { _u: item._u }, { key }));
    this.end(id, DELETED);
    this.ownChanges.notify(id, 'deleted');
  }

  /** Takes a deletion back; answers with the properties of the item that named what is gone by now. */
  async restore(id: ItemId, key = this.environment.uuid()): Promise<readonly string[]> {
    const { type = '', number = 0 } = tryParseItemId(id) ?? {};
    const answer = await this.connection.send('act/restoreItem', { _t: type, _i: number }, { key });
    await this.refresh(id);
    this.ownChanges.notify(id, 'created');
    return (answer as unknown as { readonly lost: readonly string[] }).lost;
  }

  /** Items that `isDirty` names are never forgotten: a draft stands on them. */
  keepDirty(isDirty: (id: ItemId) => boolean): void {
    this.isDirty = isDirty;
  }

  /** Spec platform 4: emptied on NONE, sign-in, sign-out, other-tab sign-out. */
  clear(): void {
    this.generation += 1;
    this.reads.clear();
    this.actions.clear();
    this.freshAt.clear();
    this.expected.clear();
    this.unread.clear();
    this.pause = READ_AGAIN_MS;
    runInAction(() => {
      this.entries.clear();
      this.labels.clear();
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

  // Inside an action.
  private take(item: Item): void {
    const { $id } = item;
    const before = this.ready($id);
    this.unread.delete($id);
    this.freshAt.set($id, this.now());
    if (before && before._u > item._u) return;
    if ((this.expected.get($id) ?? 0) > item._u) this.reads.add($id);
    this.expected.delete($id);
    this.set(item, before);
    if (before && before._u !== item._u) this.forgetRights(item);
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
      this.pause = READ_AGAIN_MS;
      // Absent and hidden answer alike. Source: wire contract 2.
      const missing = ids.filter((id) => !Object.hasOwn(found, id));
      this.fail(missing, problem(this.session.signedIn ? 'notFound' : 'notAllowed'));
    } catch (thrown) {
      if (generation === this.generation) this.fail(ids, thrown);
    }
  }

  // What is shown already stays when the network fails or the server cannot answer now.
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
      this.end($id);
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

  /** A right on an item may depend on another one that names it, as a request may be returned until one's own answer is given. */
  private forgetRights(item: Item): void {
    this.actions.forget(item.$id);
    for (const { name, rel } of Object.values(this.registry.types[item._t]?.properties ?? {}))
      for (const id of rel ? valuesAt(item, name) : []) this.actions.forget(String(id));
  }

  private onTask(task: TaskState): void {
    if (task.keyAction === 'delete' && task.keyItem !== null && task.errorKey === null) this.end(task.keyItem, DELETED);
  }

  private end(id: ItemId, as: Loaded = GONE): void {
    this.actions.forget(id);
    this.watches.ended(id);
    runInAction(() => {
      this.entries.set(id, as);
      this.labels.delete(id);
    });
  }

  /** Who may read many items of the type has changed: what the server does not watch one by one is read again where it is shown. */
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

  // After a reconnect, and when the server says that the user's rights have changed.
  private resume(): void {
    this.watches.resume();
    this.actions.renew();
    this.freshAt.clear();
    this.readFailedAgain();
    for (const [id, loaded] of this.entries.entries()) if (isRefused(loaded)) this.retry(id);
  }

  private readFailedAgain(): void {
    for (const id of this.unread) {
      if (this.entries.has(id)) this.reads.add(id);
      else this.unread.delete(id);
    }
  }
}
