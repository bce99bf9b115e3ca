// All drafts of the signed-in user: shared by the columns that show them, stored on this device continuously, restored after a crash, sent
// once when the network returns. Never shown to another user.

import { observable, reaction, runInAction } from 'mobx';
import { deepFreeze } from 'src/base/deepFreeze.ts';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import type { Environment } from 'src/client/connection/environment.ts';
import type { AlertStore } from 'src/client/stores/AlertStore.ts';
import type { DraftRecord } from 'src/client/stores/DraftRecord.ts';
import type { DraftStorage } from 'src/client/stores/DraftStorage.ts';
import { type DraftCallbacks, ItemDraft, type LaterChanges } from 'src/client/stores/ItemDraft.ts';
import type { ItemStore } from 'src/client/stores/ItemStore.ts';
import type { LocalValues } from 'src/client/stores/LocalValues.ts';
import type { SessionStore } from 'src/client/stores/SessionStore.ts';
import type { Item, ItemId, Json, Values } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import type { Registry } from 'src/model/schema/Registry.ts';

export interface DraftStoreOptions {
  readonly registry: Registry;
  readonly connection: ServerConnection;
  readonly session: SessionStore;
  readonly items: ItemStore;
  readonly alerts: AlertStore;
  readonly draftStorage: DraftStorage;
  readonly values: LocalValues;
  readonly environment: Environment;
}

/** An item with unsaved changes, or a new one without an id. */
export type UnsavedDraft = Pick<ItemDraft, 'key' | 'type' | 'id' | 'values'>;

/**
 * Number of saves of the last tab that wait for a connection. Drafts cannot be read before the server has confirmed the person; until then
 * this number on the device tells that something waits. It names neither the person nor an item.
 */
const WAITING_SAVES = 'waitingSaves';

/** A crash loses at most this much typing. */
const KEEP_DELAY_MS = 250;

export class DraftStore {
  /** The items that this page has created, by the keys of their drafts. Observable. */
  readonly created = observable.map<string, ItemId>();
  private readonly options: DraftStoreOptions;
  private readonly callbacks: DraftCallbacks;
  // Not observable, because looking up a draft while rendering may create it.
  private readonly drafts = new Map<string, ItemDraft>();
  private readonly listed = observable.map<string, ItemDraft>(undefined, { deep: false });
  private readonly pending = new Set<ItemDraft>();
  private readonly unwritten = new Set<ItemDraft>();
  private readonly unreadCount = observable.box(0);
  private stopKeeping: (() => void) | undefined;
  private owner: ItemId | undefined;
  private warned = false;

  constructor(options: DraftStoreOptions) {
    this.options = options;
    const { items, environment } = options;
    this.callbacks = {
      uuid: environment.uuid,
      isLocked: () => this.locked,
      now: () => environment.clock.now().getTime(),
      item: (id) => this.itemOf(id),
      put: (item) => items.put([item]),
      create: (type, properties, key) => items.create(type, properties, key),
      created: (key, id, later) => {
        this.takeLater(id, later);
        runInAction(() => this.created.set(key, id));
      },
      update: (id, { changes, _u, key }) => items.update({ ...changes, $id: id, _u: _u ?? 0 }, key),
      keep: (draft, now) => this.keep(draft, now),
      finished: (draft) => this.finish(draft),
    };
  }

  start(): () => void {
    const { connection, items, session, environment, values } = this.options;
    items.keepDirty((id) => this.listed.has(id));
    const stops = [
      connection.onAuthed(() => void this.begin()),
      items.replaced.add((after) => this.drafts.get(after.$id)?.rebase(after)),
      session.entered.add(() => {
        if (!session.signedIn) this.end();
        else if (this.owner === undefined)
          runInAction(() => this.unreadCount.set(Number(values.text(WAITING_SAVES)) || 0));
      }),
      environment.onAwake(() => void this.resumeAll()),
      environment.onHidden(() => void this.keepAll()),
      reaction(
        () => this.waiting - this.unread,
        (count) => values.write(WAITING_SAVES, count),
      ),
      environment.tabs.onDraftsGivenUp(() => this.giveUp()),
      () => this.stopKeeping?.(),
    ];
    return () => stops.forEach((stop) => stop());
  }

  get dirty(): readonly ItemDraft[] {
    return [...this.listed.values()].filter((draft) => draft.dirty);
  }

  /**
   * True while nothing that the person writes can be stored on this device: the page was loaded without a connection, and the key of drafts
   * comes with the connection. Writing is not offered then. Observable.
   */
  get locked(): boolean {
    const { connection, session } = this.options;
    return session.signedIn && !session.confirmed && connection.health === 'BAD';
  }

