// Many books by the bulk path, in the toy world. Loaded into an empty type as packages are, without history and change feed, compared with
// COPY of the same rows into tables with the same indexes. Stored together as imports are, with history and change feed, compared with INSERT
// of the same rows by one SQL statement for each batch; and what a reader notices of that.

import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { EVERYONE } from 'src/model/access/Subject.ts';
import { openBenchWorld } from 'tests/bench/benchWorld.ts';
import { corpus, insertSeeds, type Seed } from 'tests/bench/corpus.ts';
import { report } from 'tests/bench/figures.ts';
import { milliseconds, timesOf } from 'tests/bench/measure.ts';
import { toyDomain } from 'tests/server/harness/toyDomain.ts';
import type { World } from 'tests/server/routes/openWorld.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

const LOADED = 30_000;
const BOOKS = 10_000;
const BOOKS_TOGETHER = 100;
const BULK_ROUNDS = 3;
const PER_SECOND = { loaded: 6_000, stored: 1_000 };
const READERS_SLOWER = 2;
const MORE_MEMORY = 1.1;
const ABOVE = 1_000;
const BOOK = 102;

interface Site {
  readonly world: World;
  readonly client: pg.Client;
  readonly acls: readonly number[];
}

/** Yields the seeds and notes the largest memory of the process, in bytes. */
function* watched(seeds: Iterable<Seed>, memory: { peak: number }): Generator<Seed> {
  let count = 0;
  for (const seed of seeds) {
    yield seed;
    count += 1;
    if (count % 1_000 === 0) memory.peak = Math.max(memory.peak, process.memoryUsage.rss());
  }
}

const loadBooks = async ({ world, acls }: Site, memory: { peak: number }): Promise<number> => {
  const { database, items, storeJobs } = world.services;
  const types = [{ name: 'Book', count: LOADED }];
  // Made before, as the rows of an import are read from a file before.
  const seeds = [...corpus({ registry, types, acls, seed: 5, now: Date.now(), above: ABOVE })];
  const began = performance.now();
  await insertSeeds(database, toyDomain.clocks, watched(seeds, memory), { items, jobs: storeJobs });
  return performance.now() - began;
};

const LOADED_TABLES: readonly (readonly [string, string])[] = [
  ['item', `item_${BOOK}`],
  ['item_level', 'item_level'],
  ['item_geometry', 'item_geometry'],
];
const OPEN_LISTS = `do $$ declare i record; begin for i in select c.oid::regclass as name from pg_class c join pg_am a on a.oid = c.relam
  join pg_index x on x.indexrelid = c.oid where a.amname = 'gin' and x.indrelid in ('bulk_item'::regclass, 'bulk_item_level'::regclass)
  loop execute format('alter index %s set (fastupdate = on, gin_pending_list_limit = 16384)', i.name); end loop; end $$`;

/** Makes empty tables with the columns and indexes of those. */
const makeCopies = async (client: pg.Client, tables: readonly (readonly [string, string])[]): Promise<void> => {
  for (const [name, like] of tables) {
    await client.query(`drop table if exists bulk_${name}`);
    await client.query(
      `create table bulk_${name} (like ${like} including defaults including identity including indexes)`,
    );
  }
};

/** Copies the loaded rows with COPY, after they are read. */
const copyBooks = async ({ client }: Site): Promise<number> => {
  await makeCopies(client, LOADED_TABLES);
  await client.query(OPEN_LISTS);
  let taken = 0;
  for (const [name, from] of LOADED_TABLES) {
    const text: Buffer[] = [];
    const rows = client.query(copyTo(`copy (select * from ${from} where t = ${BOOK} order by i) to stdout`));
    for await (const chunk of rows) text.push(chunk as Buffer);
    const began = performance.now();
    await pipeline(text, client.query(copyFrom(`copy bulk_${name} from stdin`)));
    taken += performance.now() - began;
  }
  return taken;
};

const emptyBooks = async ({ client }: Site): Promise<void> => {
  await client.query(`truncate item_${BOOK}`);
  for (const table of ['item_level', 'item_geometry']) await client.query(`delete from ${table} where t = ${BOOK}`);
  await client.query('vacuum analyze');
};

const storeTogether = async ({ world }: Site): Promise<number> => {
  const { database, items } = world.services;
  const by = world.ids['admin'] ?? '';
  const began = performance.now();
  for (let from = 0; from < BOOKS; from += BOOKS_TOGETHER) {
    await items.expectMany('Book', BOOKS);
    await database.transaction((tx) =>
      items.together(tx, async (batch) => {
        for (let at = from; at < from + BOOKS_TOGETHER; at += 1) {
          await setImmediate();
          const values = { title: `Book ${at} of the register`, shelf: world.ids['shelf'] ?? '', year: 1900, price: 7 };
          const more = { $access: 'COMMUNITY', state: 'DRAFT', summary: `Letters and maps of meeting ${at % 400}` };
          await items.insert(batch, 'Book', { ...values, ...more }, { at: new Date(), by, actor: undefined });
        }
      }),
    );
  }
  return performance.now() - began;
};

