// Selects the first rows of an order without sorting all of them: by the key in which most of them differ, and by the next key among equal
// ones. The time is linear in the number of rows, in any initial order.

import type { Table } from 'src/server/search/columns/Table.ts';
import type { Scope } from 'src/server/search/evaluate/Scope.ts';
import type { SortSource } from 'src/server/search/evaluate/searchPlan.ts';
import { KEY_UNITS, keysOf, type ReadValue } from 'src/server/search/evaluate/sortOrder.ts';

/** Returns the n-th smallest number. Reorders the array. */
const nthOf = (keys: Float64Array, place: number): number => {
  let from = 0;
  let to = keys.length - 1;
  while (from < to) {
    // Pivot from the middle, so that sorted input is not slower.
    const middle = keys[(from + to) >> 1] as number;
    let low = from;
    let high = to;
    while (low <= high) {
      while ((keys[low] as number) < middle) low += 1;
      while ((keys[high] as number) > middle) high -= 1;
      if (low > high) break;
      const before = keys[low] as number;
      keys[low++] = keys[high] as number;
      keys[high--] = before;
    }
    if (place <= high) to = high;
    else if (place >= low) from = low;
    else break;
  }
  return keys[place] as number;
};

class Found {
  /** Unordered. */
  readonly sure: number[] = [];
  /** Rows for which it is not decided yet. */
  open: Int32Array;
  private readonly count: number;

  constructor(rows: Int32Array, count: number) {
    this.open = rows;
    this.count = count;
  }

  get isDone(): boolean {
    return this.sure.length === this.count;
  }

  /** Divides the open rows by their keys; smaller ones come first. */
  divide(keys: Float64Array): void {
    const wanted = this.count - this.sure.length;
    if (wanted < this.open.length) {
      const last = nthOf(keys.slice(), wanted - 1);
      this.open.forEach((row, at) => {
        if ((keys[at] as number) < last) this.sure.push(row);
      });
      this.open = this.open.filter((_, at) => keys[at] === last);
    }
    if (this.count - this.sure.length < this.open.length) return;
    for (const row of this.open) this.sure.push(row);
    this.open = this.open.subarray(0, 0);
  }
}

export interface Order {
  readonly sorts: readonly SortSource[];
  readonly reads: readonly ReadValue[];
  readonly descending: readonly boolean[];
}

const NO_SORT: SortSource = { from: 'none' };

/** Returns at most `count` rows, unordered. Equal rows are taken from the newest on. */
export const firstRows = (
  scope: Scope,
  table: Table,
  { sorts, reads, descending }: Order,
  rows: Int32Array,
  count: number,
): readonly number[] => {
  const found = new Found(rows, Math.min(count, rows.length));
  for (const [at, read] of reads.entries()) {
    const source = sorts[at] ?? NO_SORT;
    // A key contains the beginning of a text; equal beginnings are compared by the next part.
    for (let begin = 0; !found.isDone; begin += KEY_UNITS) {
      const alike = begin === 0 ? undefined : read(found.open[0] as number);
      if (begin > 0 && !(typeof alike === 'string' && alike.length > begin)) break;
      scope.look();
      found.divide(keysOf(table, { source, read, descending: descending[at] ?? false, begin }, found.open));
    }
  }
  if (!found.isDone) found.divide(Float64Array.from(found.open, (row) => -(table.n[row] as number)));
  return found.sure;
};
