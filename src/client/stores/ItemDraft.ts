// An edited or new item: the version of the server and the local changes. Changes by others are merged into the base; local changes are
// sent once, even after being offline or reloading. Created by DraftStore only.

import { observable, runInAction } from 'mobx';
import { deepEqual } from 'src/base/deepEqual.ts';
import { MergeBase } from 'src/client/stores/MergeBase.ts';
import { isUnreachable, networkError } from 'src/client/connection/ClientProblem.ts';
import type { DraftRecord, PendingSave } from 'src/client/stores/DraftRecord.ts';
import {
  changesIn,
  type FieldProblems,
  problemsByPath,
  propertiesIn,
  propertyOfPointer,
  withChanges,
  withoutSent,
} from 'src/client/stores/draftValues.ts';
import type { Item, ItemId, Json, Values } from 'src/model/item/Item.ts';
import { isProblem } from 'src/model/problems.ts';

export interface Conflict {
  readonly current: Item;
  /** Common base of both. */
  readonly base: Values;
  readonly properties: readonly string[];
}

export interface DraftCallbacks {
  readonly uuid: () => string;
  /** Returns true while this device cannot store a save that waits. */
  readonly isLocked: () => boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Returns the loaded item. Observable. */
  readonly item: (id: ItemId) => Item | undefined;
  readonly put: (item: Item) => void;
  readonly create: (type: string, properties: Values, key: string) => Promise<Item>;
  /** Called when the new item of a draft is stored. */
  readonly created: (key: string, id: ItemId, later: LaterChanges) => void;
  readonly update: (id: ItemId, pending: PendingSave) => Promise<Item>;
  /** Stores a change. With `now`, it resolves when the change is stored. */
  readonly keep: (draft: ItemDraft, now: boolean) => Promise<void>;
  /** Called after saving or discarding. */
  readonly finished: (draft: ItemDraft) => void;
}

/** Changes that were typed into the form of a new item after the save that created it. */
export interface LaterChanges {
  readonly changes: Values;
  /** True if a further save asked for them. */
  readonly isSaved: boolean;
}

interface DraftStart {
  readonly key: string;
  readonly type: string;
  readonly id: ItemId | undefined;
  /** Names of declared properties; others are headers or unknown. */
  readonly names: ReadonlySet<string>;
  /** Names of the properties whose content no declaration describes. */
  readonly opaque: ReadonlySet<string>;
  readonly initial: Values;
  /** True for items that are written one after the other in the same form, such as messages. */
  readonly isSeries: boolean;
  readonly callbacks: DraftCallbacks;
}

const NO_CHANGES: Values = Object.freeze({});
export const NO_PROBLEMS: FieldProblems = Object.freeze({});

export class ItemDraft {
  readonly key: string;
  readonly type: string;
  readonly id: ItemId | undefined;
  private readonly names: ReadonlySet<string>;
  private readonly opaque: ReadonlySet<string>;
  private readonly initial: Values;
  private readonly isSeries: boolean;
  private readonly callbacks: DraftCallbacks;
  private readonly mine = observable.box<Values>(NO_CHANGES, { deep: false });
  private readonly status = observable.box<'SAVING' | 'ERROR' | undefined>(undefined);
  private resuming = false;
  private readonly unfinished = observable.box<string | undefined>(undefined);
  private readonly isRecovered = observable.box(false);
  private readonly touched = observable.box(0);
  private readonly pending = observable.box<PendingSave | undefined>(undefined, { deep: false });
  private readonly dispute = observable.box<Conflict | undefined>(undefined, { deep: false });
  private readonly fieldProblems = observable.box<FieldProblems>(NO_PROBLEMS, { deep: false });
  private readonly mergeBase = new MergeBase();
  private lastLabel: string | undefined;
  /** Increases with each discard, so that answers to earlier saves are ignored. */
  private round = 0;

  constructor({ key, type, id, names, opaque, initial, isSeries, callbacks }: DraftStart) {
    this.key = key;
    this.type = type;
    this.id = id;
    this.names = names;
    this.opaque = opaque;
    this.initial = initial;
    this.isSeries = isSeries;
    this.callbacks = callbacks;
  }

  /** Values of the form: the base with the changes. Observable. */
  get values(): Values {
    return withChanges(this.base, this.mine.get());
  }

  get changed(): readonly string[] {
    return Object.keys(this.mine.get());
  }

  get dirty(): boolean {
    return this.changed.length > 0 || this.waiting || this.raw !== undefined;
  }

  /** Typed text that is not valid JSON yet. It is stored like a change, and prevents saving. Observable. */
  get raw(): string | undefined {
    return this.unfinished.get();
  }

  /** undefined, SAVING or ERROR. */
  get dirtyState(): 'SAVING' | 'ERROR' | undefined {
    return this.status.get();
  }

  /** Name of the item when its changes were last stored, for when the item can no longer be read. */
  get label(): string | undefined {
    return this.lastLabel;
  }

