// Maps item numbers to rows. Numbers are assigned in blocks, so an array is used; a few distant ones are in a map.

import { grown } from 'src/server/search/columns/Lists.ts';

const MAX_ARRAY_GAP = 1 << 14;

export class RowIndex {
  private dense = new Int32Array(0);
  private readonly sparse = new Map<number, number>();
  private count = 0;

  /** Returns the row of an item number, or -1. */
  get(number: number): number {
    if (number < this.dense.length) return (this.dense[number] ?? 0) - 1;
    return this.sparse.get(number) ?? -1;
  }

  set(number: number, row: number): void {
    this.count += 1;
    if (number < this.dense.length) this.dense[number] = row + 1;
    else if (number < this.count * 8 + MAX_ARRAY_GAP) this.widen(number, row);
    else this.sparse.set(number, row);
  }

  delete(number: number): void {
    if (number < this.dense.length) this.dense[number] = 0;
    else this.sparse.delete(number);
  }

  private widen(number: number, row: number): void {
    this.dense = grown(this.dense, Int32Array, number + 1);
    this.dense[number] = row + 1;
    for (const [far, at] of this.sparse) {
      if (far >= this.dense.length) continue;
      this.dense[far] = at + 1;
      this.sparse.delete(far);
    }
  }
}
