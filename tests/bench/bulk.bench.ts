// Books that are stored together, as imports store theirs, with labels, words, terms, restricted properties, history and change feed;
// compared with INSERT of as many rows with the same history and feed by one SQL statement for each batch.

import pg from 'pg';
import type { Services } from 'src/server/modules.ts';
import { openBenchWorld } from 'tests/bench/benchWorld.ts';
import { report } from 'tests/bench/figures.ts';
import { milliseconds, timesOf } from 'tests/bench/measure.ts';

const BOOKS = 10_000;
const BOOKS_TOGETHER = 500;
const BULK_ROUNDS = 3;
const ROWS_PER_SECOND = 1_000;

const storeTogether = async ({ database, items }: Services, [shelf, by]: readonly [string, string]): Promise<void> => {
  for (let from = 0; from < BOOKS; from += BOOKS_TOGETHER)
    await database.transaction((tx) =>
      items.together(tx, async (batch) => {
        const metadata = { at: new Date(), by, actor: undefined };
        for (let at = from; at < from + BOOKS_TOGETHER; at += 1) {
          const values = { title: `Book ${at} of the register`, shelf, year: 1900 + (at % 100), price: 7 };
          const more = { $access: 'COMMUNITY', state: 'DRAFT', summary: `Letters and maps of meeting ${at % 400}` };
          await items.insert(batch, 'Book', { ...values, ...more }, metadata);
        }
      }),
    );
};

const COPIED_TABLES = ['item', 'item_history', 'outbox'];

/** Inserts copies of stored books in tables with the same columns and indexes. */
const insertCopies = async (client: pg.Client): Promise<void> => {
  for (let from = 0; from < BOOKS; from += BOOKS_TOGETHER)
    await client.query(
      `with made as (insert into bulk_item select x.t, x.i + $1::int, x.n + $1::int, x.u, x.acl, x.level, x.owners, x.created, x.creator,
          x.updated, x.updater, x.label, x.folded, x.terms, x.sort_keys, x.body, x.tsv, x.schema
        from item x where x.t = 102 order by x.i desc limit $2::int returning *),
        kept as (insert into bulk_item_history (t, i, u, at, by, op, kind, diff, acl, level)
          select t, i, u, created, creator, 'c', 'created', '{}', acl, level from made)
        insert into bulk_outbox (t, i, n, u, acl, op) select t, i, n, u, acl, 'c' from made`,
      [(from + 1) * 100_000, BOOKS_TOGETHER],
    );
};

const makeCopiedTables = async (client: pg.Client): Promise<void> => {
  for (const table of COPIED_TABLES) {
    await client.query(`drop table if exists bulk_${table}`);
    await client.query(
      `create table bulk_${table} (like ${table} including defaults including identity including indexes)`,
    );
  }
};

export const run = async (): Promise<void> => {
  const world = await openBenchWorld({});
  const client = new pg.Client(world.connection);
  await client.connect();
  const times = { store: [] as number[], sql: [] as number[] };
  for (let round = 0; round < BULK_ROUNDS; round += 1) {
    const began = performance.now();
    await storeTogether(world.services, [world.ids['shelf'] ?? '', world.ids['admin'] ?? '']);
    times.store.push(performance.now() - began);
    await makeCopiedTables(client);
    const sqlBegan = performance.now();
    await insertCopies(client);
    times.sql.push(performance.now() - sqlBegan);
  }
  const [store, sql] = [timesOf(times.store), timesOf(times.sql)];
  console.log(`${milliseconds(store.median)} ms, ${Math.round((BOOKS / store.median) * 1_000)} rows a second`);
  report({
    ...{
      name: `${BOOKS} rows stored together, with history and feed`,
      unit: 'ms',
      value: store.median,
      best: store.best,
    },
    baseline: { name: 'INSERT of the same rows in SQL', value: sql.median, best: sql.best },
    limit: { of: 'value', atMost: (BOOKS / ROWS_PER_SECOND) * 1_000 },
  });
  await client.end();
  await world.stop();
};