  /** Number of saves left by the last visit that wait on this device and cannot be read before a connection exists. */
  get unread(): number {
    return this.unreadCount.get();
  }

  /** Number of all unsaved drafts, with those of the last visit that cannot be read yet. */
  get count(): number {
    return this.unread + this.dirty.length;
  }

  /** Number of saves that wait to be sent. */
  get waiting(): number {
    return this.unread + this.dirty.filter((draft) => draft.waiting).length;
  }

  /** True when some changes are not stored on this device yet and would be lost with the page. */
  get atRisk(): boolean {
    return [...this.unwritten].some((draft) => draft.dirty);
  }

  /** Returns new items of the type that were neither saved nor discarded, latest first. */
  begun(type: string): readonly ItemDraft[] {
    return this.dirty
      .filter((draft) => draft.id === undefined && draft.type === type && !draft.waiting)
      .toSorted((one, other) => other.changedAt - one.changedAt);
  }

  /** Returns the draft of an item, created on first use, shared by all columns that show it. */
  of(id: ItemId): ItemDraft {
    return this.drafts.get(id) ?? this.make(id, parseItemId(id).type, { id, initial: {} });
  }

  /** Returns a new item of the type; `key` distinguishes it from other new ones. */
  fresh(type: string, key: string, initial: Readonly<Record<string, Json>>): ItemDraft {
    const full = `${type}-0-${key}`;
    return this.drafts.get(full) ?? this.make(full, type, { id: undefined, initial: deepFreeze({ ...initial }) });
  }

  /** Returns this user's unsaved drafts on this device, of all tabs. */
  async unsaved(): Promise<readonly UnsavedDraft[]> {
    await this.keepAll();
    const stored = await this.options.draftStorage.list().catch(() => []);
    const records = stored.map(({ base, changes, ...record }) => ({ ...record, values: { ...base, ...changes } }));
    return [
      ...new Map(
        [...records, ...this.dirty].map(({ key, type, id, values }) => [key, { key, type, id, values }]),
      ).values(),
    ];
  }

  /** Discards all unsaved drafts of this user on this device, also in other tabs. */
  async takeAway(): Promise<void> {
    const { draftStorage, environment } = this.options;
    environment.tabs.giveUpDrafts();
    this.giveUp();
    const records = await draftStorage.list();
    await Promise.all(records.map((record) => draftStorage.remove(record)));
  }

  /** Removes the drafts of all users of this device. */
  async clearDevice(): Promise<void> {
    const { draftStorage, environment } = this.options;
    environment.tabs.giveUpDrafts();
    this.giveUp();
    await draftStorage.clear();
  }

  private giveUp(): void {
    for (const draft of [...this.drafts.values()]) draft.discard();
    this.pending.clear();
  }

  private make(
    key: string,
    type: string,
    start: { readonly id: ItemId | undefined; readonly initial: Values },
  ): ItemDraft {
    const properties = Object.values(this.options.registry.types[type]?.properties ?? {});
    const names = new Set(properties.map(({ name }) => name));
    const opaque = new Set(properties.flatMap(({ name, json }) => (json ? [name] : [])));
    const isSeries = type === this.options.registry.conversations?.message;
    const draft = new ItemDraft({ key, type, names, opaque, isSeries, callbacks: this.callbacks, ...start });
    this.drafts.set(key, draft);
    return draft;
  }

  private takeLater(id: ItemId, { changes, isSaved }: LaterChanges): void {
    if (Object.keys(changes).length === 0) return;
    const draft = this.of(id);
    draft.set({ ...draft.values, ...changes });
    if (isSaved) draft.save().catch((thrown: unknown) => this.options.alerts.error(thrown));
  }

  private itemOf(id: ItemId): Item | undefined {
    const entry = this.options.items.peek(id);
    return entry?.state === 'ready' ? entry.item : undefined;
  }

  private async keep(draft: ItemDraft, now: boolean): Promise<void> {
    // A page may write on in the draft of an item that was just created or discarded, until it is rendered again: the text is that of the next new item.
    if (draft.dirty && !this.drafts.has(draft.key)) this.drafts.set(draft.key, draft);
    runInAction(() => {
      if (draft.dirty) this.listed.set(draft.key, draft);
      else this.listed.delete(draft.key);
    });
    this.pending.add(draft);
    this.unwritten.add(draft);
    if (now) await this.keepAll();
    else this.stopKeeping ??= this.options.environment.timers.after(KEEP_DELAY_MS, () => void this.keepAll());
  }

