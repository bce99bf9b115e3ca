// Columns of one item type. Rows are reused after a deletion; an empty row has an acl that no mask reads.

import { replaceAcls, WITH_ITEM, type AclColumn } from 'src/server/search/columns/AclColumn.ts';
import { LevelTerms } from 'src/server/search/columns/LevelTerms.ts';
import { Lists, grown } from 'src/server/search/columns/Lists.ts';
import { PlaceColumn, type StoredPlace } from 'src/server/search/columns/PlaceColumn.ts';
import { RowIndex } from 'src/server/search/columns/RowIndex.ts';
import { SetColumns } from 'src/server/search/columns/SetColumns.ts';
import { geometryKey, NO_MARK, partMark } from 'src/server/search/columns/rowMarks.ts';
import type { Restored, Saved } from 'src/server/search/snapshot/Saved.ts';
import type { TermPlaces } from 'src/server/search/columns/TermPlaces.ts';
import type { TermSets } from 'src/server/search/columns/TermSets.ts';
import { TextIndex, type ItemText, type PartText } from 'src/server/search/text/TextIndex.ts';
import {
  createColumn,
  type ColumnPlan,
  type StoredValue,
  type ValueColumn,
} from 'src/server/search/columns/valueColumns.ts';

export interface TablePlan {
  readonly type: string;
  readonly number: number;
  readonly columns: readonly ColumnPlan[];
  /** Geometry properties. */
  readonly places: readonly string[];
  /** Properties whose terms are counted frequently. */
  readonly facets: readonly string[];
}

/** One item from the feed. Texts are parsed here, off the main thread. */
export interface RowMessage {
  readonly i: number;
  readonly n: number;
  readonly acl: number;
  readonly created: number;
  readonly updated: number;
  /** `{1,2}` */
  readonly terms: string;
  /** JSON */
  readonly sortKeys: string;
  /** JSON, a list of StoredPlace. */
  readonly places: string | null;
  /** JSON `[[acl, terms, sort_keys, words, level, xmin], ...]`: values for readers of a stricter level. */
  readonly levels: string | null;
  /** Words separated by line breaks; null when the texts are read later. */
  readonly words: string | null;
  /** Folded label. */
  readonly label: string | null;
  /** Transaction that wrote the row (`xmin`); 0 while the row is read by other readers than those that it has. */
  readonly mark?: number;
}

/** Texts of one item that was read without them. */
export interface TextMessage {
  readonly i: number;
  readonly words: string;
  readonly label: string;
  /** JSON, a list of PartText. */
  readonly parts: string | null;
}

/** Acls of the database are greater. */
const EMPTY_ROW_ACL = 0;

export const parseInts = (text: string): number[] => {
  const numbers: number[] = [];
  let current = 0;
  for (let at = 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) current = current * 10 + code - 48;
    else if (text.length > 2) {
      numbers.push(current);
      current = 0;
    }
  }
  return numbers;
};

type SortValues = Readonly<Record<string, StoredValue>>;

const NO_SORT_VALUES: SortValues = {};

/** Reads the text of `sort_keys`. Most items of many types have none. */
export const sortValuesIn = (sortKeys: string): SortValues =>
  sortKeys === '' || sortKeys === '{}' ? NO_SORT_VALUES : (JSON.parse(sortKeys) as SortValues);

/** See RowMessage.levels. */
type StoredLevel = readonly [
  ...[acl: number, terms: string, sortKeys: string, words: string],
  ...[level: number, xmin: string],
];

const NO_LEVELS: readonly StoredLevel[] = [];

const textOf = (words: string, label: string | null, levels: readonly StoredLevel[]): ItemText => ({
  words,
  label: label ?? '',
  parts: levels.flatMap(([acl, , , part]) => (part === '' ? [] : [[acl, part] as const])),
});

type OpenedRow = Pick<RowMessage, 'i' | 'n' | 'acl' | 'created' | 'updated' | 'mark'>;

export class Table {
  readonly plan: TablePlan;
  readonly rows = new RowIndex();
  size = 0;
  number = new Int32Array(0);
  n = new Int32Array(0);
  acl = new Int32Array(0);
  /** No row has a greater acl. */
  greatestAcl = EMPTY_ROW_ACL;
  created = new Float64Array(0);
  updated = new Float64Array(0);
  /** Transaction that wrote the row, as 32 bits; NO_MARK for rows that have to be read again after a start. */
  marks = new Int32Array(0);
  /** See partMark; 0 without restricted parts and geometries. */
  partMarks = new Float64Array(0);
  /** Rows that changed since a save began. */
  private changedRows: Set<number> | undefined;
  readonly terms = new Lists(Int32Array);
  readonly levels = new LevelTerms();
  readonly columns: ReadonlyMap<string, ValueColumn>;
  readonly places: ReadonlyMap<string, PlaceColumn>;
  readonly texts = new TextIndex();
  private readonly sets = new SetColumns();
  private readonly free: number[] = [];

