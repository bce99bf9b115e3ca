// Limits how many works run at a time. Works wait in order; with keys, such as people, the key that was served longest ago is next. A wait
// can have a time limit, a maximum number of waiting works, and a signal that ends it.

export interface WaitBounds {
  /** Milliseconds. */
  readonly waitMs?: number;
  /** Maximum number of waiting works of the same key. */
  readonly waiting?: number;
  /** Returns the error of a work that exceeds a bound. */
  exceeded(): Error;
}

export interface Wait {
  /** Works of the same key share their turn. */
  readonly key?: string | undefined;
  /** Ends the wait with its reason. */
  readonly signal?: AbortSignal | undefined;
  readonly bounds?: WaitBounds | undefined;
}

interface SemaphoreOptions {
  /** Works that run at a time. */
  readonly limit: number;
  /** Works of the same key that run at a time. */
  readonly limitPerKey?: number;
}

export interface Semaphore {
  /** Runs the work as soon as it has a slot: at once if one is free. */
  run<T>(work: () => Promise<T>, wait?: Wait): Promise<T>;
}

/** Starts a waiting work. */
type Start = () => void;

export const createSemaphore = ({ limit, limitPerKey = limit }: SemaphoreOptions): Semaphore => {
  let running = 0;
  const runningByKey = new Map<string, number>();
  /** The keys are in the order of their turns. */
  const waiting = new Map<string, Set<Start>>();

  /** Takes a slot if one is free. */
  const take = (key: string): boolean => {
    const ofKey = runningByKey.get(key) ?? 0;
    if (running >= limit || ofKey >= limitPerKey) return false;
    running += 1;
    runningByKey.set(key, ofKey + 1);
    return true;
  };

  const remove = (key: string, start: Start): void => {
    const starts = waiting.get(key);
    starts?.delete(start);
    if (starts?.size === 0) waiting.delete(key);
  };

  const startNext = (): void => {
    for (const [key, starts] of waiting) {
      const [start] = starts;
      if (!start || !take(key)) continue;
      waiting.delete(key);
      waiting.set(key, starts);
      start();
      return;
    }
  };

  const release = (key: string): void => {
    running -= 1;
    const ofKey = (runningByKey.get(key) ?? 1) - 1;
    if (ofKey === 0) runningByKey.delete(key);
    else runningByKey.set(key, ofKey);
    startNext();
  };

  const waitForSlot = (key: string, { signal, bounds }: Wait): Promise<void> =>
    new Promise((resolve, reject) => {
      const starts = waiting.get(key) ?? new Set();
      if (bounds?.waiting !== undefined && starts.size >= bounds.waiting) {
        reject(bounds.exceeded());
        return;
      }
      const leave = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        remove(key, start);
      };
      const refuse = (error: unknown): void => {
        leave();
        reject(error as Error);
      };
      const onAbort = (): void => refuse(signal?.reason);
      const onTimeout = (): void => refuse(bounds?.exceeded());
      const start = (): void => {
        leave();
        resolve();
      };
      const timer = bounds?.waitMs === undefined ? undefined : setTimeout(onTimeout, bounds.waitMs);
      signal?.addEventListener('abort', onAbort, { once: true });
      waiting.set(key, starts.add(start));
    });

  return {
    async run(work, wait = {}) {
      const { key = '', signal } = wait;
      signal?.throwIfAborted();
      if (!take(key)) await waitForSlot(key, wait);
      try {
        return await work();
      } finally {
        release(key);
      }
    },
  };
};

/**
 * Returns a function that runs the job, one run at a time. Calls share a run that has not started, so each call is followed by a complete
 * run, whose end it returns.
 */
export const createCoalesced = (job: () => Promise<void>): (() => Promise<void>) => {
  const { run } = createSemaphore({ limit: 1 });
  let next: Promise<void> | undefined;
  const runNext = async (): Promise<void> => {
    await Promise.resolve(); // a free semaphore calls it before `next` is set
    next = undefined;
    await job();
  };
  return () => (next ??= run(runNext));
};

/** Same as createCoalesced, for calls that do not wait. The job must not reject. */
export const createTrigger = (job: () => Promise<void>): (() => void) => {
  const runJob = createCoalesced(job);
  return () => void runJob();
};
