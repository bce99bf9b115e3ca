// Changes of cells of a table and of cards of a board: sends them, shows their values until they are saved, and undoes and repeats them. One
// record is saved by `update`; several are one task, which the list of tasks can undo, too. Created by TableDisplay and BoardDisplay.

import { observable, runInAction, when } from 'mobx';
import { deepEqual } from 'src/base/deepEqual.ts';
import type { Client } from 'src/client/Client.ts';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { type Level, LEVELS } from 'src/model/access/levels.ts';
import type { TaskState } from 'src/model/generated/wire.ts';
import type { Item, ItemId, Json, Values } from 'src/model/item/Item.ts';

/** New values of properties of one record; null removes one. */
export interface RowChange {
  readonly id: ItemId;
  readonly set: Values;
}

interface DoneChange {
  readonly id: ItemId;
  readonly before: Values;
  readonly after: Values;
}

type Batch = readonly DoneChange[];

interface Reversal {
  readonly from: Batch[];
  readonly to: Batch[];
  readonly way: Exclude<Way, 'changed'>;
  /** Undefined where nothing is left to undo or to repeat. */
  readonly batch: Batch | undefined;
}

interface SentRow extends RowChange {
  readonly u: number;
}

type Way = 'changed' | 'undone' | 'redone';
/** Returns the message about changes that were made. */
type SayDone = (
  rows: readonly RowChange[],
  way: Way,
) => readonly [message: string, values: Record<string, string | number>];

/** Returns the command of a key with Ctrl, or with Cmd on a Mac; undefined for other keys. */
export const undoCommandOf = ({
  key,
  ctrlKey,
  metaKey,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'>): 'undo' | 'redo' | undefined => {
  if (!ctrlKey && !metaKey) return undefined;
  const letter = key.toLowerCase();
  if (letter === 'z') return shiftKey ? 'redo' : 'undo';
  return letter === 'y' && !shiftKey ? 'redo' : undefined;
};

const TASK_NAME = 'cells';
/** Time to wait for a record that is not loaded. */
const RECORD_TIMEOUT_MS = 15_000;
const PUSH_TIMEOUT_MS = 3_000;
const CLOSED_LEVEL = LEVELS.at(-1);

const cellKey = (id: ItemId, path: string): string => `${id} ${path}`;
const cellCount = (rows: readonly { readonly set: Values }[]): number =>
  rows.reduce((sum, { set }) => sum + Object.keys(set).length, 0);
const pickedFrom = (item: Item, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, item[name] ?? null]));

const sayCells: SayDone = (rows, way) => [`table.${way}`, { count: cellCount(rows) }];

export class SheetEdits {
  private readonly client: Client;
  private readonly say: SayDone;
  /** Values that are not saved yet, by cell. */
  private readonly sent = observable.map<string, Json>(undefined, { deep: false });
  private readonly back = observable.array<Batch>([], { deep: false });
  private readonly forth = observable.array<Batch>([], { deep: false });
  /** Keys of the messages that offer to undo a batch. */
  private readonly offers = new Map<Batch, string>();
  private readonly running = observable.box(0);
  /** The last of the requests to undo or redo. */
  private last: Promise<void> = Promise.resolve();

  constructor(client: Client, say: SayDone = sayCells) {
    this.client = client;
    this.say = say;
  }

  /** Returns the value that is being saved; undefined where none is. Observable. */
  shown(id: ItemId, path: string): Json | undefined {
    return this.sent.get(cellKey(id, path));
  }

  get busy(): boolean {
    return this.running.get() > 0;
  }

  get canUndo(): boolean {
    return this.back.length > 0;
  }

  get canRedo(): boolean {
    return this.forth.length > 0;
  }

  /** Returns the loaded record; undefined where it cannot be read. */
  async read(id: ItemId): Promise<Item | undefined> {
    const { items } = this.client;
    await when(() => items.get(id).state !== 'loading', { timeout: RECORD_TIMEOUT_MS }).catch(() => undefined);
    const loaded = items.peek(id);
    return loaded?.state === 'ready' ? loaded.item : undefined;
  }

