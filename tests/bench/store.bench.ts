// Reading and writing single items against the driver's own work on the same connection pool, with real fsync.
// Limits: read by id 4 x a round trip, readMany(100) 15 x a read, an update with history and change feed 2 x a bare commit, an update with
// restricted properties 3 x its own statements with known parameters.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from 'src/base/clock.ts';
import { VISITOR } from 'src/model/access/Subject.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { createStoreServices } from 'src/server/access/storeServices.ts';
import { migrate } from 'src/server/store/migrate.ts';
import type { Database, Transaction } from 'src/server/store/database.ts';
import { openDatabase } from 'src/server/store/openDatabase.ts';
import { report } from 'tests/bench/figures.ts';
import { serially, milliseconds, type Times } from 'tests/bench/measure.ts';
import { toyDomain } from 'tests/server/harness/toyDomain.ts';
import { fixtures } from 'tests/toy/generated/fixtures.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

const BOOKS = 2000;
const SHELVES = 50;
const ROUNDS = 400;

interface Row {
  readonly name: string;
  readonly against: string;
  readonly limit: number;
}

const ROWS: readonly Row[] = [
  { name: 'row by the driver', against: 'round trip', limit: 4 },
  { name: 'read by id', against: 'round trip', limit: 4 },
  { name: 'read by id, with parts', against: 'round trip', limit: 4 },
  { name: 'read by id, with labels', against: 'round trip', limit: 8 },
  { name: 'readMany(100)', against: 'read by id, with parts', limit: 15 },
  { name: 'update, one statement', against: 'bare commit', limit: 2 },
  { name: 'update, locked and merged', against: 'bare commit', limit: 3 },
  { name: 'update, with parts', against: 'its bare statements', limit: 3 },
];

const print = (times: Readonly<Record<string, Times>>): void => {
  for (const name of ['round trip', 'bare commit', 'its bare statements'])
    console.log(`${name.padEnd(28)}${milliseconds(times[name]?.median ?? 0).padStart(8)} ms`);
  for (const { name, against, limit } of ROWS) {
    const [own, other] = [times[name], times[against]];
    if (!own || !other) continue;
    report({
      name: `${name}, in the process`,
      unit: 'ms',
      value: own.median,
      best: own.best,
      baseline: { name: against, value: other.median, best: other.best },
      limit: { of: 'ratio', atMost: limit },
    });
    const ratio = own.median / other.median;
    const verdict = ratio <= limit ? '' : ', OVER';
    console.log(
      `${name.padEnd(28)}${milliseconds(own.median).padStart(8)} ms   ${ratio.toFixed(2)} x ${against} (limit ${limit}${verdict}; best ${(own.best / other.best).toFixed(2)} x)`,
    );
  }
};

type Seed = (type: string, properties: object) => Promise<ItemId>;

const fillShelves = async (seed: Seed): Promise<{ shelves: ItemId[]; books: ItemId[] }> => {
  const shelves: ItemId[] = [];
  for (let made = 0; made < SHELVES; made += 1)
    shelves.push(await seed('Shelf', { name: `Shelf ${made}`, website: 'https://example.org' }));
  const books: ItemId[] = [];
  const { sequels: _, files: __, ...full } = fixtures['Book']?.full ?? {};
  for (let made = 0; made < BOOKS; made += 1) {
    books.push(
      await seed('Book', {
        ...full,
        title: `Book ${made}`,
        shelf: shelves[made % SHELVES],
        summary: 'many words of it '.repeat(60),
      }),
    );
  }
  return { shelves, books };
};

/** Position of the counter in the parameters of a write. */
const COUNTER = 3;

interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name: string | undefined;
}

