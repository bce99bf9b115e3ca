// Reads of single keys that come at the same time are sent as one.

import { expect, it, vi } from 'vitest';
import { createCollectedReads } from 'src/server/store/collectedReads.ts';

interface Held {
  readonly keys: readonly string[];
  answer(): void;
  fail(): void;
}

const openReads = (options = {}) => {
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
    options,
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

it('waits after a statement for several keys, and not after one for a single key', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  try {
    const { held, read } = openReads({ pausing: true });
    const all = [read('a')];
    await soon();
    held[0]?.answer();
    await soon();
    all.push(read('b'), read('c'));
    await soon();
    expect(held).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(5);
    held[1]?.answer();
    await soon();
    all.push(read('d'));
    await vi.advanceTimersByTimeAsync(9);
    all.push(read('e'));
    await soon();
    expect(held).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(2);
    await soon();
    expect(held.map(({ keys }) => keys)).toEqual([['a'], ['b', 'c'], ['d', 'e']]);
    held[2]?.answer();
    await expect(Promise.all(all)).resolves.toHaveLength(5);
  } finally {
    vi.useRealTimers();
  }
});