  constructor(plan: TablePlan) {
    this.plan = plan;
    this.columns = new Map(plan.columns.map((column) => [column.path, createColumn(column)]));
    this.places = new Map(plan.places.map((path) => [path, new PlaceColumn()]));
  }

  /** Number of rows with an item. */
  get held(): number {
    return this.size - this.free.length;
  }

  /** Returns the terms of a property by row, valid until a row is put or removed. */
  setsOf(interner: TermPlaces, prop: number, look?: () => void): TermSets {
    return this.sets.of(this, interner, prop, look);
  }

  /** Builds all columns needed next in one pass over the rows. `look` is called repeatedly and ends it by throwing. */
  prepareSets(interner: TermPlaces, props: readonly number[], look?: () => void): void {
    this.sets.prepare(this, interner, props, look);
  }

  /** Returns the row of an item, which is added if it is new. The caller sets its terms and values. */
  open({ i, n, acl, created, updated, mark = NO_MARK }: OpenedRow): number {
    const row = this.rowFor(i);
    this.marks[row] = mark;
    this.setPartMark(row, 0);
    this.changedRows?.add(row);
    this.n[row] = n;
    this.setAcl(row, acl);
    this.created[row] = created;
    this.updated[row] = updated;
    this.sets.change(row);
    return row;
  }

  put(message: RowMessage): void {
    const row = this.open(message);
    this.terms.set(row, parseInts(message.terms));
    this.putValues(row, message);
    if (this.places.size > 0) this.putPlaces(row, message.places);
  }

  /** Adds the texts of an item, unless newer ones are known. */
  putTexts({ i, words, label, parts }: TextMessage): void {
    const row = this.rows.get(i);
    if (row < 0 || this.texts.holds(row)) return;
    this.texts.put(row, { words, label, parts: parts === null ? [] : (JSON.parse(parts) as PartText[]) });
  }

  remove(number: number): void {
    const row = this.rows.get(number);
    if (row < 0) return;
    this.rows.delete(number);
    this.changedRows?.add(row);
    this.acl[row] = EMPTY_ROW_ACL;
    this.terms.set(row, []);
    this.levels.set(row, []);
    for (const column of this.columns.values()) column.set(row, undefined, WITH_ITEM);
    for (const column of this.places.values()) column.set(row, undefined);
    this.texts.remove(row);
    this.sets.change(row);
    this.free.push(row);
  }

  /** Sets the readers of every row with the term, until the row is put again. */
  readBy({ term, acl, restrictedAcl }: { term: number; acl: number; restrictedAcl: number }): void {
    for (let row = 0; row < this.size; row++) {
      if (this.acl[row] === EMPTY_ROW_ACL || !this.terms.has(row, term)) continue;
      this.marks[row] = NO_MARK;
      this.setAcl(row, acl);
      this.levels.replace(row, () => restrictedAcl);
      for (const acls of this.restrictedAcls()) if (acls.get(row) !== WITH_ITEM) acls.set(row, restrictedAcl);
      this.texts.restrict(row, restrictedAcl);
    }
  }

  /** Replaces acls by others, until the row is put again. */
  close(closed: ReadonlyMap<number, number>): void {
    for (let row = 0; row < this.size; row++)
      if (closed.size > 0 && (closed.has(this.acl[row] as number) || (this.partMarks[row] ?? 0) !== 0))
        this.marks[row] = NO_MARK;
    replaceAcls(this.acl, closed);
    for (const acl of closed.values()) this.greatestAcl = Math.max(this.greatestAcl, acl);
    for (let row = 0; row < this.size; row++) this.levels.replace(row, (acl) => closed.get(acl) ?? acl);
    for (const acls of this.restrictedAcls()) acls.replace(closed);
    this.texts.replaceAcls((acl) => closed.get(acl) ?? acl);
  }

  /** Notes a restricted part or a geometry of the row. */
  addPartMark(row: number, key: number, xmin: number): void {
    this.setPartMark(row, partMark(this.partMarks[row] ?? 0, key, xmin));
  }

  private setPartMark(row: number, mark: number): void {
    if (mark === 0 && row >= this.partMarks.length) return;
    this.partMarks = grown(this.partMarks, Float64Array, row + 1);
    this.partMarks[row] = mark;
  }

  setAcl(row: number, acl: number): void {
    this.acl[row] = acl;
    this.greatestAcl = Math.max(this.greatestAcl, acl);
  }

