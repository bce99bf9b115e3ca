// Time limits for tests on a busy machine. Time during which other processes use the processor does not count.

/** Returns the processor time of this process so far, in milliseconds. Used for work that must stay within bounds. */
export const cpuTime = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const TICK_MS = 10;
export const TICKS_OF_A_SECOND = 1000 / TICK_MS;

/** Counts the ticks of a 10 ms timer until `done`. Ticks missed while the process did not run are not added. */
export const ticksUntil = async (done: Promise<unknown>): Promise<number> => {
  let ticks = 0;
  const clock = setInterval(() => (ticks += 1), TICK_MS);
  try {
    await done;
    return ticks;
  } finally {
    clearInterval(clock);
  }
};
