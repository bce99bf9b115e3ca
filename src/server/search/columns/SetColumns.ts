// Sets of terms of one table by property. A column is built from the terms of the rows when a query first needs it, and updated when it is
// needed again, so rows that are read before their terms are harmless.

import { TermSets } from 'src/server/search/columns/TermSets.ts';
import type { LeveledTerms, Table } from 'src/server/search/columns/Table.ts';
import type { TermPlaces } from 'src/server/search/columns/TermPlaces.ts';
import { WITH_ITEM, type AclColumn } from 'src/server/search/columns/valueColumns.ts';

/** A column with more unused sets than this is discarded. */
const SPARE = 4096;

/** Without queries, the columns are discarded after this number of changes, and built again when needed. */
const MOST_CHANGED = 100_000;

const NO_SETS: readonly LeveledTerms[] = [];

type Rows = Pick<Table, 'size' | 'terms' | 'leveled'>;

export class SetColumns {
  private readonly columns = new Map<number, TermSets>();
  private changed: number[] = [];

  /** Called when the row was put or removed. */
  change(row: number): void {
    if (this.columns.size === 0) return;
    this.changed.push(row);
    if (this.changed.length > MOST_CHANGED) this.forget();
  }

  *acls(): Generator<AclColumn> {
    for (const { acl } of this.columns.values()) yield acl;
  }

  of(table: Rows, interner: TermPlaces, prop: number): TermSets {
    this.prepare(table, interner, [prop]);
    return this.columns.get(prop) ?? new TermSets();
  }

  /** Builds the missing columns of these properties in one pass over the rows. */
  prepare(table: Rows, interner: TermPlaces, props: readonly number[]): void {
    this.follow(table, interner);
    const missing = new Map(
      props.filter((prop) => prop > 0 && !this.columns.has(prop)).map((prop) => [prop, new TermSets()] as const),
    );
    if (missing.size === 0) return;
    const put = putting(table, interner, missing);
    for (let row = 0; row < table.size; row++) put(row);
    for (const [prop, column] of missing) this.columns.set(prop, column);
  }

  private forget(): void {
    this.columns.clear();
    this.changed = [];
  }

  private follow(table: Rows, interner: TermPlaces): void {
    const { changed } = this;
    if (changed.length === 0) return;
    this.changed = [];
    for (const [prop, { count }] of this.columns) if (count > 2 * table.size + SPARE) this.columns.delete(prop);
    if (changed.length > table.size) {
      this.forget();
      return;
    }
    const put = putting(table, interner, this.columns);
    for (const row of changed) put(row);
  }
}

/** Adds the terms of a row to each of the columns. */
const putting = (
  { terms, leveled }: Rows,
  { propOf }: TermPlaces,
  columns: ReadonlyMap<number, TermSets>,
): ((row: number) => void) => {
  const all = [...columns.values()];
  const lists = all.map((): number[] => []);
  const acls = new Int32Array(all.length);
  const listOf = new Int32Array(Math.max(0, ...columns.keys()) + 1).fill(-1);
  for (const [at, prop] of [...columns.keys()].entries()) listOf[prop] = at;
  const take = (term: number, acl: number): void => {
    const at = listOf[propOf[term] ?? 0] ?? -1;
    if (at < 0) return;
    (lists[at] as number[]).push(term);
    acls[at] = acl;
  };
  return (row) => {
    for (const list of lists) list.length = 0;
    acls.fill(WITH_ITEM);
    const start = terms.starts[row] ?? 0;
    const end = start + (terms.lengths[row] ?? 0);
    for (let at = start; at < end; at++) take(terms.data[at] as number, WITH_ITEM);
    for (const level of leveled[row] ?? NO_SETS) for (const term of level.terms) take(term, level.acl);
    for (let at = 0; at < all.length; at++) (all[at] as TermSets).set(row, lists[at] as number[], acls[at] as number);
  };
};
