// A map that keeps the most recently used entries: the in-process cache of interned words. Bounded, so that it cannot fill the memory.

export interface Recent<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
}

export const createRecent = <Key, Value>(most: number): Recent<Key, Value> => {
  const entries = new Map<Key, Value>();
  return {
    get: (key) => {
      const value = entries.get(key);
      if (value !== undefined && entries.size >= most / 2) {
        entries.delete(key); // moves it to the end; below half of the room the order does not matter yet
        entries.set(key, value);
      }
      return value;
    },
    set: (key, value) => {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size > most) {
        const oldest = entries.keys().next();
        if (oldest.done !== true) entries.delete(oldest.value);
      }
    },
  };
};
