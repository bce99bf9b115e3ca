// Who sends many files keeps nobody else waiting.

import { expect, it, vi } from 'vitest';
import { createFairSemaphore } from 'src/server/files/fairSemaphore.ts';

it('[SPAT-01] one member with many files holds one of two places, and the others are served by turns', async () => {
  const semaphore = createFairSemaphore(2);
  const underWay: string[] = [];
  const order: string[] = [];
  const ends = new Map<string, () => void>();
  const file = (person: string, name: string, signal?: AbortSignal): Promise<void> =>
    semaphore.run(person, { signal }, async () => {
      underWay.push(person);
      order.push(name);
      await new Promise<void>((end) => ends.set(name, end));
      underWay.splice(underWay.indexOf(person), 1);
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await new Promise((soon) => setImmediate(soon));
  };

  const leaving = new AbortController();
  const all = [file('ada', 'a1'), file('ada', 'a2'), file('ada', 'a3')];
  const given = file('ada', 'given up', leaving.signal);
  await end('');
  expect(underWay).toEqual(['ada']);
  all.push(file('ben', 'b1'), file('cleo', 'c1'));
  await end('');
  expect(underWay).toEqual(['ada', 'ben']);
  leaving.abort(new Error('left'));
  await expect(given).rejects.toThrow('left');
  // Ada's second file came before Cleo's first.
  await end('a1');
  expect(underWay).toEqual(['ben', 'ada']);
  await end('b1');
  expect(underWay).toEqual(['ada', 'cleo']);
  // One of two places is free, and Ada has the other one.
  await end('c1');
  expect(underWay).toEqual(['ada']);
  await end('a2');
  await end('a3');
  await Promise.all(all);
  expect(order).toEqual(['a1', 'b1', 'a2', 'c1', 'a3']);

  const failing = semaphore.run('ada', {}, () => Promise.reject(new Error('no such file')));
  await expect(failing).rejects.toThrow('no such file');
  await expect(semaphore.run('ada', {}, () => Promise.resolve('read'))).resolves.toBe('read');
  await expect(file('ada', 'never', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
});

it('[SPAT-01] a preview waits for its slot for a bounded time, and one person has a bounded number of them waiting', async () => {
  vi.useFakeTimers();
  try {
    const semaphore = createFairSemaphore(1);
    const bounds = { waitMs: 4_000, perPerson: 2 };
    let endFirst = (): void => undefined;
    const reading = semaphore.run('ada', {}, () => new Promise<void>((end) => (endFirst = end)));
    const waiting = [1, 2].map(() => semaphore.run('ada', { bounds }, () => Promise.resolve('read')));
    const outcomes = Promise.allSettled(waiting);
    const oneMore = semaphore.run('ada', { bounds }, () => Promise.resolve('read'));
    await expect(oneMore).rejects.toMatchObject({ key: 'rateLimited', params: { retryAfter: 5 } });
    const task = semaphore.run('ben', {}, () => Promise.resolve('imported'));
    await vi.advanceTimersByTimeAsync(bounds.waitMs);
    const late = { status: 'rejected', reason: expect.objectContaining({ key: 'rateLimited' }) as unknown };
    expect(await outcomes).toEqual([late, late]);
    endFirst();
    await reading;
    await expect(task).resolves.toBe('imported');
  } finally {
    vi.useRealTimers();
  }
});
