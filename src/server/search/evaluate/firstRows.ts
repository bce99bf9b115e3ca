// Selects the first rows of an order without sorting all of them: by the key in which most of them differ, and by the next key among equal
// ones. The time is linear in the number of rows, in any initial order.

import type { Table } from 'src/server/search/columns/Table.ts';
import type { Scope } from 'src/server/search/evaluate/Scope.ts';
import type { SortSource } from 'src/server/search/evaluate/searchPlan.ts';
import { KEY_UNITS } from 'src/server/search/columns/TextColumn.ts';
import { keysOf, type ReadValue } from 'src/server/search/evaluate/sortOrder.ts';

/** Moves the n-th smallest of the numbers to its place, smaller ones before it. */
const select = (keys: Float64Array, end: number, place: number): void => {
  let from = 0;
  let to = end - 1;
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
};

/** Smallest numbers that are collected before most of them are dropped again. */
const MIN_COLLECTED = 1024;

/** Returns the n-th smallest number. A number that is not among the smallest so far costs one comparison. */
const nthOf = (keys: Float64Array, place: number): number => {
  const wanted = place + 1;
  const smallest = new Float64Array(Math.min(keys.length, Math.max(MIN_COLLECTED, 4 * wanted)));
  let threshold = Infinity;
  let count = 0;
  // Rows are mostly in the order of their age. From the end with smaller numbers, the threshold is low from the beginning.
  const isRising = (keys[0] as number) <= (keys[keys.length - 1] as number);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[isRising ? at : keys.length - 1 - at] as number;
    if (key > threshold) continue;
    if (count === smallest.length) {
      select(smallest, count, place);
      threshold = smallest[place] as number;
      count = wanted;
      if (key > threshold) continue;
    }
    smallest[count++] = key;
  }
  select(smallest, count, place);
  return smallest[place] as number;
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
      const last = nthOf(keys, wanted - 1);
      const equal = new Int32Array(this.open.length);
      let count = 0;
      for (let at = 0; at < keys.length; at++) {
        const key = keys[at] as number;
        if (key < last) this.sure.push(this.open[at] as number);
        else if (key === last) equal[count++] = this.open[at] as number;
      }
      this.open = equal.subarray(0, count);
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

/** Returns keys by which the newest row comes first. */
const keysByAge = ({ n }: Table, rows: Int32Array): Float64Array => {
  const keys = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at++) keys[at] = -(n[rows[at] as number] as number);
  return keys;
};

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
  if (!found.isDone) found.divide(keysByAge(table, found.open));
  return found.sure;
};
