// How long to wait before another attempt over the network. Source: spec platform 4 and 9.

const LEAST = 3;
const MAX_GROWTH = 600;
const JITTER = 10;

/** Seconds: 3 + min(2^failures, 600) + 0-10; `random` is in [0, 1). */
export const backoff = (failures: number, random: number): number =>
  LEAST + Math.min(2 ** failures, MAX_GROWTH) + random * JITTER;
