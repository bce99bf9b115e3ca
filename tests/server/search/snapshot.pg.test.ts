// Snapshots of the search index: a start from a snapshot gives the answers of a start from the tables, with any changes that were made while no process
// ran, and a file that is damaged or not about this database, program and declarations is not used.

import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import type { Worker } from 'node:worker_threads';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from 'src/base/clock.ts';
import { VISITOR } from 'src/model/access/Subject.ts';
import type { Query } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import { createSearch, type Search } from 'src/server/search/searchEngine.ts';
import type { Database } from 'src/server/store/database.ts';
import { createFeed } from 'src/server/watch/changeFeed.ts';
import { openWorld, type World } from 'tests/server/routes/openWorld.ts';
import { startWorker } from 'tests/server/search/startWorker.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

type Values = Readonly<Record<string, Json>>;

const BOOK = registry.types['Book']?.number ?? 0;
const BOOKS = 60;
const FACETS = ['state', 'shelf', 'genres', 'fragile', 'year', 'price', '$access'];
const LEVELS = ['PUBLIC', 'COMMUNITY', 'PROTECTED', 'PRIVATE'];
const QUERIES: readonly Query[] = [
  { max: 200 },
  { must: { text: ['river'], _t: ['Book'] }, facets: FACETS, max: 200 },
  { must: { text: ['sec'] }, max: 200 },
  { must: { genres: ['SONGS'], _t: ['Book'] }, sort: { key: 'title', order: 'asc' }, max: 200 },
  { must: { _t: ['Book'] }, sort: { key: 'price', order: 'desc' }, facets: FACETS, max: 200 },
] as never;

let world: World;
let folder: string;
const books: string[] = [];

const values = (at: number): Values => ({
  title: `${at % 3 === 0 ? 'River' : 'Cedar'} book ${at}`,
  shelf: world.ids[at % 2 === 0 ? 'shelf' : 'other'] ?? '',
  ...{ $access: LEVELS[at % 4] ?? 'PUBLIC', year: 1900 + at, genres: at % 5 === 0 ? ['SONGS'] : [] },
  ...(at % 2 === 0 && { price: at, privateNotes: `secret${at} river` }),
  ...(at % 7 === 0 && { place: { type: 'Point', coordinates: [at, 1] } }),
});

const stamp = () => ({ at: new Date(), by: world.ids['admin'] ?? '', actor: undefined });

const insert = async (at: number): Promise<void> => {
  const { database, items } = world.services;
  const stored = await database.transaction((tx) => items.insert(tx, 'Book', values(at), stamp()));
  books.push(stored.id);
};

const change = async (id: string, changes: Values): Promise<void> => {
  const { database, items } = world.services;
  await database.transaction(async (tx) => {
    const stored = await items.find(tx, id, true);
    if (stored) await items.write(tx, stored, changes, stamp());
  });
};

const remove = async (id: string): Promise<void> => {
  const { database, items } = world.services;
  await database.transaction(async (tx) => {
    const stored = await items.find(tx, id, true);
    if (stored) await items.remove(tx, stored, stamp());
  });
};

interface Process {
  readonly search: Search;
  readonly logged: string[];
  stop(): Promise<void>;
}

interface ProcessOptions {
  readonly build?: string;
  readonly hash?: string;
  readonly database?: Database;
  /** False for a process that reads the tables. */
  readonly saves?: boolean;
  /** A worker that has begun to read the file. */
  readonly worker?: Worker;
}

const openProcess = async (options: ProcessOptions = {}): Promise<Process> => {
  const { build = 'program', hash = registry.hash, database = world.services.database, saves = true, worker } = options;
  const logged: string[] = [];
  const log = (message: string, error?: unknown): void => void logged.push(`${message} ${String(error ?? '')}`);
  const feed = createFeed({ database, log });
  const search = createSearch({
    ...{ registry: { ...registry, hash }, database, items: world.services.items, feed },
    ...{ clock: systemClock, startWorker: () => startWorker(), log },
    ...(saves && { snapshot: { folder, build, worker, worthSaving: 0 } }),
  });
  await search.ready();
  await search.textsRead();
  return {
    ...{ search, logged },
    async stop() {
      await feed.stop();
      await search.stop();
    },
  };
};

