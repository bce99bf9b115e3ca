// Opens a large toy library on a real server: 5,000 reader sets over 100 shelves, and a reader with about 100 principals.

import { seededRandom } from 'src/base/seededRandom.ts';
import { LEVELS } from 'src/model/access/levels.ts';
import { EVERYONE, ownerPrincipal, userPrincipal } from 'src/model/access/Subject.ts';
import type { ReadFilters } from 'src/server/store/readers/readFilters.ts';
import { corpus, insertSeeds } from 'tests/bench/corpus.ts';
import { openBenchWorld } from 'tests/bench/benchWorld.ts';
import { signIn, type TestServer, type World } from 'tests/server/routes/openWorld.ts';
import { toyDomain } from 'tests/server/harness/toyDomain.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

export const READER_SETS = 5000;
const SHELVES = 100;
const JOINED = 33;
const ABOVE = 1000;
const STRICTER = LEVELS.slice(1);

const shelf = (index: number): string => `Shelf-${ABOVE + 1 + index}`;

/** One reader set per shelf and level; the remaining ones also name a few people. */
const readerSets = async (readFilters: ReadFilters): Promise<number[]> => {
  const random = seededRandom(3);
  const acls: number[] = [];
  for (let index = 0; index < READER_SETS; index++) {
    const owner = ownerPrincipal(shelf(index % SHELVES), random.pick(STRICTER));
    const named =
      index < SHELVES * STRICTER.length
        ? []
        : [userPrincipal(`User-${5000 + index}`), userPrincipal(`User-${random.whole(5000, 9000)}`)];
    acls.push(await readFilters.aclFor([owner, ...named]));
  }
  return acls;
};

export interface Library {
  readonly world: World;
  /** Server that was started after the items were inserted. */
  readonly server: TestServer;
  readonly token: string;
  readonly readerId: string;
  /** Milliseconds until the columns were loaded. */
  readonly loading: number;
}

export const openLibrary = async (books: number): Promise<Library> => {
  const world = await openBenchWorld({ socketsPerUser: 2000, socketsPerAddress: 2000 });
  const { database, readFilters, items, storeJobs } = world.services;
  const sets = await readerSets(readFilters);
  const everyone = await readFilters.aclFor([EVERYONE]);
  // About a third of all items are public.
  const acls = [...sets, ...Array.from({ length: READER_SETS / 2 }, () => everyone)];
  const types = [
    { name: 'Shelf', count: SHELVES },
    { name: 'Book', count: books },
  ];
  const seeds = corpus({ registry, types, acls, seed: 5, now: Date.now(), above: ABOVE });
  await insertSeeds(database, toyDomain.clocks, seeds, { items, jobs: storeJobs });
  await database.query('update counter set next = 10000000');
  await database.query('vacuum analyze');
  const readerId = world.ids['member'] ?? '';
  const memberships = Array.from({ length: JOINED }, (_, index) => ({ owner: shelf(index), reads: 'PRIVATE' }));
  await database.transaction(async (tx) => {
    const reader = await items.find(tx, readerId, true);
    if (reader) await items.write(tx, reader, { memberships }, { at: new Date(), by: readerId, actor: undefined });
  });
  const started = performance.now();
  const server = await world.second();
  return { world, server, readerId, loading: performance.now() - started, token: await signIn(server.url, 'member') };
};
