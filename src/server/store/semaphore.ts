// At most so many at once; the others wait in order, and not for ever. Used by transactions.ts.

/** Runs `run` when there is room; `tooLate` makes the error of who has waited too long. */
export type Semaphore = <T>(run: () => Promise<T>) => Promise<T>;

interface SemaphoreOptions {
  readonly most: number;
  /** Milliseconds. */
  readonly waitTimeout: number;
  tooLate(): Error;
}

export const createSemaphore = ({ most, waitTimeout, tooLate }: SemaphoreOptions): Semaphore => {
  const waiting = new Set<() => void>();
  let running = 0;

  const resolver = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(enter);
        reject(tooLate());
      }, waitTimeout);
      const enter = (): void => {
        clearTimeout(timer);
        waiting.delete(enter);
        resolve();
      };
      waiting.add(enter);
    });

  return async (run) => {
    if (running >= most) await resolver();
    else running += 1;
    try {
      return await run();
    } finally {
      const [next] = waiting;
      if (next) next();
      else running -= 1;
    }
  };
};
