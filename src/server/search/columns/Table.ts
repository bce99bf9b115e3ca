// Columns of one item type. Rows are reused after a deletion; a row with acl -1 is empty.

import { Lists, grown } from 'src/server/search/columns/Lists.ts';
import { PlaceColumn, type StoredPlace } from 'src/server/search/columns/PlaceColumn.ts';
import { RowIndex } from 'src/server/search/columns/RowIndex.ts';
import { SetColumns } from 'src/server/search/columns/SetColumns.ts';
import type { TermPlaces } from 'src/server/search/columns/TermPlaces.ts';
import type { TermSets } from 'src/server/search/columns/TermSets.ts';
import { TextIndex, type ItemText, type PartText } from 'src/server/search/text/TextIndex.ts';
import {
  WITH_ITEM,
  createColumn,
  type AclColumn,
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
  /** JSON `[[acl, terms, sort_keys, words], ...]`: values for readers of a stricter level. */
  readonly levels: string | null;
  /** Words separated by line breaks; null when the texts are read later. */
  readonly words: string | null;
  /** Folded label. */
  readonly label: string | null;
}

/** Texts of one item that was read without them. */
export interface TextMessage {
  readonly i: number;
  readonly words: string;
  readonly label: string;
  /** JSON, a list of PartText. */
  readonly parts: string | null;
}

export interface LeveledTerms {
  readonly acl: number;
  readonly terms: readonly number[];
}

const EMPTY_ROW_ACL = -1;

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

/** See RowMessage.levels. */
type StoredLevel = readonly [acl: number, terms: string, sortKeys: string, words: string];

const textOf = (words: string, label: string | null, levels: readonly StoredLevel[]): ItemText => ({
  words,
  label: label ?? '',
  parts: levels.flatMap(([acl, , , part]) => (part === '' ? [] : [[acl, part] as const])),
});

export class Table {
  readonly plan: TablePlan;
  readonly rows = new RowIndex();
  size = 0;
  number = new Int32Array(0);
  n = new Int32Array(0);
  acl = new Int32Array(0);
  created = new Float64Array(0);
  updated = new Float64Array(0);
  readonly terms = new Lists(Int32Array);
  /** Terms of a stricter level by row. */
  readonly leveled: (readonly LeveledTerms[] | undefined)[] = [];
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
  setsOf(interner: TermPlaces, prop: number): TermSets {
    return this.sets.of(this, interner, prop);
  }

  /** Builds all columns needed next in one pass over the rows. */
  prepareSets(interner: TermPlaces, props: readonly number[]): void {
    this.sets.prepare(this, interner, props);
  }

  put(message: RowMessage): void {
    const row = this.rowFor(message.i);
    this.n[row] = message.n;
    this.acl[row] = message.acl;
    this.created[row] = message.created;
    this.updated[row] = message.updated;
    this.terms.set(row, parseInts(message.terms));
    this.putValues(row, message);
    if (this.places.size > 0) this.putPlaces(row, message.places);
    this.sets.change(row);
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
    this.acl[row] = EMPTY_ROW_ACL;
    this.terms.set(row, []);
    if (row < this.leveled.length) this.leveled[row] = undefined;
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
      this.acl[row] = acl;
      const leveled = this.leveled[row];
      if (leveled) this.leveled[row] = leveled.map(({ terms }) => ({ acl: restrictedAcl, terms }));
      for (const acls of this.restrictedAcls()) if (acls.get(row) !== WITH_ITEM) acls.set(row, restrictedAcl);
      this.texts.restrict(row, restrictedAcl);
    }
  }

  /** Replaces acls by others, until the row is put again. */
  close(closed: ReadonlyMap<number, number>): void {
    const now = (acl: number): number => closed.get(acl) ?? acl;
    this.acl = this.acl.map(now);
    for (const [row, leveled] of this.leveled.entries())
      this.leveled[row] = leveled?.map(({ acl, terms }) => ({ acl: now(acl), terms }));
    for (const acls of this.restrictedAcls()) acls.change(now);
    this.texts.replaceAcls(now);
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
    this.number[row] = number;
    this.rows.set(number, row);
    return row;
  }

  private putValues(row: number, message: RowMessage): void {
    const levels = message.levels === null ? [] : (JSON.parse(message.levels) as StoredLevel[]);
    if (message.words !== null) this.texts.put(row, textOf(message.words, message.label, levels));
    const leveled = levels
      .map(([acl, terms]) => ({ acl, terms: parseInts(terms) }))
      .filter(({ terms }) => terms.length > 0);
    if (leveled.length > 0) {
      while (this.leveled.length <= row) this.leveled.push(undefined);
      this.leveled[row] = leveled;
    } else if (row < this.leveled.length) this.leveled[row] = undefined;
    if (this.columns.size === 0) return;
    const sources = [
      [WITH_ITEM, message.sortKeys] as const,
      ...levels.map(([acl, , sortKeys]) => [acl, sortKeys] as const),
    ].map(([acl, sortKeys]) => ({
      acl,
      values: (sortKeys === '{}' ? {} : JSON.parse(sortKeys)) as Record<string, StoredValue>,
    }));
    for (const [path, column] of this.columns) {
      const source = sources.find(({ values }) => Object.hasOwn(values, path));
      column.set(row, source?.values[path], source?.acl ?? WITH_ITEM);
    }
  }

  private putPlaces(row: number, text: string | null): void {
    const stored = text === null ? [] : (JSON.parse(text) as StoredPlace[]);
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
