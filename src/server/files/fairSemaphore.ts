// Decides whose file is read next. Reads some files at a time, at most one of each person; of the people who wait, the one served longest
// ago is next. So a person who sends many files, or files that take minutes, never keeps all others waiting. Made by createGeoFiles.

import { problem } from 'src/model/problems.ts';

export interface Waiting {
  /** Ends the wait when its reader is gone. */
  readonly signal?: AbortSignal | undefined;
  /** Bounds of a wait that a person sits through; undefined for work that may wait as long as it takes. */
  readonly bounds?: WaitBounds | undefined;
}

export interface WaitBounds {
  readonly waitMs: number;
  /** Largest number of waiting requests of the same person, this one included. */
  readonly perPerson: number;
}

export interface FairSemaphore {
  /**
   * Runs the work as soon as the person may hold a slot. Rejects with the reason of the signal when the reader is gone, and with
   * `rateLimited` when the bounds are exceeded.
   */
  run<T>(person: string, waiting: Waiting, work: () => Promise<T>): Promise<T>;
}

type Begin = () => void;

const BUSY_RETRY_S = 5;

export const createFairSemaphore = (atOnce: number): FairSemaphore => {
  const reading = new Set<string>();
  /** A person who was served moves to the end. */
  const waiting = new Map<string, readonly Begin[]>();

  const put = (person: string, begins: readonly Begin[]): void => {
    if (begins.length === 0) waiting.delete(person);
    else waiting.set(person, begins);
  };

  const beginNext = (): void => {
    for (const [person, [begin, ...later]] of [...waiting]) {
      if (reading.size >= atOnce) return;
      if (reading.has(person)) continue;
      reading.add(person);
      waiting.delete(person);
      put(person, later);
      begin?.();
    }
  };

  const takeSlot = (person: string, { signal, bounds }: Waiting): Promise<void> =>
    new Promise((resolve, reject) => {
      const waitingOfPerson = waiting.get(person) ?? [];
      if (bounds && waitingOfPerson.length >= bounds.perPerson) {
        reject(problem('rateLimited', { retryAfter: BUSY_RETRY_S }));
        return;
      }
      const stopListening = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onGone);
      };
      const leave = (reason: Error): void => {
        stopListening();
        const others = (waiting.get(person) ?? []).filter((each) => each !== begin);
        put(person, others);
        reject(reason);
      };
      const onGone = (): void => leave(signal?.reason as Error);
      const onLate = (): void => leave(problem('rateLimited', { retryAfter: BUSY_RETRY_S }));
      const begin = (): void => {
        stopListening();
        resolve();
      };
      const timer = bounds && setTimeout(onLate, bounds.waitMs);
      signal?.addEventListener('abort', onGone, { once: true });
      put(person, [...waitingOfPerson, begin]);
      beginNext();
    });

  return {
    async run(person, asked, work) {
      asked.signal?.throwIfAborted();
      await takeSlot(person, asked);
      try {
        return await work();
      } finally {
        reading.delete(person);
        beginNext();
      }
    },
  };
};