/** Inserts copies of stored books with their history and change feed. */
const insertCopies = async ({ client }: Site): Promise<number> => {
  await makeCopies(client, [
    ['item', 'item'],
    ['item_history', 'item_history'],
    ['outbox', 'outbox'],
  ]);
  const began = performance.now();
  for (let from = 0; from < BOOKS; from += BOOKS_TOGETHER)
    await client.query(
      `with made as (insert into bulk_item select x.t, x.i + $1::int, x.n + $1::int, x.u, x.acl, x.level, x.owners, x.created, x.creator,
          x.updated, x.updater, x.label, x.folded, x.terms, x.sort_keys, x.body, x.tsv, x.schema
        from item x where x.t = ${BOOK} order by x.i desc limit $2::int returning *),
        kept as (insert into bulk_item_history (t, i, u, at, by, op, kind, diff, acl, level)
          select t, i, u, created, creator, 'c', 'created', '{}', acl, level from made)
        insert into bulk_outbox (t, i, n, u, acl, op) select t, i, n, u, acl, 'c' from made`,
      [(from + 1) * 100_000, BOOKS_TOGETHER],
    );
  return performance.now() - began;
};

/** Reads an item again and again until the work is done, or for one second. Returns the time of each read. */
const readMeanwhile = async ({ world }: Site, work?: Promise<unknown>): Promise<number[]> => {
  const { database, items, sessions, readFilters } = world.services;
  const subject = await sessions.subjectOf(world.ids['admin'] ?? '');
  if (!subject) throw new Error('no administrator');
  const readFilter = await readFilters.readFilterFor(subject);
  const times: number[] = [];
  const until = performance.now() + 1_000;
  let isOver = false;
  void work?.finally(() => (isOver = true));
  while (work ? !isOver : performance.now() < until) {
    const began = performance.now();
    await items.readVisible(database, readFilter, [world.ids['shelf'] ?? ''], { channel: undefined });
    times.push(performance.now() - began);
    await setImmediate();
  }
  return times;
};

const median = (times: readonly number[]) => timesOf(times).median;

/** Compares the last load with the first one: nothing of a load stays in memory. */
const reportMemory = (peaks: readonly number[]): void => {
  const [value, base] = [(peaks.at(-1) ?? 0) / 1024, (peaks[0] ?? 0) / 1024];
  report({
    ...{ name: `memory of the process in the last load of ${LOADED} rows`, unit: 'kB', value },
    baseline: { name: 'in the first load', value: base },
    limit: { of: 'ratio', atMost: MORE_MEMORY },
  });
};

interface Compared {
  readonly name: string;
  readonly rows: number;
  readonly perSecond: number;
  readonly times: readonly number[];
  readonly baseline: { readonly name: string; readonly times: readonly number[] };
}

const reportRows = ({ name, rows, perSecond, times, baseline }: Compared): void => {
  const [{ median: value, best }, base] = [timesOf(times), timesOf(baseline.times)];
  console.log(`${name}: ${milliseconds(value)} ms, ${Math.round((rows / value) * 1_000)} rows a second`);
  report({
    ...{ name, unit: 'ms', value, best },
    baseline: { name: baseline.name, value: base.median, best: base.best },
    limit: { of: 'value', atMost: (rows / perSecond) * 1_000 },
  });
};

export const run = async (): Promise<void> => {
  const world = await openBenchWorld({});
  const client = new pg.Client(world.connection);
  await client.connect();
  const site: Site = { world, client, acls: [await world.services.readFilters.aclFor([EVERYONE])] };
  const times = { load: [], copy: [], store: [], sql: [], alone: [], meanwhile: [] } as Record<string, number[]>;
  const peaks: number[] = [];
  for (let round = 0; round < BULK_ROUNDS; round += 1) {
    const memory = { peak: 0 };
    times['load']?.push(await loadBooks(site, memory));
    peaks.push(memory.peak);
    times['copy']?.push(await copyBooks(site));
    await emptyBooks(site);
  }
  for (let round = 0; round < BULK_ROUNDS; round += 1) {
    times['store']?.push(await storeTogether(site));
    times['sql']?.push(await insertCopies(site));
    times['alone']?.push(median(await readMeanwhile(site)));
    times['meanwhile']?.push(median(await readMeanwhile(site, storeTogether(site))));
  }
  const of = (name: string): number[] => times[name] ?? [];
  reportRows({
    ...{
      name: `${LOADED} rows loaded into an empty type`,
      rows: LOADED,
      perSecond: PER_SECOND.loaded,
      times: of('load'),
    },
    baseline: { name: 'COPY of the same rows', times: of('copy') },
  });
  reportMemory(peaks);
  reportRows({
    ...{ name: `${BOOKS} rows stored together, with history and feed`, rows: BOOKS, perSecond: PER_SECOND.stored },
    ...{ times: of('store'), baseline: { name: 'INSERT of the same rows in SQL', times: of('sql') } },
  });
  report({
    ...{ name: 'a read while these are stored', unit: 'ms', value: median(of('meanwhile')) },
    baseline: { name: 'the same alone', value: median(of('alone')) },
    limit: { of: 'ratio', atMost: READERS_SLOWER },
  });
  await client.end();
  await world.stop();
};