  /** Yields the parts of the table by name. The table may change between them; the last part says which rows did. */
  *savedParts(): Generator<readonly [name: string, saved: Saved]> {
    const { size } = this;
    this.changedRows = new Set();
    try {
      for (const [path, column] of this.columns) yield [`column ${path}`, column.saved(size)];
      for (const [path, column] of this.places) yield [`place ${path}`, column.saved(size)];
      yield ['terms', this.terms.saved()];
      yield ['levels', this.levels.saved()];
      yield ['sets', this.sets.saved(size)];
      yield ['texts', this.texts.saved()];
      yield ['rows', this.savedRows()];
    } finally {
      this.changedRows = undefined;
    }
  }

  /** Restores an empty table. */
  restore(partOf: (name: string) => Restored): void {
    this.restoreRows(partOf('rows'));
    for (const [path, column] of this.columns) column.restore(partOf(`column ${path}`));
    for (const [path, column] of this.places) column.restore(partOf(`place ${path}`));
    this.terms.restore(partOf('terms'));
    this.levels.restore(partOf('levels'));
    this.sets.restore(partOf('sets'));
    this.texts.restore(partOf('texts'));
  }

  private savedRows(): Saved {
    const { size, greatestAcl, changedRows = new Set() } = this;
    const marks = this.marks.slice(0, size);
    for (const row of changedRows) marks[row] = NO_MARK;
    const { number, n, acl, created, updated, partMarks } = this;
    const own = Object.entries({ number, n, acl, created, updated, partMarks });
    return {
      numbers: { size, greatestAcl },
      arrays: { marks, ...Object.fromEntries(own.map(([name, array]) => [name, array.subarray(0, size)])) },
    };
  }

  private restoreRows(from: Restored): void {
    this.size = from.number('size');
    this.greatestAcl = from.number('greatestAcl');
    this.marks = from.array('marks', Int32Array);
    this.number = from.array('number', Int32Array);
    this.n = from.array('n', Int32Array);
    this.acl = from.array('acl', Int32Array);
    this.created = from.array('created', Float64Array);
    this.updated = from.array('updated', Float64Array);
    this.partMarks = from.array('partMarks', Float64Array).fill(0, from.lengthOf('partMarks'));
    for (let row = 0; row < this.size; row++)
      if (this.acl[row] === EMPTY_ROW_ACL) this.free.push(row);
      else this.rows.set(this.number[row] as number, row);
  }

  private rowFor(number: number): number {
    const known = this.rows.get(number);
    if (known >= 0) return known;
    const row = this.free.pop() ?? this.size++;
    this.number = grown(this.number, Int32Array, row + 1);
    this.n = grown(this.n, Int32Array, row + 1);
    this.acl = grown(this.acl, Int32Array, row + 1);
    this.created = grown(this.created, Float64Array, row + 1);
    this.updated = grown(this.updated, Float64Array, row + 1);
    this.marks = grown(this.marks, Int32Array, row + 1);
    this.number[row] = number;
    this.rows.set(number, row);
    return row;
  }

  private putValues(row: number, message: RowMessage): void {
    const levels = message.levels === null ? NO_LEVELS : (JSON.parse(message.levels) as StoredLevel[]);
    if (message.words !== null) this.texts.put(row, textOf(message.words, message.label, levels));
    this.levels.set(
      row,
      levels.map(([acl, terms]) => [acl, parseInts(terms)]),
    );
    for (const [, , , , level, xmin] of levels) this.addPartMark(row, level, Number(xmin));
    if (this.columns.size === 0) return;
    const own = sortValuesIn(message.sortKeys);
    const leveled = levels.map(([acl, , sortKeys]) => ({ acl, values: sortValuesIn(sortKeys) }));
    for (const [path, column] of this.columns) {
      const isLeveled = leveled.length > 0 && !Object.hasOwn(own, path);
      const level = isLeveled ? leveled.find(({ values }) => Object.hasOwn(values, path)) : undefined;
      column.set(row, level ? level.values[path] : own[path], level?.acl ?? WITH_ITEM);
    }
  }

  private putPlaces(row: number, text: string | null): void {
    const stored = text === null ? [] : (JSON.parse(text) as StoredPlace[]);
    for (const [prop, , , , xmin] of stored) this.addPartMark(row, geometryKey(prop), Number(xmin));
    for (const [path, column] of this.places)
      column.set(
        row,
        stored.find(([prop]) => prop === path),
      );
  }

  /** Yields the acls of all restricted values. */
  private *restrictedAcls(): Generator<AclColumn> {
    for (const { acl } of this.columns.values()) yield acl;
    for (const { acl } of this.places.values()) yield acl;
    yield* this.sets.acls();
  }
}
