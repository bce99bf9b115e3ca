// Work requested by several callers at once: done once for all of them, sequentially, and cancelled when none waits any longer or after a
// time limit. Created by createTiles.

import { isProblem, problem } from 'src/model/problems.ts';
import { withinSearchTime } from 'src/server/search/searchTimeLimit.ts';
import { createSemaphore } from 'src/server/semaphore.ts';

export interface SharedWork<T> {
  /** Joins the work of that name, or starts it. Rejects with `rateLimited` when the queue is full. */
  join(name: string, begin: (over: AbortSignal) => Promise<T>, gone: AbortSignal): Promise<T>;
  stop(): void;
}

interface SharedWorkOptions {
  readonly atOnce: number;
  readonly mostWaiting: number;
  readonly retryAfterS: number;
  /** Time limit including the wait in the queue. */
  readonly deadlineMs: number;
}

interface Begun<T> {
  readonly done: Promise<T>;
  readonly over: AbortController;
  waiters: number;
}

export const createSharedWork = <T>(options: SharedWorkOptions): SharedWork<T> => {
  const { atOnce, mostWaiting, retryAfterS, deadlineMs } = options;
  const underWay = new Map<string, Begun<T>>();
  const semaphore = createSemaphore({ limit: atOnce });
  const bounds = { waiting: mostWaiting, exceeded: () => problem('rateLimited', { retryAfter: retryAfterS }) };

  const forget = (name: string, over: AbortController): void => {
    if (underWay.get(name)?.over === over) underWay.delete(name);
  };

  const beginWork = (name: string, begin: (over: AbortSignal) => Promise<T>): Begun<T> => {
    const over = new AbortController();
    const run = (signal: AbortSignal): Promise<T> => semaphore.run(() => begin(signal), { signal, bounds });
    const done = withinSearchTime(run, deadlineMs, over.signal).finally(() => forget(name, over));
    const begun: Begun<T> = { done, over, waiters: 0 };
    underWay.set(name, begun);
    return begun;
  };

  return {
    async join(name, begin, gone) {
      gone.throwIfAborted();
      const begun = underWay.get(name) ?? beginWork(name, begin);
      begun.waiters += 1;
      const left = new Promise<never>((_, reject) => {
        const leave = (): void => reject(isProblem(gone.reason) ? gone.reason : problem('timeout'));
        gone.addEventListener('abort', leave, { once: true });
      });
      try {
        return await Promise.race([begun.done, left]);
      } finally {
        begun.waiters -= 1;
        if (begun.waiters === 0) {
          forget(name, begun.over);
          begun.over.abort(problem('timeout'));
        }
      }
    },
    stop() {
      for (const { over } of underWay.values()) over.abort(problem('timeout'));
    },
  };
};