  /** True when the draft was restored from an earlier visit. */
  get recovered(): boolean {
    return this.isRecovered.get();
  }

  /** True while a save made offline waits to be sent. */
  get waiting(): boolean {
    return this.pending.get() !== undefined && this.status.get() !== 'SAVING';
  }

  /** True while the save that waits to be sent contains all changes. */
  get isSavedOffline(): boolean {
    const pending = this.pending.get();
    return this.waiting && deepEqual(pending?.again ?? pending?.changes, this.toSave);
  }

  /** Time of the last local change, in milliseconds since 1970. */
  get changedAt(): number {
    return this.touched.get();
  }

  get conflict(): Conflict | undefined {
    return this.dispute.get();
  }

  /** Problems of fields that the server reported, by JSON pointer. */
  get problems(): FieldProblems {
    return this.fieldProblems.get();
  }

  set(values: Readonly<Record<string, Json>>): void {
    const before = this.mine.get();
    const declared = Object.fromEntries(Object.entries(values).filter(([name]) => this.names.has(name)));
    const changes = changesIn(this.base, declared, this.opaque);
    if (deepEqual(before, changes)) return;
    const touched = new Set(
      Object.keys({ ...before, ...changes }).filter((name) => !deepEqual(before[name], changes[name])),
    );
    this.mergeBase.note(changes, { before, base: this.base });
    runInAction(() => {
      this.mine.set(changes);
      this.touched.set(this.callbacks.now());
      if (this.status.get() === 'ERROR') this.status.set(undefined);
      const left = Object.entries(this.problems).filter(([path]) => !touched.has(propertyOfPointer(path)));
      this.fieldProblems.set(Object.fromEntries(left));
    });
    void this.callbacks.keep(this, false);
  }

  /** Discards the change of one property. */
  revert(name: string): void {
    this.set({ ...this.values, [name]: this.base[name] ?? null });
    // Stored at once: a page that is closed next does not offer it again.
    void this.callbacks.keep(this, true);
  }

  setRaw(text: string | undefined): void {
    if (text === this.raw) return;
    runInAction(() => {
      this.unfinished.set(text);
      this.touched.set(this.callbacks.now());
    });
    void this.callbacks.keep(this, false);
  }

  /** Keeps mine or takes theirs for each conflicting property, then saves again. */
  async resolve(choice: Readonly<Record<string, 'mine' | 'theirs'>>): Promise<void> {
    const mine = this.mine.get();
    const kept = Object.fromEntries(Object.entries(mine).filter(([name]) => choice[name] !== 'theirs'));
    this.mergeBase.restart(kept, this.base);
    runInAction(() => {
      this.mine.set(kept);
      this.dispute.set(undefined);
      this.status.set(undefined);
    });
    await this.callbacks.keep(this, true);
    if (this.changed.length > 0) await this.save();
    else this.settle();
  }

  /** Saves. Resolves to undefined when nothing was saved: it waits, has a conflict, or the server refused a property. */
  async save(): Promise<Item | undefined> {
    const waiting = this.pending.get();
    if (waiting) {
      runInAction(() => this.pending.set({ ...waiting, again: this.toSave }));
      await this.callbacks.keep(this, true);
      return this.waiting ? this.send() : undefined;
    }
    if (this.mergeBase.disputed.size > 0) {
      this.showConflict();
      return undefined;
    }
    if (this.id !== undefined && this.changed.length === 0) return this.callbacks.item(this.id);
    if (this.callbacks.isLocked()) throw networkError();
    const pending = this.nextSave();
    if (!pending) return undefined;
    runInAction(() => {
      this.pending.set(pending);
      this.status.set('SAVING');
    });
    // Stored before it is sent: after a crash it is sent again with the same key, and the server applies it once.
    await this.callbacks.keep(this, true);
    return this.send();
  }

  discard(): void {
    this.round += 1;
    this.mergeBase.recall(NO_CHANGES);
    runInAction(() => {
      this.mine.set(NO_CHANGES);
      this.unfinished.set(undefined);
      this.pending.set(undefined);
      this.status.set(undefined);
      this.dispute.set(undefined);
      this.fieldProblems.set(NO_PROBLEMS);
      this.isRecovered.set(false);
    });
    this.callbacks.finished(this);
  }

  /** Shows problems of values from a request other than a save, like those of a refused save. */
  showRefused(errors: Json | undefined): void {
    // A repeated request shows the same problems again.
    runInAction(() => this.status.set(undefined));
    runInAction(() => {
      this.fieldProblems.set(problemsByPath(errors));
      this.status.set('ERROR');
    });
  }

  /** Sends a waiting save when the network returns. */
  async resume(): Promise<Item | undefined> {
    if (!this.waiting) return undefined;
    this.resuming = true;
    try {
      return await this.send();
    } finally {
      this.resuming = false;
    }
  }

