// Runs a job at most once at a time and merges calls that arrive during a run into one further run.

/** Returns a trigger. Every call is followed by a complete run that started after it. `job` must not reject. */
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
