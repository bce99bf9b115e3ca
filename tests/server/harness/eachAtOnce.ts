// Questions to a server that do not depend on each other, several at once: it answers one while another waits for the database.
const AT_ONCE = 16;

/** Rejects with the first that fails. */
export const eachAtOnce = async <T>(all: Iterable<T>, check: (each: T) => Promise<void>): Promise<void> => {
  const waiting = [...all].values();
  const work = async (): Promise<void> => {
    // One iterator for all, so that each is taken once.
    for (const each of waiting) await check(each);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
};
