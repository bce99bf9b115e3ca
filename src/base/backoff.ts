// Delay before the next attempt of a network request.

const MIN_DELAY_S = 3;
const MAX_GROWTH = 600;
const JITTER = 10;

/** Returns seconds: 3 + min(2^failures, 600) + 0 to 10. `random` is in [0, 1). */
export const backoff = (failures: number, random: number): number =>
  MIN_DELAY_S + Math.min(2 ** failures, MAX_GROWTH) + random * JITTER;
