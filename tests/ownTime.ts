// Time as a test may bound it on a busy machine: what others use of the processor while it waits does not count.

/** Processor time of this process so far, in milliseconds: for work that must not grow out of bounds. */
export const cpuTime = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const TICK_MS = 10;
export const TICKS_OF_A_SECOND = 1000 / TICK_MS;

/** How often a clock of 10 ms ticked here until `done`; ticks that this process missed, since it did not run, are not made up for. */
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