/** Saves the present index. */
const saved = async (): Promise<void> => (await openProcess()).stop();

const answersOf = async ({ search }: Process): Promise<unknown[]> => {
  const { readFilters, sessions } = world.services;
  const people = await Promise.all(
    ['admin', 'keeper', 'member', 'stranger'].map((name) => sessions.subjectOf(world.ids[name] ?? '')),
  );
  const answers: unknown[] = [];
  for (const subject of [VISITOR, ...people.flatMap((each) => each ?? [])]) {
    const readFilter = await readFilters.readFilterFor(subject);
    // Some may not search by restricted properties.
    for (const each of QUERIES)
      answers.push(await search.search(readFilter, each).catch((error: unknown) => String(error)));
  }
  return answers;
};

const answersOfTables = async (): Promise<unknown[]> => {
  const process = await openProcess({ saves: false });
  const answers = await answersOf(process);
  await process.stop();
  return answers;
};

/** Starts a process, expects the answers of the tables, and saves again. */
const expectEqualStart = async (from: 'snapshot' | 'tables', options: ProcessOptions = {}): Promise<Process> => {
  const process = await openProcess(options);
  expect(process.search.indexStart()).toMatchObject({ from });
  expect(await answersOf(process)).toEqual(await answersOfTables());
  await process.search.check.pass();
  expect(process.search.check.figures().differences).toBe(0);
  await process.stop();
  return process;
};

const query = (text: string, parameters: readonly unknown[] = []): Promise<unknown> =>
  world.services.database.query(text, parameters);
const file = (): string => join(folder, 'index.snapshot');

/** Starts a worker that reads the file by itself, and waits until it has done so. */
const startedReading = async (): Promise<Worker> => {
  const worker = startWorker({ snapshot: file() });
  worker.postMessage({ do: 'size', id: 0 });
  await once(worker, 'message');
  return worker;
};

const damage = async (at: number): Promise<void> => {
  const damaged = await readFile(file());
  damaged[at] = (damaged[at] ?? 0) ^ 1;
  await writeFile(file(), damaged);
};

beforeAll(async () => {
  world = await openWorld();
  folder = await mkdtemp(join(tmpdir(), 'keeper-snapshot-'));
  for (let at = 0; at < BOOKS; at++) await insert(at);
});
afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(saved);

