// Stores the results of a saved search as one bit for each item number of a type: 12 kB for 100,000 items. Pure.

import type { MemberBits } from 'src/server/store/searchAlerts/searchAlertRows.ts';

const NO_BITS = Buffer.alloc(0);

const bitsOf = (numbers: Int32Array): Buffer => {
  const bits = Buffer.alloc(numbers.reduce((most, number) => Math.max(most, (number >> 3) + 1), 0));
  for (const number of numbers) bits[number >> 3] = (bits[number >> 3] ?? 0) | (1 << (number & 7));
  return bits;
};

const isMember = (bits: Buffer, number: number): boolean => ((bits[number >> 3] ?? 0) & (1 << (number & 7))) !== 0;

export interface Difference {
  /** Item numbers by type that were not there before. */
  readonly entered: ReadonlyMap<number, readonly number[]>;
  /** The bits of the types in which anything came or went. */
  readonly changed: MemberBits;
}

/** Returns what was added and removed between the stored bits and the items found now. */
export const differenceOf = (before: MemberBits, found: ReadonlyMap<number, Int32Array>): Difference => {
  const entered = new Map<number, readonly number[]>();
  const changed = new Map<number, Buffer>();
  for (const type of new Set([...before.keys(), ...found.keys()])) {
    const numbers = found.get(type) ?? new Int32Array();
    const [old, now] = [before.get(type) ?? NO_BITS, bitsOf(numbers)];
    if (old.equals(now)) continue;
    changed.set(type, now);
    const fresh = [...numbers].filter((number) => !isMember(old, number));
    if (fresh.length > 0) entered.set(type, fresh);
  }
  return { entered, changed };
};
