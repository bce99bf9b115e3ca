// The search worker at its limits: one that never answers, more questions than it can answer in time, and its end in the middle.

import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { VISITOR } from 'src/model/access/Subject.ts';
import { systemClock } from 'src/base/clock.ts';
import { problem } from 'src/model/problems.ts';
import { LANE_NAMES } from 'src/server/search/lanes/lanes.ts';
import { createSearch, type Search } from 'src/server/search/searchEngine.ts';
import { createFeed } from 'src/server/watch/changeFeed.ts';
import { openWorld, type World } from 'tests/server/routes/openWorld.ts';
import { startWorker } from 'tests/server/search/startWorker.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

/** Requests that the worker has, and those of one account that may wait for it. */
const [WITH_WORKER, WAITING] = [2, 200];
const BOOKS = { must: { _t: ['Book'] } };

let world: World;
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  for (const end of ends) await end();
  await world.stop();
});

const openSearch = async (start: () => Worker, timeout?: number): Promise<{ search: Search; logged: string[] }> => {
  const { database, items } = world.services;
  const logged: string[] = [];
  const log = (message: string): void => void logged.push(message);
  const feed = createFeed({ database, log });
  const search = createSearch({
    ...{ registry, database, items, feed, clock: systemClock, startWorker: start, log },
    ...(timeout !== undefined && { timeout }),
  });
  ends.push(async () => {
    await feed.stop();
    await search.stop();
  });
  await search.ready();
  return { search, logged };
};

const readFilter = () => world.services.readFilters.readFilterFor(VISITOR);
const silentWorker = (): Worker => new Worker('setInterval(() => undefined, 1e9)', { eval: true });

it('refuses a search that takes too long', async () => {
  const { search } = await openSearch(silentWorker, 200);
  await expect(search.search(await readFilter(), BOOKS)).rejects.toMatchObject({ key: 'timeout' });
});

it('refuses at once a caller that would have to wait behind too many', async () => {
  const { search } = await openSearch(silentWorker, 20_000);
  const visitor = await readFilter();
  const refused: unknown[] = [];
  const all = Array.from({ length: WITH_WORKER + WAITING + 5 }, () =>
    search.search(visitor, BOOKS).catch((error: unknown) => void refused.push(error)),
  );
  await expect.poll(() => refused.length).toBe(5);
  expect(refused[0]).toMatchObject({ key: 'rateLimited' });
  await search.stop();
  await Promise.all(all);
});

it('[TRUST] has capacity for other people while some count as many things at once as they may', async () => {
  const [PEOPLE, COUNTS, AT_ONCE, OTHERS] = [12, 50, 10, 70];
  const { search } = await openSearch(silentWorker, 20_000);
  const visitor = await readFilter();
  const refused: unknown[] = [];
  const note = (error: unknown): void => void refused.push(error);
  const queries = Array.from({ length: COUNTS }, () => BOOKS);
  const counts = Array.from({ length: PEOPLE }, () => search.totals(visitor, queries).catch(note));
  const searches = Array.from({ length: OTHERS }, () => search.search(visitor, BOOKS).catch(note));
  const come = (): number =>
    LANE_NAMES.map((name) => search.lane(name)).reduce((sum, { waiting, started }) => sum + waiting + started, 0);
  await expect.poll(come).toBe(PEOPLE * AT_ONCE + OTHERS);
  expect(refused).toEqual([]);
  await search.stop();
  await Promise.all([...counts, ...searches]);
});

it('[TRUST] does no work for callers that have left before their turn', async () => {
  const worker = startWorker();
  const gone = new AbortController();
  const post = worker.postMessage.bind(worker);
  vi.spyOn(worker, 'postMessage').mockImplementation((message: { readonly do: string }) => {
    if (message.do === 'search') gone.abort(problem('timeout'));
    post(message);
  });
  const answers: unknown[] = [];
  worker.on('message', (answer: unknown) => answers.push(answer));
  const { search } = await openSearch(() => worker, 20_000);
  await expect(search.search(await readFilter(), BOOKS, gone.signal)).rejects.toMatchObject({ key: 'timeout' });
  await expect.poll(() => answers).toEqual([expect.objectContaining({ failed: 'timeout' })]);
  expect(await search.search(await readFilter(), BOOKS)).toMatchObject({ total: expect.any(Number) as unknown });
});

it('answers again after the worker died: open questions fail, the next wait for a new one with fresh data', async () => {
  const workers: Worker[] = [];
  let silent = false;
  const { search, logged } = await openSearch(() => {
    const worker = silent ? silentWorker() : startWorker();
    workers.push(worker);
    return worker;
  });
  const visitor = await readFilter();
  const { total, ids } = await search.search(visitor, BOOKS);
  expect(total).toBeGreaterThan(0);
  silent = true;
  await workers[0]?.terminate();
  const open = search.search(visitor, BOOKS);
  await expect.poll(() => workers.length).toBe(2);
  const sent = vi.spyOn(workers[1] as Worker, 'postMessage');
  await expect.poll(() => sent.mock.calls.some(([message]) => (message as { do: string }).do === 'search')).toBe(true);
  silent = false;
  await Promise.all([expect(open).rejects.toThrow(), workers[1]?.terminate()]);
  expect(await search.search(visitor, BOOKS)).toMatchObject({ total, ids });
  expect(workers).toHaveLength(3);
  expect(logged).toEqual(Array.from({ length: 2 }, () => 'the search worker died; a new one is being filled'));
});
