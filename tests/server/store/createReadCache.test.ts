import { expect, test } from 'vitest';
import { createReadCache, type KeptLabel } from 'src/server/store/createReadCache.ts';

const read = (label: string): Map<string, KeptLabel> => new Map([['Shelf-1', { label, acl: 1 }]]);

test('keeps what was read until it is told of a change', () => {
  const cache = createReadCache();
  cache.labels.keep(read('North'), cache.changes());
  expect(cache.labels.get('Shelf-1')).toEqual({ label: 'North', acl: 1 });
  cache.forget(['Shelf-1']);
  expect(cache.labels.get('Shelf-1')).toBeUndefined();
});

test('does not keep what was read before a change of which it heard meanwhile', () => {
  const cache = createReadCache();
  const before = cache.changes();
  cache.forget(['Shelf-1']);
  cache.labels.keep(read('Old'), before);
  expect(cache.labels.get('Shelf-1')).toBeUndefined();
});

test('knows nothing of a position before a feed is there, and nothing at all when it was cleared', () => {
  const cache = createReadCache();
  expect(cache.position()).toBeUndefined();
  cache.labels.keep(read('North'), cache.changes());
  cache.clear();
  expect(cache.labels.get('Shelf-1')).toBeUndefined();
});
