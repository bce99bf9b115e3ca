// A cache of the most recently used values that grows as it fills. Called by whatever remembers many small answers of the database.
import { LRUCache } from 'lru-cache';

/** Returns a cache of at most `entries` values. `max` of LRUCache would allocate room for all of them at the start: 9 MB for 200,000. */
export const boundedCache = <Key extends string | number, Value extends NonNullable<unknown>>(
  entries: number,
): LRUCache<Key, Value> => new LRUCache<Key, Value>({ maxSize: entries, sizeCalculation: () => 1 });