/** Records the statements of one transaction, and returns a function that repeats them as a write of the next version. */
const repeatStatements = async (
  database: Database,
  edit: (tx: Transaction) => Promise<void>,
): Promise<() => Promise<void>> => {
  const sent: Sent[] = [];
  await database.transaction((tx) =>
    edit({
      ...tx,
      query: (text, values = [], name) => {
        sent.push({ text, values, name });
        return tx.query(text, values, name);
      },
    }),
  );
  let versions = 0;
  const nextVersion = (value: unknown, at: number): unknown => (at === COUNTER ? Number(value) + versions : value);
  return () =>
    database.transaction(async (tx) => {
      versions += 1;
      const write = sent.at(-1);
      const reads = sent.slice(0, -1);
      await Promise.all(reads.map(({ text, values, name }) => tx.query(text, values, name)));
      if (write) await tx.query(write.text, write.values.map(nextVersion), write.name);
    });
};

export const run = async (): Promise<void> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'keeper-bench-'));
  const { database, stop } = await openDatabase({ dataDir, log: console.error });
  await migrate(database, registry);
  const { items, readFilters } = createStoreServices({ registry, domain: toyDomain, database, clock: systemClock });
  const stamp = () => ({ at: new Date(), by: 'User-1', actor: undefined });
  const seed: Seed = (type, properties) =>
    database.transaction(async (tx) => (await items.insert(tx, type, properties as never, stamp())).id);

  const { shelves, books } = await fillShelves(seed);
  await database.query('vacuum analyze');
  await database.query('create table bare (id int generated always as identity primary key, body text)');
  const owner = shelves[0] ?? '';
  const memberships = shelves.map((each) => ({
    owner: each,
    reads: 'PRIVATE' as const,
    admin: false,
    capabilities: [],
  }));
  const readFilter = await readFilters.readFilterFor({ ...VISITOR, userId: 'User-2', sessionId: 's', memberships });
  const kilobyte = 'x'.repeat(1000);
  let at = 0;
  const next = (): ItemId => books[(at += 7) % BOOKS] ?? '';
  const editIn = async (tx: Transaction, id: ItemId, name: string): Promise<void> => {
    const stored = await items.find(tx, id, true);
    if (stored) await items.write(tx, stored, { [name]: `Edited ${(at += 1)}` }, stamp());
  };
  const edit = (id: ItemId, name: string) => database.transaction((tx) => editIn(tx, id, name));
  const repeated = await repeatStatements(database, (tx) => editIn(tx, books[0] ?? '', 'title'));

  const times = await serially(
    {
      'round trip': () => database.query('select 1', [], 'one'),
      'row by the driver': () =>
        database.query('select * from item_101 where i = $1', [Number(owner.split('-')[1])], 'raw'),
      'read by id': () =>
        items.readVisible(database, readFilter, [shelves[(at += 1) % SHELVES] ?? ''], { channel: undefined }),
      'read by id, with parts': () => items.readVisible(database, readFilter, [next()], { channel: undefined }),
      'read by id, with labels': () =>
        items.readVisible(database, readFilter, [next()], { channel: undefined, labels: true }),
      'readMany(100)': () =>
        items.readVisible(database, readFilter, Array.from({ length: 100 }, next), { channel: undefined }),
      'bare commit': () => database.query('insert into bare (body) values ($1)', [kilobyte], 'bare'),
      'update, one statement': async () => {
        const stored = await items.find(database, owner);
        if (!stored) return;
        const started = performance.now();
        await items.write(
          {
            ...database,
            afterCommit: (each) => void each(),
            withCommit: () => undefined,
            addJob: () => Promise.resolve(),
          },
          stored,
          { website: `https://example.org/${(at += 1)}` },
          stamp(),
        );
        alone.push(performance.now() - started);
      },
      'update, locked and merged': () => edit(owner, 'name'),
      'its bare statements': repeated,
      'update, with parts': () => edit(books[1] ?? '', 'title'),
    },
    ROUNDS,
  );
  const sorted = alone.slice(2).sort((a, b) => a - b);
  print({
    ...times,
    'update, one statement': {
      best: sorted[0] ?? 0,
      median: sorted[ROUNDS >> 1] ?? 0,
      p95: sorted[Math.floor(ROUNDS * 0.95)] ?? 0,
    },
  });
  await stop();
  await rm(dataDir, { recursive: true, force: true });
};

/** The write statement without the read before it. */
const alone: number[] = [];
