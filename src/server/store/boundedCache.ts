// Cache of the most recently used values that grows as it fills. Used for many small results of queries.
import { LRUCache } from 'lru-cache';

/**
 * Returns a cache of at most `entries` values, each for at most `ttlMs` milliseconds unless that is 0. `max` of LRUCache would allocate memory for
 * all of them at the start: 9 MB for 200,000.
 */
export const boundedCache = <Key extends string | number, Value extends NonNullable<unknown>>(
  entries: number,
  ttlMs = 0,
): LRUCache<Key, Value> => new LRUCache<Key, Value>({ maxSize: entries, sizeCalculation: () => 1, ttl: ttlMs });
