// Reads of single keys that come at the same time are sent as one.

import { expect, it } from 'vitest';
import { createCollectedReads } from 'src/server/store/collectedReads.ts';

interface Held {
  readonly keys: readonly string[];
  answer(): void;
  fail(): void;
}

const openReads = () => {
  const held: Held[] = [];
  const read = createCollectedReads(
    (keys: readonly string[]) =>
      new Promise<ReadonlyMap<string, string>>((resolve, reject) => {
        held.push({
          keys,
          answer: () =>
            resolve(new Map(keys.filter((key) => key !== 'missing').map((key) => [key, `value of ${key}`]))),
          fail: () => reject(new Error('no connection')),
        });
      }),
  );
  return { held, read };
};

const soon = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

it('reads the first key at once, and those that come meanwhile together', async () => {
  const { held, read } = openReads();
  const first = read('a');
  await soon();
  const later = ['b', 'c', 'b', 'missing'].map((key) => read(key));
  await soon();
  expect(held.map(({ keys }) => keys)).toEqual([['a']]);
  held[0]?.answer();
  await expect(first).resolves.toBe('value of a');
  await soon();
  expect(held.map(({ keys }) => keys)).toEqual([['a'], ['b', 'c', 'missing']]);
  held[1]?.answer();
  await expect(Promise.all(later)).resolves.toEqual(['value of b', 'value of c', 'value of b', undefined]);
});

it('reads a key again for each later call, and goes on after a failure', async () => {
  const { held, read } = openReads();
  const failing = read('a');
  const waiting = soon().then(() => read('a'));
  await soon();
  held[0]?.fail();
  await expect(failing).rejects.toThrow('no connection');
  await soon();
  held[1]?.answer();
  await expect(waiting).resolves.toBe('value of a');
});