describe('a start from a snapshot', () => {
  it('[SRCH-08] gives the answers of the tables, and reads no row again when nothing changed', async () => {
    const { search } = await expectEqualStart('snapshot');
    expect(search.indexStart()?.changed).toBe(0);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['index.snapshot']);
  });

  it('[SRCH-08] [PERM-01] follows writes, deletions and rights that changed while no process ran', async () => {
    for (let round = 0; round < 4; round++) {
      await insert(BOOKS + round);
      await change(books[round * 5] ?? '', { title: `Renamed river ${round}`, year: 1500 + round });
      await change(books[round * 5 + 1] ?? '', { $access: LEVELS[(round + 2) % 4] ?? 'PRIVATE' });
      await change(books[round * 5 + 2] ?? '', { privateNotes: `secrets${round}`, price: round });
      await change(books[round * 5 + 3] ?? '', { place: { type: 'Point', coordinates: [round, 60] } });
      await change(world.ids['other'] ?? '', { name: `Other shelf ${round}` });
      await remove(books[round * 5 + 4] ?? '');
      await expectEqualStart('snapshot');
    }
  });

  it('[SRCH-08] [PERM-01] never answers by the former readers of a row or of its restricted part', async () => {
    const closed = 'select a.id from acl a order by cardinality(a.readers), a.id limit 1';
    await query(`update item set acl = (${closed}) where t = $1 and i = $2`, [
      BOOK,
      parseItemId(books[40] ?? '').number,
    ]);
    await query(`update item_level set acl = (${closed}) where t = $1 and i = $2`, [
      BOOK,
      parseItemId(books[42] ?? '').number,
    ]);
    const { search } = await expectEqualStart('snapshot');
    expect(search.indexStart()?.changed).toBe(2);
  });

  it('[SRCH-08] [PERM-01] applies readers that are pending or closed, and their end', async () => {
    const acl = 'select min(id) from acl';
    await query(
      `insert into pending_readers (t, term, root, acl, restricted_acl, level)
       select $1, id, val, (${acl}), (${acl}), 3 from term where prop = 'shelf' and val = $2`,
      [BOOK, world.ids['other']],
    );
    await query('insert into closed_acl (acl, base) select max(acl), min(acl) from item where t = $1', [BOOK]);
    await expectEqualStart('snapshot');
    await change(books[41] ?? '', { title: 'Changed while closed' });
    await expectEqualStart('snapshot');
    await query('delete from pending_readers');
    await query('delete from closed_acl');
    await expectEqualStart('snapshot');
  });

  it('[SRCH-08] [PERM-01] has what is written while the snapshot is saved', async () => {
    for (let round = 0; round < 3; round++) {
      const process = await openProcess();
      let isOver = false;
      const write = async (): Promise<void> => {
        for (let at = 0; !isOver; at++) {
          const id = books[40 + (at % 8)] ?? '';
          await change(id, { title: `While saved ${round} ${at}`, $access: LEVELS[at % 4] ?? 'PUBLIC' });
          await process.search.matches(await world.services.readFilters.readFilterFor(VISITOR), {});
        }
      };
      const writing = write();
      await process.stop();
      isOver = true;
      await writing.catch(() => undefined);
      await expectEqualStart('snapshot');
    }
  });
});

describe('a worker that reads the snapshot before the program is loaded', () => {
  it('[SRCH-08] [PERM-01] does not need the file again, and follows what changed since', async () => {
    const worker = await startedReading();
    await damage(10);
    await insert(BOOKS + 40);
    await expectEqualStart('snapshot', { worker });
  });

  it('[SRCH-08] is replaced when it has ended', async () => {
    const worker = await startedReading();
    await worker.terminate();
    await expectEqualStart('snapshot', { worker });
  });

  it('[SRCH-08] is given the tables when the file was damaged, or belongs to another program', async () => {
    await damage(10);
    await expectEqualStart('tables', { worker: await startedReading() });
    await expectEqualStart('tables', { worker: await startedReading(), build: 'other program' });
  });
});

describe('a snapshot that is not used', () => {
  it('[SRCH-08] is one with a damaged byte, or without its end', async () => {
    const { size } = await stat(file());
    for (const at of [10, Math.floor(size / 2), size - 5]) {
      await damage(at);
      const { logged } = await expectEqualStart('tables');
      expect(logged.join('\n')).toContain('the snapshot of the search index is not used');
    }
    await truncate(file(), 1000);
    await expectEqualStart('tables');
    await expectEqualStart('snapshot');
  });

  it('[SRCH-08] [PERM-01] is one of another database, or of a state that this database does not have', async () => {
    const other = await openWorld();
    const process = await openProcess({ database: other.services.database });
    expect(process.search.indexStart()).toMatchObject({ from: 'tables' });
    await process.stop();
    await other.stop();
    await saved();
    await query('delete from search_snapshot');
    await expectEqualStart('tables');
  });

  it('[SRCH-08] is one of another program or of other declarations', async () => {
    await expectEqualStart('tables', { build: 'other program' });
    await saved();
    await expectEqualStart('tables', { hash: 'other declarations' });
  });

  it('[SRCH-08] is one that was saved before an erasure', async () => {
    await query(`insert into erased (id, root, at, by, why) values ('Book-999', 'Book-999', now(), 'User-1', 'asked')`);
    await expectEqualStart('tables');
    const process = await openProcess();
    await process.search.forgetTerms();
    await process.stop();
    expect(await readdir(folder)).toEqual([]);
  });
});
