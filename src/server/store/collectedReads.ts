// Collects reads by key that callers request one by one: a first one runs at once, and those that come while it runs are read together
// afterwards. When ten thousand sockets reconnect, their look-ups become a few statements.

import DataLoader from 'dataloader';

/** Keys of one statement: more would keep one connection busy while others are free. */
const KEYS_AT_ONCE = 500;

/**
 * Returns a function that reads one key. Nothing is cached: each read begins after its call. `readAll` gets distinct keys; undefined is the
 * result of a key that it does not return.
 */
export const createCollectedReads = <Key, Value>(
  readAll: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): ((key: Key) => Promise<Value | undefined>) => {
  let current: Promise<unknown> = Promise.resolve();
  const readKeys = async (keys: readonly Key[]): Promise<(Value | undefined)[]> => {
    const found = await readAll([...new Set(keys)]);
    return keys.map((key) => found.get(key));
  };
  const loader = new DataLoader<Key, Value | undefined>(
    (keys) => {
      const answer = readKeys(keys);
      current = answer.catch(() => undefined);
      return answer;
    },
    { cache: false, maxBatchSize: KEYS_AT_ONCE, batchScheduleFn: (run) => void current.then(run) },
  );
  return (key) => loader.load(key);
};
