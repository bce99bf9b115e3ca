// Unsaved edits of a record, or of a trip and its records. They belong to the page and not to one tab: they stay while the reader changes the
// tab, and its column asks before it closes until they are saved or discarded.

import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Client } from 'src/client/extend.ts';
import {
  editCount,
  editWith,
  type EditedRecord,
  type RecordEdit,
  type RecordEdits,
} from 'src/domain/geokeeper/review/recordEdits.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { jsonMembers, jsonValue } from 'src/model/item/jsonValue.ts';

/** Largest number of edits that can be undone. */
const MOST_UNDONE = 200;

type RecordEditInput = Endpoints['applyGeoKeeperFieldDataEdits']['input']['edits'][ItemId];
type ApplyAnswer = Endpoints['applyGeoKeeperFieldDataEdits']['answer'];
type Services = Pick<Client, 'connection' | 'navigation' | 'dialogs' | 'alerts'>;

const NO_EDITS: RecordEdits = {};

/** Leaves out the recorded positions, which the server has: an edit cannot change them, and a long trip would exceed the limits of a request. */
const sentEditOf = ({ u, answers, place, track }: RecordEdit): RecordEditInput => ({
  u,
  ...(answers && { answers: jsonMembers(answers) }),
  ...(place !== undefined && { place: jsonValue(place) }),
  ...(track && { track: jsonValue({ removed: track.removed ?? [], ends: track.ends ?? [] }) }),
});

const reviewWithout = <V>(map: ReadonlyMap<ItemId, V>, ids: readonly ItemId[]): ReadonlyMap<ItemId, V> =>
  new Map([...map].filter(([id]) => !ids.includes(id)));

export class FieldDataEdits {
  byRecord: RecordEdits = NO_EDITS;
  saving = false;
  /** Records that another person changed since the first of their edits, with their present update counter. */
  conflicts: ReadonlyMap<ItemId, number> = new Map();
  /** Records whose edits the server refused, with the key of the problem. */
  refused: ReadonlyMap<ItemId, string> = new Map();
  private undone: readonly RecordEdits[] = [];
  private readonly before = new Map<ItemId, EditedRecord>();
  private readonly services: Services;
  private column = 0;
  private release: (() => void) | undefined;

  /** Id of the item of the page. */
  private readonly root: ItemId;

  constructor(services: Services, root: ItemId) {
    this.services = services;
    this.root = root;
    makeAutoObservable<this, 'undone' | 'before' | 'services' | 'column' | 'release' | 'root'>(
      this,
      {
        ...{ byRecord: observableRef, undone: observableRef, conflicts: observableRef, refused: observableRef },
        ...{ before: false, services: false, column: false, release: false, root: false },
      },
      { autoBind: true },
    );
  }

  get count(): number {
    return Object.entries(this.byRecord).reduce((sum, [id, edit]) => sum + editCount(edit, this.before.get(id)), 0);
  }

  get canUndo(): boolean {
    return this.undone.length > 0;
  }

  of(id: ItemId): RecordEdit | undefined {
    return this.byRecord[id];
  }

  /** Names the column whose closing asks about the edits. */
  belongTo(column: number): void {
    if (column === this.column) return;
    this.column = column;
    this.release?.();
    this.release = undefined;
    this.guard();
  }

  change(id: ItemId, changes: Omit<RecordEdit, 'u'>, before: EditedRecord): void {
    // The values before the first edit, so that a change by another person does not hide what this person changed.
    const first = this.byRecord[id] ? (this.before.get(id) ?? before) : before;
    this.before.set(id, first);
    const { [id]: edit, ...others } = this.byRecord;
    const next = editWith(edit, changes, first);
    this.undone = [...this.undone, this.byRecord].slice(-MOST_UNDONE);
    this.byRecord = next ? { ...others, [id]: next } : others;
    this.guard();
  }

  undo(): void {
    this.byRecord = this.undone.at(-1) ?? NO_EDITS;
    this.undone = this.undone.slice(0, -1);
    this.guard();
  }

  /** Discards the edits of these records, or all. */
  discard(ids: readonly ItemId[] = Object.keys(this.byRecord)): void {
    this.byRecord = Object.fromEntries(Object.entries(this.byRecord).filter(([id]) => !ids.includes(id)));
    this.undone = [];
    this.conflicts = reviewWithout(this.conflicts, ids);
    this.refused = reviewWithout(this.refused, ids);
    this.guard();
  }

  /** Saves all edits together. Edits of records that another person changed meanwhile stay, and are listed as conflicts. */
  async save(): Promise<boolean> {
    const { connection, alerts } = this.services;
    const sent = this.byRecord;
    const { type, number } = parseItemId(this.root);
    if (this.saving || Object.keys(sent).length === 0) return false;
    this.saving = true;
    try {
      const answer = await connection.send('act/applyGeoKeeperFieldDataEdits', {
        ...{ _t: type, _i: number },
        edits: Object.fromEntries(Object.entries(sent).map(([id, edit]) => [id, sentEditOf(edit)])),
      });
      runInAction(() => this.settle(sent, answer));
      if (this.count > 0) return false;
      alerts.saved();
      return true;
    } catch (thrown) {
      alerts.error(thrown, true);
      return false;
    } finally {
      runInAction(() => {
        this.saving = false;
      });
    }
  }

  /** Takes over what the server saved. Edits that were made meanwhile stay. */
  private settle(sent: RecordEdits, { saved, refused }: ApplyAnswer): void {
    const isDone = (id: ItemId): boolean => saved[id] !== undefined && this.byRecord[id] === sent[id];
    this.byRecord = Object.fromEntries(Object.entries(this.byRecord).filter(([id]) => !isDone(id)));
    this.undone = [];
    const entries = Object.entries(refused);
    this.conflicts = new Map(
      entries.flatMap(([id, { key, u }]) => (key === 'conflict' && u !== undefined ? [[id, u]] : [])),
    );
    this.refused = new Map(entries.flatMap(([id, { key }]) => (key === 'conflict' ? [] : [[id, key]])));
    this.guard();
  }

  /** Saves the edits of a record over the changes of another person. */
  async saveAnyway(id: ItemId): Promise<boolean> {
    const edit = this.byRecord[id];
    const newest = this.conflicts.get(id);
    if (edit && newest !== undefined) this.byRecord = { ...this.byRecord, [id]: { ...edit, u: newest } };
    return this.save();
  }

  private guard(): void {
    const isDirty = Object.keys(this.byRecord).length > 0;
    if (!isDirty) {
      this.release?.();
      this.release = undefined;
    } else
      this.release ??= this.services.navigation.addGate(this.column, (stage) =>
        stage === 'CLOSE' ? this.mayClose() : true,
      );
  }

  private async mayClose(): Promise<boolean> {
    if (this.count === 0) return true;
    const answer = await this.services.dialogs.choose({
      ...{
        title: 'cells.unsaved.title',
        message: 'types.GeoKeeperFieldData.edit.unsaved',
        values: { count: this.count },
      },
      ...{ other: 'fieldReview.discard', apply: 'fieldReview.save' },
    });
    if (answer === true) return this.save();
    if (answer === 'other') this.discard();
    return answer === 'other';
  }
}
