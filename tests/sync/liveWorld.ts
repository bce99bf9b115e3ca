// A toy library as one process holds it: store, feed, search and watches over a real database; people with rights of every
// kind; and the shadow of a client that knows only what was pushed to it.

import type { Receiver } from 'src/server/context.ts';
import type { Level } from 'src/model/access/levels.ts';
import { VISITOR, type Subject } from 'src/model/access/Subject.ts';
import type { Envelope, ItemUpdatePush, TaskState } from 'src/model/generated/wire.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import type { ReadFilter, ReadFilters } from 'src/server/store/readers/readFilters.ts';
import type { Domain } from 'src/server/extend.ts';
import { createEventServices } from 'src/server/events/eventServices.ts';
import { createSearch } from 'src/server/search/searchEngine.ts';
import type { Search } from 'src/server/search/searchEngine.ts';
import { subjectFrom } from 'src/server/store/readers/subjectFrom.ts';
import { DEFAULT_LIMITS } from 'src/server/limits.ts';
import { createStoreServices } from 'src/server/access/storeServices.ts';
import type { Database, Transaction } from 'src/server/store/database.ts';
import type { ItemStorage, StoredItem, WriteMetadata } from 'src/server/store/itemStorage.ts';
import { createFeed, type Feed } from 'src/server/watch/changeFeed.ts';
import { followReaders } from 'src/server/watch/followReaders.ts';
import { createWatches } from 'src/server/watch/watches.ts';
import type { Watches } from 'src/server/watch/watches.ts';
import { toyDomain } from 'tests/server/harness/toyDomain.ts';
import { log } from 'tests/server/search/searchWorld.ts';
import { startWorker } from 'tests/server/search/startWorker.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';
import { CHANGING_NAMES, HEADER_NAMES } from 'src/model/item/headerNames.ts';

/** No letter is written here. */
const NO_MAIL = { queueAll: () => Promise.resolve() };

export interface Process {
  readonly database: Database;
  readonly items: ItemStorage;
  readonly readFilters: ReadFilters;
  readonly feed: Feed;
  readonly search: Search;
  readonly watches: Watches;
  subjectOf(userId: ItemId): Promise<Subject | undefined>;
  stop(): Promise<void>;
}

export const openProcess = async (database: Database, domain: Domain = toyDomain): Promise<Process> => {
  const clock = { now: () => new Date() };
  const { readFilters, items, audit } = createStoreServices({ registry, domain, database, clock });
  const feed = createFeed({ database, log, pause: 100 });
  feed.use(followReaders(readFilters), true);
  const search = createSearch({ registry, database, items, feed, clock, startWorker, log });
  const subjectOf = async (userId: ItemId): Promise<Subject | undefined> => {
    const user = await items.find(database, userId);
    return user && subjectFrom(userId, user.properties, { now: new Date() });
  };
  const options = { registry, domain, database, clock, mail: NO_MAIL, limits: DEFAULT_LIMITS, items, timeZone: 'UTC' };
  const { notices } = createEventServices(options);
  const watches = createWatches({
    notices,
    registry,
    database,
    readFilters,
    items,
    audit,
    clock,
    subjectOf,
    log,
  });
  feed.use(watches.consumer);
  await search.ready();
  return {
    database,
    items,
    readFilters,
    feed,
    search,
    watches,
    subjectOf,
    async stop() {
      await feed.stop();
      await search.stop();
    },
  };
};

export const writeMetadataOf = (by: ItemId): WriteMetadata => ({ at: new Date(), by, actor: undefined });

type Values = Readonly<Record<string, Json>>;

/** Writes as the operations do, without their questions of right. */
export const write = {
  insert: ({ database, items }: Process, type: string, values: Values, by: ItemId): Promise<StoredItem> =>
    database.transaction((tx) => items.insert(tx, type, values, writeMetadataOf(by))),
  change: ({ database, items }: Process, id: ItemId, changes: Values, by: ItemId): Promise<StoredItem> =>
    database.transaction(async (tx) => items.write(tx, await found(items, tx, id), changes, writeMetadataOf(by))),
  remove: ({ database, items }: Process, id: ItemId, by: ItemId): Promise<void> =>
    database.transaction(async (tx) => items.remove(tx, await found(items, tx, id), writeMetadataOf(by))),
};