  /** Saves the draft of a cell that was typed. Resolves to false where it was not saved. */
  async save(draft: ItemDraft, path: string): Promise<boolean> {
    const { id } = draft;
    if (id === undefined) return false;
    const item = await this.read(id);
    const after = { [path]: draft.values[path] ?? null };
    const done = await this.showing([{ id, set: after }], async () => {
      const saved = await draft.save();
      if (!saved && draft.dirtyState === 'SAVING') await when(() => draft.dirtyState !== 'SAVING');
      return saved !== undefined || draft.waiting || !draft.dirty;
    });
    if (done && item) this.note([{ id, before: pickedFrom(item, [path]), after }]);
    return done;
  }

  /** Changes the records and says how many cells have changed. */
  async change(rows: readonly RowChange[]): Promise<void> {
    const { alerts } = this.client;
    if (rows.length === 0 || !(await this.mayWiden(rows))) return;
    const done = await this.apply(rows);
    if (done.length === 0) return;
    this.note(done);
    const [message, values] = this.say(
      done.map(({ id, after }) => ({ id, set: after })),
      'changed',
    );
    // Other changes may follow while the message is in view.
    const run = (): void =>
      void this.afterOthers(() => this.again({ from: this.back, to: this.forth, way: 'undone', batch: done }));
    this.offers.set(done, alerts.success(message, values, { message: 'table.undo', run }));
  }

  undo(): Promise<void> {
    return this.afterOthers(() =>
      this.again({ from: this.back, to: this.forth, way: 'undone', batch: this.back.at(-1) }),
    );
  }

  redo(): Promise<void> {
    return this.afterOthers(() =>
      this.again({ from: this.forth, to: this.back, way: 'redone', batch: this.forth.at(-1) }),
    );
  }

  /** Runs the work when everything before it is saved, so that keys pressed quickly undo one change each. */
  private afterOthers(work: () => Promise<void>): Promise<void> {
    const run = async (): Promise<void> => {
      await when(() => !this.busy);
      await work();
    };
    this.last = this.last.then(run, run);
    return this.last;
  }

  private note(batch: Batch): void {
    runInAction(() => {
      this.back.push(batch);
      this.forth.clear();
    });
  }

  /** Gives the cells of a batch their former values. Cells that have been changed since stay as they are. */
  private async again({ from, to, way, batch }: Reversal): Promise<void> {
    const { alerts } = this.client;
    if (!batch || !from.includes(batch)) return;
    runInAction(() => from.splice(from.indexOf(batch), 1));
    const offer = this.offers.get(batch);
    if (offer !== undefined) alerts.dismiss(offer);
    this.offers.delete(batch);
    const rows: RowChange[] = [];
    let skipped = 0;
    for (const { id, before, after } of batch) {
      // oxlint-disable-next-line no-await-in-loop -- the records are loaded together: each read joins the same batch
      const item = await this.read(id);
      const names = Object.keys(after).filter((name) => item && deepEqual(item[name] ?? null, after[name] ?? null));
      skipped += Object.keys(after).length - names.length;
      if (names.length > 0)
        rows.push({ id, set: Object.fromEntries(names.map((name) => [name, before[name] ?? null])) });
    }
    const done = await this.apply(rows);
    if (done.length > 0) runInAction(() => to.push(done));
    if (skipped > 0) alerts.warn('table.changedSince', { count: skipped });
    else if (done.length > 0) alerts.info(...this.say(rows, way));
  }

