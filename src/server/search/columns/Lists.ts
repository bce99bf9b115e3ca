// A short list of numbers per row, packed into one typed array: appended at the end, rewritten in place when it does not grow, compacted
// when half of it is unused. Owned by the search worker, so nothing else reads it while it changes.

type Packed = Int32Array | Float64Array | Uint8Array;
type PackedKind<T extends Packed> = new (length: number) => T;

const MIN_LIST_SPACE = 1024;

export const grown = <T extends Packed>(array: T, kind: new (length: number) => T, length: number): T => {
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
