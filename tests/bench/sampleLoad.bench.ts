// Time of the first start of the built server on an empty folder until the sample community is loaded and the server is ready. Compared with
// the first start without it, followed by SQL that stores the same rows in empty copies of the tables.

import pg from 'pg';
import { startEmbedded } from 'src/server/store/embedded/startEmbedded.ts';
import { report, sampleStore } from 'tests/bench/figures.ts';
import { milliseconds, timesOf } from 'tests/bench/measure.ts';
import { startServer } from 'tests/e2e/harness/startServer.ts';
import { copyStore, emptyStore, removeStore } from 'tests/e2e/harness/Store.ts';

const ROUNDS = 3;
const LIMIT = 15_000;
const TABLES = ['item', 'item_level', 'item_history', 'outbox'];

const firstStart = async (sample: 'on' | 'off'): Promise<number> => {
  const store = await emptyStore(undefined);
  const began = performance.now();
  const server = await startServer(store, { SAMPLE: sample });
  const time = performance.now() - began;
  await server.stop();
  await removeStore(store, undefined);
  return time;
};

/** Stores the rows of the sample in copies of the tables with their indexes. */
const insertRows = async (driver: pg.Client): Promise<number> => {
  const copies = TABLES.map((table) => [table, `bench_${table}`] as const);
  for (const [table, copy] of copies)
    await driver.query(`create table ${copy} (like ${table} including defaults including identity including indexes)`);
  const began = performance.now();
  for (const [table, copy] of copies)
    await driver.query(`insert into ${copy} overriding system value select * from ${table}`);
  const time = performance.now() - began;
  for (const [, copy] of copies) await driver.query(`drop table ${copy}`);
  return time;
};

export const run = async (): Promise<void> => {
  const store = await copyStore(await sampleStore(), undefined);
  const { host, user, database, stop } = await startEmbedded({ dataDir: store.folder });
  const driver = new pg.Client({ host, user, database });
  await driver.connect();
  const loaded: number[] = [];
  const baseline: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const empty = await firstStart('off');
    const inserted = await insertRows(driver);
    baseline.push(empty + inserted);
    loaded.push(await firstStart('on'));
    console.log(
      `empty ${milliseconds(empty)}, SQL ${milliseconds(inserted)}, sample ${milliseconds(loaded.at(-1) ?? 0)}`,
    );
  }
  await driver.end();
  await stop();
  await removeStore(store, undefined);
  const [own, other] = [timesOf(loaded), timesOf(baseline)];
  report({
    ...{ name: 'first start, with the sample community', unit: 'ms', value: own.median, best: own.best },
    baseline: { name: 'empty first start and the same rows in SQL', value: other.median, best: other.best },
    limit: { of: 'value', atMost: LIMIT },
  });
};
