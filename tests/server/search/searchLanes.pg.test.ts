// Searches of several people wait in lanes for the one search worker: the order of the answers shows whose turn it was. The worker gets its
// first requests when all searches wait.

import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from 'src/base/clock.ts';
import type { Query } from 'src/model/generated/wire.ts';
import { createSearch, type Search } from 'src/server/search/searchEngine.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import { createMetrics } from 'src/server/transport/metrics.ts';
import { createFeed } from 'src/server/watch/changeFeed.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { startWorker } from 'tests/server/search/startWorker.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

const FACETS: Query = { must: { _t: ['Book'] }, facets: ['state', 'shelf', 'created'] };
const LIST: Query = { must: { _t: ['Book'] } };
/** Needs nothing but the worker, so its answers come in the order of the worker's. */
const TOTAL: Query = { must: { _t: ['Book'] }, max: 0 };

let world: World;
let readers: Readonly<Record<'member' | 'keeper' | 'stranger', ReadFilter>>;
let search: Search;
let end: () => Promise<void>;
/** Passes on what was held, and everything later. */
let release: () => void = () => undefined;

beforeAll(async () => {
  world = await openWorld();
  const readFilter = async (name: string): Promise<ReadFilter> => {
    const { subject } = await world.services.sessions.verify(await signIn(world.url, name));
    return await world.services.readFilters.readFilterFor(subject);
  };
  readers = {
    member: await readFilter('member'),
    keeper: await readFilter('keeper'),
    stranger: await readFilter('stranger'),
  };
});
afterAll(() => world.stop());

/** A worker that does not get searches before `release`. */
const heldWorker = (): Worker => {
  const worker = startWorker();
  const post = worker.postMessage.bind(worker);
  const held: unknown[] = [];
  let holding = true;
  vi.spyOn(worker, 'postMessage').mockImplementation((message: { readonly do: string }) => {
    if (holding && message.do === 'search') held.push(message);
    else post(message);
  });
  release = () => {
    holding = false;
    for (const message of held) post(message);
  };
  return worker;
};

beforeEach(async () => {
  const { database, items } = world.services;
  const log = (): void => undefined;
  const feed = createFeed({ database, log });
  search = createSearch({
    ...{ registry, database, items, feed, clock: systemClock, startWorker: heldWorker, log },
    timeout: 20_000,
  });
  await search.ready();
  end = async () => {
    await feed.stop();
    await search.stop();
  };
  return end;
});

const LANES = ['quick', 'interactive', 'background'] as const;
const waiting = (): number => LANES.reduce((sum, lane) => sum + search.lane(lane).waiting, 0);

/** Starts the searches in their order, lets the worker begin when all wait, and returns the names in the order of the answers. */
const answerOrder = async (
  asked: readonly (readonly [name: string, ask: () => Promise<unknown>])[],
): Promise<readonly string[]> => {
  const order: string[] = [];
  const all: Promise<unknown>[] = [];
  for (const [name, ask] of asked) {
    const before = LANES.reduce((sum, lane) => sum + search.lane(lane).started, waiting());
    all.push(ask().then(() => order.push(name)));
    const come = (): number => LANES.reduce((sum, lane) => sum + search.lane(lane).started, waiting());
    await expect.poll(come, { interval: 1 }).toBeGreaterThan(before);
  }
  release();
  await Promise.all(all);
  return order;
};

const times = <T>(count: number, value: T): readonly T[] => Array.from({ length: count }, () => value);

it('[SRCH-01] [TRUST] a person with thirty searches does not delay the one of another', async () => {
  const many = times(30, ['member', () => search.search(readers.member, TOTAL)] as const);
  const order = await answerOrder([...many, ['keeper', () => search.search(readers.keeper, TOTAL)]]);
  // The worker had two of the others, and one more had its turn.
  expect(order.indexOf('keeper')).toBeLessThanOrEqual(3);
  expect(order).toHaveLength(31);
});

it('[SRCH-01] [TRUST] a short list overtakes searches with many facets, also of the same person', async () => {
  const many = times(10, ['facets', () => search.search(readers.member, FACETS)] as const);
  const order = await answerOrder([
    ...many,
    ['own list', () => search.search(readers.member, TOTAL)],
    ['list', () => search.search(readers.stranger, TOTAL)],
  ]);
  expect(Math.max(order.indexOf('own list'), order.indexOf('list'))).toBeLessThanOrEqual(4);
});

it('[SRCH-01] [TRUST] counts, exports and tasks leave the worker to the searches of people, and end', async () => {
  const order = await answerOrder([
    ['counts', () => search.totals(readers.member, times(20, LIST))],
    ['export', () => search.found(readers.keeper, LIST)],
    ['matches', () => search.matches(readers.keeper, LIST)],
    ...times(5, ['search', () => search.search(readers.stranger, FACETS)] as const),
  ]);
  expect(order.lastIndexOf('search')).toBeLessThan(order.indexOf('counts'));
  expect(new Set(order)).toEqual(new Set(['counts', 'export', 'matches', 'search']));
});

it('[SRCH-01] [TRUST] refuses a person who has two hundred searches waiting, and answers another', async () => {
  const refused: unknown[] = [];
  const own = times(205, 0).map(() =>
    search.search(readers.member, LIST).catch((error: unknown) => void refused.push(error)),
  );
  await expect.poll(() => refused.length).toBe(3);
  expect(refused[0]).toMatchObject({ key: 'rateLimited', params: { retryAfter: 1 } });
  const other = search.search(readers.keeper, LIST);
  release();
  expect((await other).total).toBeGreaterThan(0);
  await Promise.all(own);
  expect(search.lane('quick')).toMatchObject({ waiting: 0, started: 203, refused: 3 });
  const metrics = await createMetrics({ ...world.services, search, feed: { position: () => 0 } }).text();
  expect(metrics).toContain('keeper_search_started_total{lane="quick"} 203');
  expect(metrics).toContain('keeper_search_refused_total{lane="quick"} 3');
  expect(metrics).toContain('keeper_search_waiting{lane="background"} 0');
  expect(metrics).toMatch(/keeper_search_wait_seconds_total\{lane="quick"\} [0-9.e-]*[1-9]/);
});
