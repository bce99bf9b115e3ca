import { expect, it } from 'vitest';
import { boundedCache } from 'src/server/store/boundedCache.ts';

it('forgets the value that was used least recently, once it is full', () => {
  const cache = boundedCache<string, number>(2);
  cache.set('one', 1).set('two', 2);
  cache.get('one');
  cache.set('three', 3);
  expect([...cache.keys()].toSorted()).toEqual(['one', 'three']);
});