  /** Merges a change by another person: untouched properties follow, changed ones are compared. */
  rebase(after: Item): void {
    const mine = this.mine.get();
    if (Object.keys(mine).length === 0) return;
    const changes = this.mergeBase.merge(mine, after, this.pending.get()?.changes ?? NO_CHANGES);
    if (deepEqual(mine, changes)) return;
    runInAction(() => this.mine.set(changes));
    void this.callbacks.keep(this, false);
  }

  recover({ label, base, changes, raw, pending, at }: DraftRecord): void {
    this.lastLabel = label;
    this.mergeBase.recall(base);
    runInAction(() => {
      this.mine.set(changes);
      this.unfinished.set(raw);
      this.pending.set(pending);
      this.isRecovered.set(true);
      this.touched.set(at);
    });
    const item = this.id === undefined ? undefined : this.callbacks.item(this.id);
    if (item) this.rebase(item);
  }

  record(tab: string): DraftRecord {
    const { key, type, id, changedAt: at } = this;
    const base = id === undefined ? this.initial : this.mergeBase.values;
    if (id !== undefined) this.lastLabel = this.callbacks.item(id)?.$label ?? this.lastLabel;
    const { lastLabel: label, raw } = this;
    return { key, tab, type, id, label, base, changes: this.mine.get(), raw, pending: this.pending.get(), at };
  }

  /** Values under the changes: those of the item, or the initial ones of a new item. Observable. */
  get base(): Values {
    if (this.id === undefined) return this.initial;
    const item = this.callbacks.item(this.id);
    return item ? propertiesIn(item, this.names) : this.mergeBase.values;
  }

  /** Changed properties of an item, or all properties of a new one. Observable. */
  private get toSave(): Values {
    return this.id === undefined ? this.values : this.mine.get();
  }

  private nextSave(): PendingSave | undefined {
    const [key, changes] = [this.callbacks.uuid(), this.toSave];
    if (this.id === undefined) return { key, changes, _u: undefined };
    const item = this.callbacks.item(this.id);
    return item ? { key, changes, _u: item._u } : undefined;
  }

  private async send(): Promise<Item | undefined> {
    const pending = this.pending.get();
    if (!pending) return undefined;
    const { round } = this;
    runInAction(() => this.status.set('SAVING'));
    let item: Item;
    try {
      item = await this.deliver(pending);
    } catch (thrown) {
      if (round === this.round) this.onFailed(thrown);
      return undefined;
    }
    return round === this.round ? this.onSaved(item, pending) : item;
  }

  private deliver(pending: PendingSave): Promise<Item> {
    const { id, type, callbacks } = this;
    return id === undefined ? callbacks.create(type, pending.changes, pending.key) : callbacks.update(id, pending);
  }

  private async onSaved(item: Item, { changes }: PendingSave): Promise<Item | undefined> {
    const isNew = this.id === undefined;
    // The form of a new item is closed while it is created, but it is open while an item that waited is sent. Text typed there then is the
    // next item of a series; otherwise it changes the created item.
    const typed = isNew && !this.resuming ? NO_CHANGES : withoutSent(this.mine.get(), changes);
    const left = isNew && !this.isSeries ? NO_CHANGES : typed;
    const isSaved = this.pending.get()?.again !== undefined;
    runInAction(() => {
      this.mine.set(left);
      this.pending.set(undefined);
      this.status.set(undefined);
      this.fieldProblems.set(NO_PROBLEMS);
    });
    this.mergeBase.restart(left, item);
    if (isNew) this.callbacks.created(this.key, item.$id, { changes: left === typed ? NO_CHANGES : typed, isSaved });
    if (isSaved && Object.keys(left).length > 0) return this.save();
    this.settle();
    return item;
  }

  private onFailed(thrown: unknown): void {
    if (isUnreachable(thrown)) {
      runInAction(() => this.status.set(undefined));
      return;
    }
    runInAction(() => {
      this.pending.set(undefined);
      this.status.set('ERROR');
    });
    void this.callbacks.keep(this, true);
    if (!isProblem(thrown)) throw thrown;
    if (thrown.key === 'conflict') this.onConflict(thrown.params?.current as Item | undefined);
    else if (thrown.key === 'invalid') runInAction(() => this.fieldProblems.set(problemsByPath(thrown.params?.errors)));
    else throw thrown;
  }

  private onConflict(current: Item | undefined): void {
    if (current) {
      this.callbacks.put(current);
      this.rebase(current);
    }
    this.showConflict();
  }

  private showConflict(): void {
    const current = this.id === undefined ? undefined : this.callbacks.item(this.id);
    if (current)
      runInAction(() =>
        this.dispute.set({ current, base: this.mergeBase.values, properties: [...this.mergeBase.disputed] }),
      );
  }

  private settle(): void {
    runInAction(() => this.isRecovered.set(false));
    if (!this.dirty) this.callbacks.finished(this);
    else void this.callbacks.keep(this, true);
  }
}
