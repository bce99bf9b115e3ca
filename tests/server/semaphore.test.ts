// Works that run at a time, their order, and what ends a wait.

import { expect, it, vi } from 'vitest';
import { problem } from 'src/model/problems.ts';
import { createCoalesced, createSemaphore } from 'src/server/semaphore.ts';

it('[SPAT-01] one member with many files holds one of two places, and the others are served by turns', async () => {
  const semaphore = createSemaphore({ limit: 2, limitPerKey: 1 });
  const underWay: string[] = [];
  const order: string[] = [];
  const ends = new Map<string, () => void>();
  const file = (person: string, name: string, signal?: AbortSignal): Promise<void> =>
    semaphore.run(
      async () => {
        underWay.push(person);
        order.push(name);
        await new Promise<void>((end) => ends.set(name, end));
        underWay.splice(underWay.indexOf(person), 1);
      },
      { key: person, signal },
    );
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

  const failing = semaphore.run(() => Promise.reject(new Error('no such file')), { key: 'ada' });
  await expect(failing).rejects.toThrow('no such file');
  await expect(semaphore.run(() => Promise.resolve('read'), { key: 'ada' })).resolves.toBe('read');
  await expect(file('ada', 'never', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
});

it('[SPAT-01] a preview waits for its slot for a bounded time, and one person has a bounded number of them waiting', async () => {
  vi.useFakeTimers();
  try {
    const semaphore = createSemaphore({ limit: 1, limitPerKey: 1 });
    const bounds = { waitMs: 4_000, waiting: 2, exceeded: () => problem('rateLimited', { retryAfter: 5 }) };
    let endFirst = (): void => undefined;
    const reading = semaphore.run(() => new Promise<void>((end) => (endFirst = end)), { key: 'ada' });
    const waiting = [1, 2].map(() => semaphore.run(() => Promise.resolve('read'), { key: 'ada', bounds }));
    const outcomes = Promise.allSettled(waiting);
    const oneMore = semaphore.run(() => Promise.resolve('read'), { key: 'ada', bounds });
    await expect(oneMore).rejects.toMatchObject({ key: 'rateLimited', params: { retryAfter: 5 } });
    const task = semaphore.run(() => Promise.resolve('imported'), { key: 'ben' });
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

it('runs works without a key in the order of their requests, as many as the limit allows', async () => {
  const { run } = createSemaphore({ limit: 2 });
  let underWay = 0;
  const order: number[] = [];
  const counts = new Set<number>();
  const work = async (number: number): Promise<void> => {
    underWay += 1;
    counts.add(underWay);
    order.push(number);
    await new Promise((soon) => setImmediate(soon));
    underWay -= 1;
  };
  await Promise.all(Array.from({ length: 9 }, (_, number) => run(() => work(number))));
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(counts).toEqual(new Set([1, 2]));
});

it('merges calls into one run that starts after them, and runs again after a failure', async () => {
  const begun: (() => void)[] = [];
  let failures = 1;
  const look = createCoalesced(async () => {
    await new Promise<void>((end) => begun.push(end));
    failures -= 1;
    if (failures >= 0) throw new Error('no connection');
  });
  const soon = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve));
  const first = look();
  const same = look();
  await soon();
  const [second, third] = [look(), look()];
  await soon();
  expect([same === first, third === second, second === first, begun.length]).toEqual([true, true, false, 1]);
  begun[0]?.();
  await expect(first).rejects.toThrow('no connection');
  await soon();
  begun[1]?.();
  await second;
  expect(begun).toHaveLength(2);
});