  /** Asks before a change that may let more people read some of the records. */
  private async mayWiden(rows: readonly RowChange[]): Promise<boolean> {
    const { registry, items, dialogs } = this.client;
    const levelOfRow = ({ id, set }: RowChange): Json | undefined => {
      const loaded = items.peek(id);
      return loaded?.state === 'ready' ? set[registry.types[loaded.item._t]?.levelPath ?? ''] : undefined;
    };
    const levels = rows.flatMap((row) => levelOfRow(row) ?? []).filter((level) => level !== CLOSED_LEVEL);
    const [to] = levels;
    if (to === undefined) return true;
    return await dialogs.confirm({
      title: 'widen.title',
      message: 'bulk.widen.message',
      apply: 'widen.apply',
      values: { count: levels.length, to: String(to as Level) },
    });
  }

  private async showing<T>(rows: readonly RowChange[], work: () => Promise<T>): Promise<T> {
    const cells = rows.flatMap(({ id, set }) =>
      Object.entries(set).map(([name, value]): [string, Json] => [cellKey(id, name), value]),
    );
    runInAction(() => {
      this.running.set(this.running.get() + 1);
      for (const [key, value] of cells) this.sent.set(key, value);
    });
    try {
      return await work();
    } finally {
      runInAction(() => {
        this.running.set(this.running.get() - 1);
        for (const [key, value] of cells) if (this.sent.get(key) === value) this.sent.delete(key);
      });
    }
  }

  /** Sends the changes. Returns those that were made, and says why others were refused. */
  private async apply(rows: readonly RowChange[]): Promise<Batch> {
    const known = new Map<ItemId, Item>();
    for (const { id } of rows) {
      // oxlint-disable-next-line no-await-in-loop -- the records are loaded together: each read joins the same batch
      const item = await this.read(id);
      if (item) known.set(id, item);
    }
    const changed = rows.flatMap(({ id, set }) => {
      const item = known.get(id);
      const names = Object.keys(set).filter((name) => item && !deepEqual(item[name] ?? null, set[name] ?? null));
      if (!item || names.length === 0) return [];
      return [{ id, u: item._u, set: pickedFrom({ ...item, ...set } as Item, names), before: pickedFrom(item, names) }];
    });
    if (changed.length === 0) return [];
    try {
      const refused = await this.showing(changed, () => this.send(changed));
      return changed.filter(({ id }) => !refused.has(id)).map(({ id, set, before }) => ({ id, before, after: set }));
    } catch (thrown) {
      this.client.alerts.error(thrown);
      return [];
    }
  }

  /** Returns the records that the server has refused to change. */
  private async send(rows: readonly SentRow[]): Promise<ReadonlySet<ItemId>> {
    const { items, tasks, alerts, intl } = this.client;
    const [only] = rows;
    if (only && rows.length === 1) {
      await items.update({ ...only.set, $id: only.id, _u: only.u });
      return new Set();
    }
    const input = rows.map(({ id, u, set }) => ({ id, u, set }));
    const task = await new Promise<TaskState>((resolve, reject) => {
      tasks.run('changeCells', { rows: input }, { asyncKey: TASK_NAME, onComplete: resolve }).catch(reject);
    });
    const reasons = (task.counts?.refused ?? 0) > 0 ? await tasks.refusals(task.key) : [];
    for (const { count, reason } of reasons)
      alerts.warn('table.refused', {
        count,
        reason: intl.messages[reason] ?? intl.messages['errors.generalFailure'] ?? '',
      });
    const refused = new Set(reasons.flatMap((each) => each.items.map(({ $id }) => $id)));
    await Promise.all(rows.filter(({ id }) => !refused.has(id)).map((row) => this.untilChanged(row)));
    return refused;
  }

  /** Waits for the push of a change, which may come after the end of the task. */
  private async untilChanged({ id, u }: SentRow): Promise<void> {
    const { items } = this.client;
    const isChanged = (): boolean => {
      const loaded = items.peek(id);
      return loaded?.state !== 'ready' || loaded.item._u > u;
    };
    await when(isChanged, { timeout: PUSH_TIMEOUT_MS }).catch(() => undefined);
  }
}
