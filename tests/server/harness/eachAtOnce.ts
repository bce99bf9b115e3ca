// Sends independent requests to a server concurrently: it answers one while another waits for the database.
const AT_ONCE = 16;

/** Runs all requests. Rejects with the first failure. */
export const eachAtOnce = async <T>(all: Iterable<T>, check: (each: T) => Promise<void>): Promise<void> => {
  const waiting = [...all].values();
  const work = async (): Promise<void> => {
    // All workers share one iterator, so each request runs once.
    for (const each of waiting) await check(each);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
};
