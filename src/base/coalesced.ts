// Runs one job at a time and at most once more for any number of calls made meanwhile.

/** Every call is followed by a complete run that started after it. `job` must not reject. */
export const createCoalesced = (job: () => Promise<void>): (() => void) => {
  let running = false;
  let again = false;
  const run = async (): Promise<void> => {
    running = true;
    do {
      again = false;
      await job();
    } while (again);
    running = false;
  };
  return () => {
    if (running) again = true;
    else void run();
  };
};
