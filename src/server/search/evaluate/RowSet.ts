// Rows of one table that a query selects, as bits and as a list.

import { andNotInto, countBits, rowsOfBits } from 'src/server/search/columns/bits.ts';

export class RowSet {
  readonly bits: Uint32Array;
  private known: Int32Array | undefined;

  constructor(bits: Uint32Array) {
    this.bits = bits;
  }

  /** The rows in order. */
  get rows(): Int32Array {
    return (this.known ??= rowsOfBits(this.bits, countBits(this.bits)));
  }

  get count(): number {
    return this.rows.length;
  }

  /** Returns the rows that are not in the other set. */
  without(other: Uint32Array | undefined): RowSet {
    if (!other) return this;
    const bits = this.bits.slice();
    andNotInto(bits, other);
    return new RowSet(bits);
  }
}
