import { describe, expect, it, vi } from 'vitest';
import { networkError } from 'src/client/connection/ClientProblem.ts';
import { actFor } from 'src/client/search/BulkChange.tsx';
import { BulkRun, CHANGED_SINCE } from 'src/client/search/BulkRun.ts';
import type { Client } from 'src/client/Client.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { registry } from 'tests/toy/generated/registry.client.ts';

const numberOf = (id: string): number => Number(id.split('-')[1]);

/** A third may not be changed; the line breaks now and then, and the server asks to wait. */
const library = (count: number) => {
  const books = new Map<string, Record<string, Json>>(
    Array.from({ length: count }, (_, at) => [`Book-${at + 1}`, { $id: `Book-${at + 1}`, _u: 1, state: 'DRAFT' }]),
  );
  const keys = new Set<string>();
  let writes = 0;
  const update = (body: Record<string, Json>, key: string): Promise<unknown> => {
    writes += 1;
    if (writes % 50 === 0) return Promise.reject(problem('rateLimited', { retryAfter: 1 }));
    const book = books.get(String(body.$id)) ?? {};
    const isRepeat = keys.has(key);
    keys.add(key);
    if (!isRepeat && book._u !== body._u) return Promise.reject(problem('conflict'));
    if (!isRepeat) books.set(String(body.$id), { ...book, ...body, _u: Number(book._u) + 1 });
    return writes % 70 === 0 ? Promise.reject(networkError()) : Promise.resolve({});
  };
  const client = {
    connection: {
      send: (o: string, body: unknown) => {
        if (o === 'isAllowed')
          return Promise.resolve(
            Object.fromEntries((body as { id: string }[]).map(({ id }) => [id, { update: numberOf(id) % 3 !== 0 }])),
          );
        return Promise.resolve(
          Object.fromEntries((body as string[]).flatMap((id) => (books.has(id) ? [[id, books.get(id)]] : []))),
        );
      },
    },
    items: { put: () => {}, update, refresh: (id: string) => Promise.resolve({ state: 'ready', item: books.get(id) }) },
  } as unknown as Pick<Client, 'connection' | 'items'>;
  return { books, client, states: () => [...books.values()].map(({ state }) => state) };
};

const ids = (count: number): string[] => Array.from({ length: count }, (_, at) => `Book-${at + 1}`);
const state = registry.types.Book?.properties.state;
if (!state) throw new Error('no state');

const ended = async (run: BulkRun): Promise<void> => {
  const over = run.run();
  await vi.runAllTimersAsync();
  await over;
};

describe('one act on many items', () => {
  it('changes 5,000 once each, over waits and lost replies, tells which were refused, and takes it back', async () => {
    vi.useFakeTimers();
    const { books, client, states } = library(5000);
    const run = new BulkRun(client, {
      ids: [...ids(5000), 'Book-9999'],
      right: 'update',
      act: actFor(state, 'set', 'ACTIVE'),
    });
    await ended(run);
    expect(run).toMatchObject({ state: 'done', handled: 5001, changed: 3334, unchanged: 0, refusedCount: 1667 });
    expect([...run.refused].map(([reason, each]) => [reason, each.length])).toEqual([
      ['errors.notAllowed', 1666],
      ['errors.notFound', 1],
    ]);
    expect(states().filter((each) => each === 'ACTIVE')).toHaveLength(3334);
    expect(Math.max(...[...books.values()].map(({ _u }) => Number(_u)))).toBe(2);
    // Somebody else changes one of them meanwhile.
    books.set('Book-1', { ...books.get('Book-1'), state: 'ARCHIVED', _u: 3 });
    const back = run.reverse();
    await ended(back);
    expect(back).toMatchObject({ state: 'done', changed: 3333, refusedCount: 1 });
    expect([...back.refused.keys()]).toEqual([CHANGED_SINCE]);
    expect(states().filter((each) => each === 'DRAFT')).toHaveLength(4999);
    vi.useRealTimers();
  });

  it('stops where it is told to, with what is under way finished and counted', async () => {
    vi.useFakeTimers();
    const { client, states } = library(1000);
    const run = new BulkRun(client, {
      ids: ids(1000),
      right: 'update',
      act: (item) => {
        if (item.$id === 'Book-500') run.cancel();
        return { state: 'ACTIVE' };
      },
    });
    await ended(run);
    expect(run.state).toBe('cancelled');
    expect(run.handled).toBeGreaterThanOrEqual(499);
    expect(run.handled).toBeLessThan(510);
    expect(states().filter((each) => each === 'ACTIVE')).toHaveLength(run.changed);
    await ended(run.reverse());
    expect(new Set(states())).toEqual(new Set(['DRAFT']));
    vi.useRealTimers();
  });

  it('adds one value to each and takes one away, and leaves alone what is so already', () => {
    const genres = registry.types.Book?.properties.genres;
    if (!genres) throw new Error('no genres');
    const item = (values: readonly string[] | undefined) => ({ genres: values }) as unknown as Item;
    expect(actFor(genres, 'add', 'SONGS')(item(['FABLE']))).toEqual({ genres: ['FABLE', 'SONGS'] });
    expect(actFor(genres, 'add', 'SONGS')(item(undefined))).toEqual({ genres: ['SONGS'] });
    expect(actFor(genres, 'add', 'SONGS')(item(['SONGS']))).toBeUndefined();
    expect(actFor(genres, 'take', 'SONGS')(item(['SONGS']))).toEqual({ genres: null });
    expect(actFor(genres, 'take', 'SONGS')(item(['FABLE']))).toBeUndefined();
  });
});
