// Collects reads by key that callers request one by one: a first one runs at once, and those that come while it runs are read together
// afterwards. When ten thousand sockets reconnect, their look-ups become a few statements.

import DataLoader from 'dataloader';

/** Keys of one statement: more would keep one connection busy while others are free. */
const KEYS_AT_ONCE = 500;

/** Longest time in milliseconds that a read waits for others, in addition to the one that runs. */
const MAX_COLLECTING_MS = 20;

interface CollectOptions {
  /**
   * After a statement for several keys, waits twice as long as it took before the next one, so that the statements become fewer and larger.
   * Only for reads outside of transactions, which must not wait for a timer.
   */
  readonly pausing?: boolean;
}

/**
 * Returns a function that reads one key. Nothing is cached: each read begins after its call. `readAll` gets distinct keys; undefined is the
 * result of a key that it does not return.
 */
export const createCollectedReads = <Key, Value>(
  readAll: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
  { pausing = false }: CollectOptions = {},
): ((key: Key) => Promise<Value | undefined>) => {
  let current: Promise<unknown> = Promise.resolve();
  const readKeys = async (keys: readonly Key[]): Promise<(Value | undefined)[]> => {
    const found = await readAll([...new Set(keys)]);
    return keys.map((key) => found.get(key));
  };
  const pauseAfter = async (answer: Promise<unknown>, count: number): Promise<void> => {
    const started = performance.now();
    await answer.catch(() => undefined);
    const pause = Math.min(MAX_COLLECTING_MS, 2 * (performance.now() - started));
    if (pausing && count > 1) await new Promise((resolve) => void setTimeout(resolve, pause));
  };
  const loader = new DataLoader<Key, Value | undefined>(
    (keys) => {
      const answer = readKeys(keys);
      current = pauseAfter(answer, keys.length);
      return answer;
    },
    { cache: false, maxBatchSize: KEYS_AT_ONCE, batchScheduleFn: (run) => void current.then(run) },
  );
  return (key) => loader.load(key);
};
