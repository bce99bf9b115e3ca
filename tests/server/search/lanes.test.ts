// The order in which requests of several accounts reach the search worker.

import { expect, it } from 'vitest';
import { createLanes, type LaneName } from 'src/server/search/lanes/lanes.ts';

interface Asked {
  readonly account: string;
  readonly lane?: LaneName;
  readonly cost?: number;
  readonly over?: AbortSignal;
}

const soon = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** A worker that answers when the test says so. */
const openWorker = () => {
  const lanes = createLanes();
  const order: string[] = [];
  const ends: (() => void)[] = [];
  let number = 0;
  const ask = ({ account, lane = 'interactive', cost = 1, over = new AbortController().signal }: Asked) => {
    number += 1;
    const name = `${account} ${number}`;
    return lanes.run({ account, lane, cost, over }, () => {
      order.push(name);
      return new Promise<string>((resolve) => ends.push(() => resolve(name)));
    });
  };
  const answerAll = async (): Promise<void> => {
    await soon();
    for (let end = ends.shift(); end; end = ends.shift()) {
      end();
      await soon();
    }
  };
  return { lanes, order, ask, answerAll };
};

const accountsOf = (order: readonly string[]): string => order.map((name) => name.charAt(0)).join('');

it('[SRCH-01] serves a person next who asks behind twenty requests of another', async () => {
  const { order, ask, answerAll } = openWorker();
  const all = [...Array.from({ length: 20 }, () => ask({ account: 'a' })), ask({ account: 'b' })];
  await answerAll();
  await Promise.all(all);
  // The worker had two of the others already, and the third has the same number as the first of the other account.
  expect(accountsOf(order)).toBe(`aaab${'a'.repeat(17)}`);
});

it('[SRCH-01] gives accounts turns in proportion to the cost of their requests', async () => {
  const { order, ask, answerAll } = openWorker();
  const all = [
    ...Array.from({ length: 2 }, () => ask({ account: 'x' })),
    ...Array.from({ length: 3 }, () => ask({ account: 'a', cost: 4 })),
    ...Array.from({ length: 12 }, () => ask({ account: 'b', cost: 1 })),
  ];
  await answerAll();
  await Promise.all(all);
  expect(accountsOf(order)).toMatch(/^xx(b{3}ab|b{4}a)(b{3,5}a){2}b*$/);
});

it('[SRCH-01] lets quick requests overtake, and background work go on', async () => {
  const { order, ask, answerAll } = openWorker();
  const all = [
    ...Array.from({ length: 4 }, () => ask({ account: 'e', lane: 'background', cost: 2 })),
    ...Array.from({ length: 10 }, () => ask({ account: 'i', cost: 2 })),
    ...Array.from({ length: 3 }, () => ask({ account: 'q', lane: 'quick' })),
  ];
  await answerAll();
  await Promise.all(all);
  const served = accountsOf(order);
  // One export of four and one search had begun when the others came.
  expect(served.slice(0, 2)).toBe('ei');
  expect(served.indexOf('qqq')).toBe(2);
  expect(served.lastIndexOf('e')).toBeGreaterThan(served.indexOf('ii'));
  expect(served.slice(5, -1)).toContain('e');
});

it('[SRCH-01] has one request of background work with the worker at a time', async () => {
  const { lanes, order, ask, answerAll } = openWorker();
  const all = [1, 2, 3].map(() => ask({ account: 'e', lane: 'background' }));
  await soon();
  expect([order.length, lanes.counts('background').waiting]).toEqual([1, 2]);
  all.push(ask({ account: 'b' }));
  await soon();
  expect(accountsOf(order)).toBe('eb');
  await answerAll();
  await Promise.all(all);
  expect(lanes.counts('background')).toMatchObject({ waiting: 0, started: 3, refused: 0 });
});

it('[SRCH-01] refuses an account with too many requests, and serves the others', async () => {
  const { lanes, order, ask, answerAll } = openWorker();
  const own = Array.from({ length: 202 }, () => ask({ account: 'a' }));
  await expect(ask({ account: 'a' })).rejects.toMatchObject({ key: 'rateLimited', params: { retryAfter: 1 } });
  const other = ask({ account: 'b' });
  expect(lanes.counts('interactive')).toMatchObject({ waiting: 201, refused: 1 });
  await answerAll();
  await Promise.all([...own, other]);
  expect(accountsOf(order).indexOf('b')).toBe(3);
});

it('[SRCH-01] forgets a request that is given up, and frees the slot of one that fails', async () => {
  const { lanes, order, ask, answerAll } = openWorker();
  const failing = lanes.run({ account: 'a', lane: 'interactive', cost: 1, over: new AbortController().signal }, () =>
    Promise.reject(new Error('the worker ended')),
  );
  await expect(failing).rejects.toThrow('the worker ended');
  const all = [1, 2].map(() => ask({ account: 'a' }));
  const givingUp = new AbortController();
  const given = ask({ account: 'a', over: givingUp.signal });
  givingUp.abort(new Error('left'));
  await expect(given).rejects.toThrow('left');
  await expect(ask({ account: 'a', over: givingUp.signal })).rejects.toThrow('left');
  await answerAll();
  await Promise.all(all);
  expect([order.length, lanes.counts('interactive').waiting]).toEqual([2, 0]);
});
