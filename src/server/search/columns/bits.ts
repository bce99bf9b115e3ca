// Sets of rows as one bit per row, 32 to a word. Words that are missing at the end count as zero, so sets of different lengths combine.

const WORD_SHIFT = 5;
const LAST_OF_WORD = 31;
const BITS_OF_WORD = 32;

/** Returns an empty set with space for this number of rows. */
export const bitsFor = (size: number): Uint32Array => new Uint32Array((size + LAST_OF_WORD) >>> WORD_SHIFT);

export const setBit = (bits: Uint32Array, row: number): void => {
  const at = row >>> WORD_SHIFT;
  bits[at] = (bits[at] as number) | (1 << (row & LAST_OF_WORD));
};

export const hasBit = (bits: Uint32Array, row: number): boolean =>
  (((bits[row >>> WORD_SHIFT] ?? 0) >>> (row & LAST_OF_WORD)) & 1) === 1;

/** Keeps the rows that are in both sets. */
export const andInto = (bits: Uint32Array, other: Uint32Array): void => {
  const length = Math.min(bits.length, other.length);
  for (let at = 0; at < length; at++) bits[at] = (bits[at] as number) & (other[at] as number);
  bits.fill(0, length);
};

/** Adds the rows of the other set, which must not be longer. */
export const orInto = (bits: Uint32Array, other: Uint32Array): void => {
  for (let at = 0; at < other.length; at++) bits[at] = (bits[at] as number) | (other[at] as number);
};

/** Removes the rows of the other set. */
export const andNotInto = (bits: Uint32Array, other: Uint32Array): void => {
  const length = Math.min(bits.length, other.length);
  for (let at = 0; at < length; at++) bits[at] = (bits[at] as number) & ~(other[at] as number);
};

export const countBits = (bits: Uint32Array): number => {
  let count = 0;
  for (let at = 0; at < bits.length; at++) {
    let word = bits[at] as number;
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
};

/** Returns the rows in order. `count` is the number of rows in the set. */
export const rowsOfBits = (bits: Uint32Array, count: number): Int32Array => {
  const rows = new Int32Array(count);
  let found = 0;
  for (let at = 0; at < bits.length; at++) {
    const first = at << WORD_SHIFT;
    for (let word = bits[at] as number; word !== 0; word &= word - 1)
      rows[found++] = first + LAST_OF_WORD - Math.clz32(word & -word);
  }
  return rows;
};

/** Calls `visit` for each row in order. */
export const eachBit = (bits: Uint32Array, visit: (row: number) => void): void => {
  for (let at = 0; at < bits.length; at++) {
    const first = at << WORD_SHIFT;
    for (let word = bits[at] as number; word !== 0; word &= word - 1)
      visit(first + LAST_OF_WORD - Math.clz32(word & -word));
  }
};

/** Returns the rows below `size` whose code has a flag of 1. */
export const flaggedBits = (codes: Int32Array, flags: Uint8Array, size: number): Uint32Array => {
  const bits = bitsFor(size);
  const whole = size >>> WORD_SHIFT;
  for (let at = 0; at < whole; at++) {
    const first = at << WORD_SHIFT;
    let word = 0;
    for (let row = 0; row < BITS_OF_WORD; row += 4)
      word |=
        ((flags[codes[first + row] as number] as number) |
          ((flags[codes[first + row + 1] as number] as number) << 1) |
          ((flags[codes[first + row + 2] as number] as number) << 2) |
          ((flags[codes[first + row + 3] as number] as number) << 3)) <<
        row;
    bits[at] = word;
  }
  for (let row = whole << WORD_SHIFT; row < size; row++) if (flags[codes[row] as number] === 1) setBit(bits, row);
  return bits;
};
