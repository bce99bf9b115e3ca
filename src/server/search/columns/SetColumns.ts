// Sets of terms of one table by property. A column is built from the terms of the rows when a query first needs it, and updated when it is
// needed again, so rows that are read before their terms are harmless.

import { TermSets } from 'src/server/search/columns/TermSets.ts';
import type { Table } from 'src/server/search/columns/Table.ts';
import type { TermPlaces } from 'src/server/search/columns/TermPlaces.ts';
import { WITH_ITEM, type AclColumn } from 'src/server/search/columns/AclColumn.ts';
import type { Restored, Saved } from 'src/server/search/snapshot/Saved.ts';

/** With more sets than this and fewer rows to a set than that, counting by set is slower than counting the terms of each row. */
const MIN_SHARED = 2048;
const ROWS_PER_SET = 8;
/** Rows that change leave sets without rows, so a column may grow to this multiple until it is built again. */
const GROWTH = 2;

/** Without queries, the columns are discarded after this number of changes, and built again when needed. */
const MOST_CHANGED = 100_000;

/** Rows between two calls of `look`. */
const ROWS_PER_LOOK = 8192;

type Rows = Pick<Table, 'size' | 'terms' | 'levels'>;

const lookAway = (): void => undefined;

const maxSharedSets = ({ size }: Rows): number => MIN_SHARED + size / ROWS_PER_SET;

interface BuiltSets {
  readonly sets: TermSets;
  /** Rows of the table at that time. */
  readonly rows: number;
}

export class SetColumns {
  private readonly columns = new Map<number, BuiltSets>();
  private changed: number[] = [];

  /** Called when the row was put or removed. */
  change(row: number): void {
    if (this.columns.size === 0) return;
    this.changed.push(row);
    if (this.changed.length > MOST_CHANGED) this.forget();
  }

  *acls(): Generator<AclColumn> {
    for (const { sets } of this.columns.values()) yield sets.acl;
  }

  of(table: Rows, interner: TermPlaces, prop: number, look?: () => void): TermSets {
    this.prepare(table, interner, [prop], look);
    return this.columns.get(prop)?.sets ?? new TermSets(0);
  }

  /** Builds the missing columns of these properties in one pass over the rows. */
  prepare(table: Rows, interner: TermPlaces, props: readonly number[], look = lookAway): void {
    this.follow(table, interner);
    const missing = new Map(
      props
        .filter((prop) => prop > 0 && !this.columns.has(prop))
        .map((prop) => [prop, new TermSets(maxSharedSets(table))] as const),
    );
    if (missing.size === 0) return;
    const put = putting(table, interner, missing);
    for (let row = 0; row < table.size; row++) {
      if (row % ROWS_PER_LOOK === 0) look();
      put(row);
    }
    for (const [prop, sets] of missing) {
      sets.maxShared *= GROWTH;
      this.columns.set(prop, { sets, rows: table.size });
    }
  }

  saved(size: number): Saved {
    return {
      arrays: { changed: Int32Array.from(this.changed) },
      parts: Object.fromEntries(
        [...this.columns].map(([prop, { sets, rows }]) => [
          String(prop),
          { numbers: { rows }, parts: { sets: sets.saved(size) } },
        ]),
      ),
    };
  }

  restore(from: Restored): void {
    this.changed = [...from.array('changed', Int32Array).subarray(0, from.lengthOf('changed'))];
    for (const prop of from.partNames) {
      const part = from.part(prop);
      const sets = new TermSets(0);
      sets.restore(part.part('sets'));
      this.columns.set(Number(prop), { sets, rows: part.number('rows') });
    }
  }

  private forget(): void {
    this.columns.clear();
    this.changed = [];
  }

  private follow(table: Rows, interner: TermPlaces): void {
    const { changed } = this;
    if (changed.length === 0) return;
    this.changed = [];
    for (const [prop, { sets, rows }] of this.columns) {
      const isFull = !sets.isPerRow && sets.count + changed.length > sets.maxShared;
      if (isFull || table.size > GROWTH * rows + MIN_SHARED) this.columns.delete(prop);
    }
    if (changed.length > table.size) {
      this.forget();
      return;
    }
    const columns = new Map([...this.columns].map(([prop, { sets }]) => [prop, sets] as const));
    const put = putting(table, interner, columns);
    for (const row of changed) put(row);
  }
}

/** Adds the terms of a row to each of the columns. */
const putting = (
  { terms, levels }: Rows,
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
    levels.each(row, take);
    for (let at = 0; at < all.length; at++) (all[at] as TermSets).set(row, lists[at] as number[], acls[at] as number);
  };
};
