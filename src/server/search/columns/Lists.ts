// A short list of numbers per row, packed into one typed array: appended at the end, rewritten in place when it does not grow, compacted
// when half of it is unused. Owned by the search worker, so nothing else reads it while it changes.

import type { PackedArray, PackedKind, Restored, Saved } from 'src/server/search/snapshot/Saved.ts';

type Packed = Int32Array | Float64Array | Uint8Array;

const MIN_LIST_SPACE = 1024;

export const grown = <T extends PackedArray>(array: T, kind: new (length: number) => T, length: number): T => {
  if (array.length >= length) return array;
  const larger = new kind(Math.max(MIN_LIST_SPACE, length, array.length * 2));
  larger.set(array);
  return larger;
};

export class Lists<T extends Packed> {
  readonly kind: PackedKind<T>;
  starts = new Int32Array(MIN_LIST_SPACE);
  lengths = new Int32Array(MIN_LIST_SPACE);
  data: T;
  private used = 0;
  private garbage = 0;

  constructor(kind: PackedKind<T>) {
    this.kind = kind;
    this.data = new kind(MIN_LIST_SPACE);
  }

  set(row: number, values: ArrayLike<number>): void {
    this.starts = grown(this.starts, Int32Array, row + 1);
    this.lengths = grown(this.lengths, Int32Array, row + 1);
    const length = this.lengths[row] ?? 0;
    if (values.length > length) {
      this.garbage += length;
      this.starts[row] = this.reserve(values.length);
    } else this.garbage += length - values.length;
    this.lengths[row] = values.length;
    this.data.set(values, this.starts[row]);
    if (this.garbage > MIN_LIST_SPACE && this.garbage * 2 > this.used) this.pack();
  }

  lengthOf(row: number): number {
    return row < this.lengths.length ? (this.lengths[row] as number) : 0;
  }

  has(row: number, value: number): boolean {
    const start = this.starts[row] ?? 0;
    const end = start + (this.lengths[row] ?? 0);
    for (let at = start; at < end; at++) if (this.data[at] === value) return true;
    return false;
  }

  saved(): Saved {
    let rows = this.lengths.length;
    while (rows > 0 && this.lengths[rows - 1] === 0) rows -= 1;
    const [starts, lengths] = [this.starts.subarray(0, rows), this.lengths.subarray(0, rows)];
    const { used, garbage } = this;
    return { numbers: { used, garbage }, arrays: { starts, lengths, data: this.data.subarray(0, used) } };
  }

  restore(from: Restored): void {
    this.used = from.number('used');
    this.garbage = from.number('garbage');
    this.starts = from.array('starts', Int32Array);
    this.lengths = from.array('lengths', Int32Array);
    this.data = from.array('data', this.kind);
  }

  private reserve(length: number): number {
    const start = this.used;
    this.used += length;
    this.data = grown<Packed>(this.data, this.kind, this.used) as T;
    return start;
  }

  private pack(): void {
    const packed = new this.kind(Math.max(MIN_LIST_SPACE, Math.ceil((this.used - this.garbage) * 1.25)));
    let end = 0;
    for (let row = 0; row < this.lengths.length; row++) {
      const length = this.lengths[row] ?? 0;
      const start = this.starts[row] ?? 0;
      packed.set(this.data.subarray(start, start + length), end);
      this.starts[row] = end;
      end += length;
    }
    this.data = packed;
    this.used = end;
    this.garbage = 0;
  }
}