export const found = async (items: ItemStorage, tx: Transaction, id: ItemId): Promise<StoredItem> => {
  const stored = await items.find(tx, id, true);
  if (!stored) throw new Error(`${id} is not there`);
  return stored;
};

/** State of a client: the items that it read once, updated by the pushes since then. */
export class Shadow implements Receiver {
  readonly id: string;
  readonly frames: string[] = [];
  readonly items = new Map<ItemId, Record<string, Json>>();
  closed: string | undefined;
  #readFilter: ReadFilter;

  constructor(id: string, readFilter: ReadFilter) {
    this.id = id;
    this.#readFilter = readFilter;
  }

  readFilter(): ReadFilter {
    return this.#readFilter;
  }

  setReadFilter(readFilter: ReadFilter): void {
    this.#readFilter = readFilter;
  }

  close(_code: number, reason: string): void {
    this.closed = reason;
  }

  take(item: Item): void {
    this.items.set(item.$id, plain(item));
  }

  sendAll(frames: readonly string[]): void {
    for (const frame of frames) this.send(frame);
  }

  send(frame: string): void {
    this.frames.push(frame);
    const { o, b } = JSON.parse(frame) as Envelope;
    if (o === 'item/update') this.update(b as unknown as ItemUpdatePush);
    if (o === 'taskComplete') this.items.delete((b as unknown as TaskState).keyItem ?? '');
  }

  private update({ $id, _u, changed, gone }: ItemUpdatePush): void {
    if (gone) return void this.items.delete($id);
    const known = this.items.get($id) ?? {};
    for (const [name, value] of Object.entries(changed ?? {})) {
      if (value === null) delete known[name];
      else known[name] = value;
    }
    this.items.set($id, { ...known, _u: _u ?? 0 });
  }
}

/** The parts of an item that pushes speak of. */
export const plain = (item: Item): Record<string, Json> => {
  const told = (name: string): boolean => CHANGING_NAMES.has(name) || !HEADER_NAMES.has(name);
  return Object.fromEntries(Object.entries(item).filter(([name]) => told(name) || name === '_u')) as Record<
    string,
    Json
  >;
};

const PEOPLE: Readonly<Record<string, readonly (readonly [string, Level])[]>> = {
  stranger: [],
  community: [['first', 'COMMUNITY']],
  protectedReader: [['first', 'PROTECTED']],
  privateReader: [['first', 'PRIVATE']],
  neighbour: [['second', 'PRIVATE']],
  both: [
    ['first', 'COMMUNITY'],
    ['second', 'PROTECTED'],
  ],
  creator: [],
};

export interface People {
  readonly first: ItemId;
  readonly second: ItemId;
  /** Subjects by name, including the visitor and the administrator. */
  readonly subjects: ReadonlyMap<string, Subject>;
  readonly creator: ItemId;
}

export const settle = async (process: Process): Promise<People> => {
  const first = (await write.insert(process, 'Shelf', { name: 'First shelf' }, 'User-1')).id;
  const second = (await write.insert(process, 'Shelf', { name: 'Second shelf' }, 'User-1')).id;
  const shelves: Readonly<Record<string, ItemId>> = { first, second };
  const subjects = new Map<string, Subject>([['visitor', VISITOR]]);
  const add = async (name: string, values: Values): Promise<ItemId> => {
    const user = await write.insert(process, 'User', { name, email: `${name}@example.org`, ...values }, 'User-1');
    const subject = await process.subjectOf(user.id);
    if (subject) subjects.set(name, subject);
    return user.id;
  };
  for (const [name, reads] of Object.entries(PEOPLE)) {
    await add(name, {
      memberships: reads.map(([shelf, level]) => ({ owner: shelves[shelf] ?? '', reads: level })),
    });
  }
  await add('admin', { admin: true });
  return { first, second, subjects, creator: subjects.get('creator')?.userId ?? '' };
};
