// The shuffle that the specification of XForms for field data defines, so that the same seed gives the same order in other programs.

import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { formTextOf, numberOfText, type Scalar } from 'src/domain/geokeeper/forms/expressionValues.ts';

const MODULUS = 2_147_483_647n;

/** Returns the generator of Park and Miller, from 0 to 1. */
const parkMiller = (seed: bigint): (() => number) => {
  let state = seed % MODULUS;
  if (state <= 0n) state += MODULUS - 1n;
  return () => {
    state = (state * 48_271n) % MODULUS;
    return Number(state - 1n) / Number(MODULUS - 1n);
  };
};

/** A text that is not a number becomes the first eight bytes of its SHA-256, as a signed number. */
const seedOf = (seed: Scalar): bigint => {
  const text = formTextOf(seed);
  const value = typeof seed === 'string' ? numberOfText(text) : Number(text);
  if (Number.isFinite(value)) return BigInt(Math.trunc(value));
  if (text === '' || text === 'NaN') return 0n;
  const bytes = sha256(utf8ToBytes(text));
  return new DataView(bytes.buffer, bytes.byteOffset).getBigInt64(0);
};

/** Returns the values in a random order. Without a seed, `random` decides. */
export const shuffled = <Value>(values: readonly Value[], seed: Scalar | undefined, random: () => number): Value[] => {
  const next = seed === undefined ? random : parkMiller(seedOf(seed));
  const order = [...values];
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1));
    [order[at], order[other]] = [order[other] as Value, order[at] as Value];
  }
  return order;
};
