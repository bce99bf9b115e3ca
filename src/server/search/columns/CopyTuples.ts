// Reads rows in the binary format of PostgreSQL's COPY from pieces of any size
// (https://www.postgresql.org/docs/current/sql-copy.html, "Binary Format").

const COPY_HEADER_BYTES = 19;
const ABSENT_LENGTH = -1;
/** Bytes of an array before its first element: dimensions, flags, element type, length, lower bound. */
const ARRAY_HEADER_BYTES = 20;
const ARRAY_LENGTH_AT = 12;
const INT_BYTES = 4;
const INT_VALUES = 2 ** 32;
/** Microseconds from 1970 to 2000, where PostgreSQL begins to count. */
const POSTGRES_EPOCH_MICROSECONDS = 946_684_800_000_000;

/** The fields of one row. Valid until the next row is read. */
export class Tuple {
  private bytes: Buffer = Buffer.alloc(0);
  private readonly starts: number[] = [];
  private readonly lengths: number[] = [];

  /** Returns the position after the row at `at`, or -1 when its end is missing. */
  read(bytes: Buffer, at: number): number {
    this.bytes = bytes;
    if (at + 2 > bytes.length) return ABSENT_LENGTH;
    const count = bytes.readInt16BE(at);
    let next = at + 2;
    for (let field = 0; field < count; field++) {
      if (next + INT_BYTES > bytes.length) return ABSENT_LENGTH;
      const length = bytes.readInt32BE(next);
      next += INT_BYTES;
      this.starts[field] = next;
      this.lengths[field] = length;
      if (length > 0) next += length;
    }
    return next > bytes.length ? ABSENT_LENGTH : next;
  }

  has(field: number): boolean {
    return this.lengths[field] !== ABSENT_LENGTH;
  }

  int(field: number): number {
    return this.bytes.readInt32BE(this.starts[field]);
  }

  /** Returns the milliseconds since 1970 of a timestamp, with fractions. */
  timestampMs(field: number): number {
    const start = this.starts[field] as number;
    const microseconds = this.bytes.readInt32BE(start) * INT_VALUES + this.bytes.readUInt32BE(start + INT_BYTES);
    return (POSTGRES_EPOCH_MICROSECONDS + microseconds) / 1000;
  }

  /** Returns undefined for null. */
  text(field: number): string | undefined {
    const start = this.starts[field] as number;
    return this.has(field) ? this.bytes.toString('utf8', start, start + (this.lengths[field] as number)) : undefined;
  }

  /** Returns an int[] without nulls. */
  ints(field: number): number[] {
    const length = this.lengths[field] as number;
    if (length < ARRAY_HEADER_BYTES) return [];
    const start = this.starts[field] as number;
    const numbers: number[] = [];
    const count = this.bytes.readInt32BE(start + ARRAY_LENGTH_AT);
    for (let at = 0; at < count; at++)
      numbers.push(this.bytes.readInt32BE(start + ARRAY_HEADER_BYTES + at * 2 * INT_BYTES + INT_BYTES));
    return numbers;
  }
}

export class CopyTuples {
  private rest: Buffer = Buffer.alloc(0);
  private isStarted = false;
  private readonly tuple = new Tuple();

  /** Calls `visit` for each row that is complete with these bytes. */
  push(bytes: Uint8Array, visit: (tuple: Tuple) => void): void {
    const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const all = this.rest.length === 0 ? piece : Buffer.concat([this.rest, piece]);
    let at = 0;
    if (!this.isStarted) {
      if (all.length < COPY_HEADER_BYTES) {
        this.rest = all;
        return;
      }
      this.isStarted = true;
      at = COPY_HEADER_BYTES;
    }
    for (;;) {
      // The end of the rows is a count of -1.
      const isEnd = at + 2 <= all.length && all.readInt16BE(at) < 0;
      const next = isEnd ? ABSENT_LENGTH : this.tuple.read(all, at);
      if (next === ABSENT_LENGTH) break;
      visit(this.tuple);
      at = next;
    }
    this.rest = all.subarray(at);
  }
}
