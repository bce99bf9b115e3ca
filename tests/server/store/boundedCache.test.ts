import { expect, it } from 'vitest';
import { boundedCache } from 'src/server/store/boundedCache.ts';

it('forgets the value that was used least recently, once it is full', () => {
  const cache = boundedCache<string, number>(2);
  cache.set('one', 1).set('two', 2);
  cache.get('one');
  cache.set('three', 3);
  expect([...cache.keys()].toSorted()).toEqual(['one', 'three']);
});

it('forgets a value after its time', async () => {
  const cache = boundedCache<string, number>(2, 1_000);
  cache.set('one', 1);
  expect(cache.get('one')).toBe(1);
  const short = boundedCache<string, number>(2, 10);
  short.set('one', 1);
  await expect.poll(() => short.get('one')).toBeUndefined();
  expect(cache.get('one')).toBe(1);
});
