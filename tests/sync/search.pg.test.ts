// Search while things change: what a process has acknowledged it finds at once, on every process; columns that were fed by
// changes answer as columns that were loaded; a worker that dies is replaced.

import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from 'src/base/seededRandom.ts';
import { LEVELS } from 'src/model/access/levels.ts';
import type { Query } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { createSearch } from 'src/server/search/searchEngine.ts';
import { createFeed } from 'src/server/watch/changeFeed.ts';
import { testDatabase, type TestDatabase } from 'tests/server/harness/testDatabase.ts';
import { startWorker } from 'tests/server/search/startWorker.ts';
import { log } from 'tests/server/search/searchWorld.ts';
import { openProcess, settle, write, type People, type Process } from 'tests/sync/liveWorld.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

let test: TestDatabase;
let here: Process;
let there: Process;
let people: People;

beforeAll(async () => {
  test = await testDatabase(registry);
  here = await openProcess(test.database);
  there = await openProcess(test.open());
  people = await settle(here);
});
afterAll(async () => {
  await here.stop();
  await there.stop();
  await test.stop();
});

const find = async (process: Process, who: string, query: Query) => {
  const subject = people.subjects.get(who);
  if (!subject) throw new Error(who);
  return process.search.search(await process.readFilters.readFilterFor(subject), query);
};

const BOOKS: Query = { must: { _t: ['Book'] }, max: 1000 };
const QUERIES: readonly Query[] = [
  {
    ...BOOKS,
    facets: [
      'state',
      'shelf',
      'genres',
      'fragile',
      'year',
      '$access',
      'created',
      'createdBy',
      'visibility',
      'shelf.room',
    ],
    labels: true,
  },
  { ...BOOKS, sort: [{ key: 'title', order: 'asc' }] },
  { ...BOOKS, sort: [{ key: 'year', order: 'desc' }] },
  { ...BOOKS, must: { _t: ['Book'], text: ['river'] } },
  { ...BOOKS, subs: { loans: { must: { state: ['ONGOING'] } } } },
  { must: { _t: ['Loan'] }, facets: ['state', 'borrower', 'book.state', 'book.shelf.room'], max: 1000 },
  { must: { bounds: [-120, 40, -80, 60] }, max: 1000 },
  { facets: ['_t', 'visibility'], max: 1000 },
];

describe('search while things change', () => {
  it('[SRCH-01] finds on every process what has been acknowledged', async () => {
    for (let round = 0; round < 15; round += 1) {
      const { id } = await write.insert(
        here,
        'Book',
        { title: `Round ${round}`, shelf: people.first, $access: 'PUBLIC', state: 'DRAFT' },
        people.creator,
      );
      expect((await find(here, 'visitor', BOOKS)).ids[0]).toBe(id);
      expect((await find(there, 'visitor', BOOKS)).ids[0]).toBe(id);
      await write.change(there, id, { state: 'ARCHIVED' }, people.creator);
      expect((await find(there, 'visitor', { must: { _t: ['Book'], state: ['ARCHIVED'] } })).ids).toContain(id);
      expect((await find(here, 'visitor', { must: { _t: ['Book'], state: ['DRAFT'] } })).ids).not.toContain(id);
      await write.change(here, id, { $access: 'PRIVATE' }, people.creator);
      expect((await find(there, 'visitor', BOOKS)).ids).not.toContain(id);
      expect((await find(there, 'privateReader', BOOKS)).ids).toContain(id);
      await write.remove(here, id, people.creator);
      expect((await find(there, 'admin', BOOKS)).ids).not.toContain(id);
    }
  });

  it('[SRCH-08] answers from columns fed by changes as from columns just loaded', async () => {
    const random = seededRandom(11);
    const books: ItemId[] = [];
    const loans: ItemId[] = [];
    const values = (): Record<string, Json> => ({
      title: `${random.pick(['River', 'Cedar', 'Lantern'])} ${random.whole(1, 9)}`,
      shelf: random.pick([people.first, people.second]),
      $access: random.pick(LEVELS),
      state: random.pick(['DRAFT', 'ACTIVE', 'ARCHIVED']),
      genres: random.some(['FABLE', 'ATLAS', 'SONGS'], random.whole(1, 3)),
      year: random.whole(1650, 2020),
      price: random.whole(0, 3),
      fragile: random.chance(0.5),
      place: { type: 'Point', coordinates: [random.whole(-140, -60), random.whole(40, 70)] },
      sequels: random.some(books, random.whole(0, 2)),
    });
    const loan = (): Record<string, Json> => ({
      book: random.pick(books),
      from: '2024-05-01T00:00:00Z',
      ...(random.chance(0.5) && { to: '2024-06-01T00:00:00Z' }),
    });
    for (let step = 0; step < 150; step += 1) {
      const process = random.pick([here, there]);
      const dice = random.next();
      if (dice < 0.4 || books.length < 5)
        books.push((await write.insert(process, 'Book', values(), people.creator)).id);
      else if (dice < 0.6) loans.push((await write.insert(process, 'Loan', loan(), people.creator)).id);
      else if (dice < 0.9) await write.change(process, random.pick(books), values(), people.creator);
      else if (loans.length > 0)
        await write.remove(process, loans.splice(random.whole(0, loans.length - 1), 1)[0] ?? '', people.creator);
    }
    const fresh = await openProcess(test.open());
    for (const who of people.subjects.keys()) {
      for (const query of QUERIES) {
        const expected = await find(fresh, who, query);
        expect(await find(here, who, query), who).toEqual(expected);
        expect(await find(there, who, query), who).toEqual(expected);
      }
    }
    const everything = await find(fresh, 'admin', BOOKS);
    expect([...everything.ids].sort()).toEqual([...books].sort());
    await fresh.stop();
  });

  it('replaces a worker that dies', async () => {
    const workers: Worker[] = [];
    const feed = createFeed({ database: here.database, log });
    const search = createSearch({
      registry,
      feed,
      database: here.database,
      items: here.items,
      clock: { now: () => new Date() },
      log: () => undefined,
      startWorker: () => {
        const worker = startWorker();
        workers.push(worker);
        return worker;
      },
    });
    await search.ready();
    const readFilter = await here.readFilters.readFilterFor(people.subjects.get('admin') ?? raise());
    const before = await search.search(readFilter, BOOKS);
    await workers[0]?.terminate();
    await expect
      .poll(async () => search.search(readFilter, BOOKS).catch(() => undefined), { timeout: 10_000 })
      .toEqual(before);
    expect(workers).toHaveLength(2);
    await feed.stop();
    await search.stop();
  });

  it('[SRCH-08] stops a query that takes too long', async () => {
    const feed = createFeed({ database: here.database, log });
    const search = createSearch({
      registry,
      feed,
      database: here.database,
      items: here.items,
      clock: { now: () => new Date() },
      log,
      startWorker,
      timeout: 0,
    });
    await search.ready();
    await expect(
      search.search(await here.readFilters.readFilterFor(people.subjects.get('admin') ?? raise()), BOOKS),
    ).rejects.toMatchObject({ key: 'timeout' });
    await feed.stop();
    await search.stop();
  });
});

