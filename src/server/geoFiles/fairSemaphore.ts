// Whose file is read next: some at a time, one of each person, and of those who wait the one who was served longest ago. So whoever sends
// many files, or files that take minutes, never keeps all others waiting. Made by createGeoFiles.

export interface FairSemaphore {
  /** Does the work as soon as the person may hold a place. Rejects with the reason of the signal when nobody waits for it any more. */
  run<T>(person: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T>;
}

type Begin = () => void;

export const createFairSemaphore = (atOnce: number): FairSemaphore => {
  const reading = new Set<string>();
  /** Who was served stands behind the others. */
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

  const placeOf = (person: string, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        put(
          person,
          (waiting.get(person) ?? []).filter((each) => each !== begin),
        );
        reject(signal?.reason as Error);
      };
      const begin = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      signal?.addEventListener('abort', leave, { once: true });
      put(person, [...(waiting.get(person) ?? []), begin]);
      beginNext();
    });

  return {
    async run(person, signal, work) {
      signal?.throwIfAborted();
      await placeOf(person, signal);
      try {
        return await work();
      } finally {
        reading.delete(person);
        beginNext();
      }
    },
  };
};