  private async keepAll(): Promise<void> {
    this.stopKeeping?.();
    this.stopKeeping = undefined;
    if (this.owner === undefined) return;
    const drafts = [...this.pending];
    this.pending.clear();
    await Promise.all(drafts.map((draft) => this.keepOne(draft)));
  }

  private async keepOne(draft: ItemDraft): Promise<boolean> {
    const { draftStorage, environment } = this.options;
    const tab = environment.tabs.id;
    const done = await this.stored(
      draft.dirty ? draftStorage.put(draft.record(tab)) : draftStorage.remove({ key: draft.key, tab }),
    );
    // When the person typed while it was being written, the next write contains the change.
    if (done && !this.pending.has(draft)) this.unwritten.delete(draft);
    return done;
  }

  private finish(draft: ItemDraft): void {
    runInAction(() => this.listed.delete(draft.key));
    this.pending.delete(draft);
    this.unwritten.delete(draft);
    // The new item has an id now, so the key can be used for the next new one.
    if (draft.id === undefined) this.drafts.delete(draft.key);
    const { draftStorage, environment } = this.options;
    void this.stored(draftStorage.remove({ key: draft.key, tab: environment.tabs.id }));
  }

  private async stored(done: Promise<void>): Promise<boolean> {
    try {
      await done;
      return true;
    } catch {
      if (!this.warned) this.options.alerts.warn('app.draftsNotKept');
      this.warned = true;
      return false;
    }
  }

  private async begin(): Promise<void> {
    const { session, draftStorage, environment } = this.options;
    const user = session.user?.$id;
    if (session.user && user !== undefined && user !== this.owner) {
      this.owner = user;
      // When this fails, put() rejects too, which is shown.
      draftStorage.unlock(session.user.draftKey).catch(() => {});
      await environment.tabs.runExclusive(() => this.takeOver(user));
      if (this.owner !== user) return;
      await this.keepAll();
    }
    await this.resumeAll();
  }

  /** Takes over drafts of closed tabs, the newest of each item. Open tabs keep their own. */
  private async takeOver(user: ItemId): Promise<void> {
    const { environment, values } = this.options;
    const records = await this.leftBehind();
    if (this.owner !== user) return;
    const taken = records.filter((record) => this.recover(record));
    runInAction(() => this.unreadCount.set(0));
    values.write(WAITING_SAVES, this.waiting);
    const old = taken.filter(({ tab }) => tab !== environment.tabs.id);
    await Promise.all(old.map((record) => this.moveHere(record)));
  }

  /** A record that could not be written under this tab's name stays where it was. */
  private async moveHere(record: DraftRecord): Promise<void> {
    const draft = this.drafts.get(record.key);
    if (draft && (await this.keepOne(draft))) await this.stored(this.options.draftStorage.remove(record));
  }

  private async leftBehind(): Promise<readonly DraftRecord[]> {
    const { draftStorage, environment } = this.options;
    try {
      const others = await environment.tabs.others();
      const records = await draftStorage.list();
      return records.filter(({ tab }) => !others.has(tab)).toSorted((one, other) => other.at - one.at);
    } catch {
      return [];
    }
  }

  private recover(record: DraftRecord): boolean {
    const { key, type, id, base } = record;
    const draft = this.drafts.get(key) ?? this.make(key, type, { id, initial: id === undefined ? base : {} });
    // A draft that is being edited is newer.
    if (draft.dirty) return false;
    draft.recover(record);
    runInAction(() => this.listed.set(key, draft));
    if (id !== undefined) this.options.items.get(id);
    return true;
  }

  private async resumeAll(): Promise<void> {
    const waiting = [...this.drafts.values()].filter((draft) => draft.waiting);
    await Promise.all(waiting.map((draft) => this.resume(draft)));
  }

  private async resume(draft: ItemDraft): Promise<void> {
    const { alerts } = this.options;
    try {
      if (await draft.resume()) alerts.saved();
    } catch (thrown) {
      alerts.error(thrown);
    }
  }

  // The records stay for the next visit of the same user; memory is cleared for the next user.
  private end(): void {
    void this.keepAll();
    void this.options.draftStorage.lock();
    this.owner = undefined;
    this.drafts.clear();
    this.pending.clear();
    this.unwritten.clear();
    runInAction(() => {
      this.listed.clear();
      this.unreadCount.set(0);
    });
    this.options.values.remove(WAITING_SAVES);
  }
}