describe('suggestions', () => {
  it('[SRCH-02] are words that begin as typed, the best first, five at most, from three characters', async () => {
    for (const title of [
      'Zephyr',
      'Zephyr of the north',
      'The great zephyr',
      'Northern zephyrs',
      'Azephyr',
      'Old zephyr',
      'New zephyr',
    ]) {
      await write.insert(here, 'Book', { title, shelf: people.first, $access: 'PUBLIC' }, people.creator);
    }
    const subject = people.subjects.get('visitor') ?? raise();
    const suggest = async (text: string, types?: string[]) =>
      (await here.search.suggest(await here.readFilters.readFilterFor(subject), text, { types })).map(
        ({ label }) => label,
      );
    expect(await suggest('ZÉPH')).toHaveLength(5);
    expect((await suggest('zephyr')).slice(0, 2)).toEqual(['Zephyr', 'Zephyr of the north']);
    expect(await suggest('zephyr')).not.toContain('Azephyr');
    expect(await suggest('zephyr nor')).toEqual(['Zephyr of the north', 'Northern zephyrs']);
    expect(await suggest('ze')).toEqual([]);
    expect(await suggest('%%%')).toEqual([]);
    expect(await suggest('z%p')).toEqual([]);
    expect(await suggest('zephyr', ['Shelf'])).toEqual([]);
    await expect(suggest('zephyr', ['Nothing'])).rejects.toMatchObject({ key: 'invalid' });
    const elsewhere = { title: 'Winds', summary: 'Of the zephyr', shelf: people.first, $access: 'PUBLIC' };
    await write.insert(here, 'Book', elsewhere, people.creator);
    const match: Query = {
      must: { _t: ['Book'], text: ['zephyr'] },
      sort: [{ key: 'match', order: 'desc' }],
      labels: true,
    };
    const found = await find(here, 'visitor', { ...match, max: 4 });
    const next = await find(here, 'visitor', { ...match, after: found.after ?? '' });
    const labels = [...found.ids, ...next.ids].map((id) => found.labels?.[id] ?? next.labels?.[id]);
    expect(labels.slice(0, 5)).toEqual(await suggest('zephyr'));
    expect(labels.at(-1)).toBe('Winds');
    expect(found.total).toBe(7);
    expect((await find(here, 'visitor', { ...match, must: { _t: ['Book'] }, max: 1 })).ids).toHaveLength(1);
  });

  it('[SRCH-02] show a label that names a hidden item without its name', async () => {
    const book = await write.insert(
      here,
      'Book',
      { title: 'Quixotic secret', shelf: people.first, $access: 'PRIVATE' },
      people.creator,
    );
    const borrower = people.subjects.get('stranger')?.userId ?? '';
    await write.insert(here, 'Loan', { book: book.id, borrower }, people.creator);
    const readFilter = await here.readFilters.readFilterFor(people.subjects.get('stranger') ?? raise());
    expect(await here.search.suggest(readFilter, 'quixotic')).toEqual([]);
    for (const { label } of await here.search.suggest(readFilter, 'book', { types: ['Loan'] }))
      expect(label).not.toContain('Quixotic');
  });
});

const raise = (): never => {
  throw new Error('impossible');
};
