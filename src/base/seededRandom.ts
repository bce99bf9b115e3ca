// Repeatable random values for samples, corpora and seeded tests. Not for secrets.

export interface SeededRandom {
  /** Returns a number in [0, 1). */
  next(): number;
  /** Returns an integer in [from, to]. */
  whole(from: number, to: number): number;
  /** Returns one of the values. The list must not be empty. */
  pick<T>(values: readonly T[]): T;
  /** Returns up to `count` distinct values. */
  some<T>(values: readonly T[], count: number): T[];
  chance(probability: number): boolean;
}

/** mulberry32 generator: small, fast and sufficient for sample content. */
const mulberry32 = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
};

export const seededRandom = (seed: number): SeededRandom => {
  const next = mulberry32(seed);
  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  const pick = <T>(values: readonly T[]): T => values[whole(0, values.length - 1)] as T;
  const some = <T>(values: readonly T[], count: number): T[] => {
    const left = [...values];
    const taken: T[] = [];
    while (taken.length < count && left.length > 0) taken.push(...left.splice(whole(0, left.length - 1), 1));
    return taken;
  };
  return { next, whole, pick, some, chance: (probability) => next() < probability };
};
