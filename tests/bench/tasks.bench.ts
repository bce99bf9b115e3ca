// A change of 5,000 items as a task, until the last commit, compared with 5,000 rows changed by statements in transactions of the same
// size. The services run in one process on an embedded server with real fsync.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { systemClock } from 'src/base/clock.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { configFrom } from 'src/server/config.ts';
import type { Services } from 'src/server/modules.ts';
import { migrateJobQueue, startJobQueue } from 'src/server/jobs/jobQueue.ts';
import { createServices } from 'src/server/services.ts';
import { migrate } from 'src/server/store/migrate.ts';
import { openDatabase } from 'src/server/store/openDatabase.ts';
import { changeMany } from 'src/server/tasks/bulkTasks.ts';
import { prepareTask } from 'src/server/tasks/startTask.ts';
import { report } from 'tests/bench/figures.ts';
import { milliseconds } from 'tests/bench/measure.ts';
import { toyDomain } from 'tests/server/harness/toyDomain.ts';
import { startWorker } from 'tests/server/search/startWorker.ts';
import { fileReaderEntry } from 'tests/server/fileReaderEntry.ts';
import messages from 'tests/toy/generated/messages.en.json' with { type: 'json' };
import { registry } from 'tests/toy/generated/registry.server.ts';

const SIZE = 5_000;
const BATCH = 50;
const BOOK = 102;
const ROUNDS = 3;
/** Each item is saved with all its rules, a version in its history and an entry in the change feed. */
const TIMES_THE_STATEMENTS = 3;

const fill = async ({ database, items }: Services) => {
  const by = { at: new Date(), by: 'User-1', actor: undefined };
  return await database.transaction(async (tx) => {
    const user = await items.insert(tx, 'User', { name: 'admin', email: 'a@x.test', admin: true }, by);
    const shelf = (await items.insert(tx, 'Shelf', { name: 'A shelf' }, by)).id;
    const books: ItemId[] = [];
    for (let n = 0; n < SIZE; n += 1)
      books.push((await items.insert(tx, 'Book', { title: `Book ${n}`, shelf, year: 1900 }, by)).id);
    return { user: user.id, books };
  });
};

const byTask = async (services: Services, user: ItemId, input: { ids: readonly ItemId[]; set: { year: number } }) => {
  const subject = await services.sessions.subjectOf(user);
  if (!subject) throw new Error('no administrator');
  const readFilter = await services.readFilters.readFilterFor(subject);
  const started = performance.now();
  const shared = { subject, readFilter, services, now: new Date(), receiver: undefined };
  const task = { name: 'changeMany', asyncKey: undefined, target: '', input };
  const start = await prepareTask({ ...shared, db: services.database, tx: undefined }, changeMany, task);
  const key = await services.database.transaction((tx) => start({ ...shared, db: tx, tx }));
  while ((await services.database.query('select 1 from task where key = $1 and ended is null', [key])).length > 0)
    await sleep(10);
  return performance.now() - started;
};

const byStatements = async ({ database }: Services, year: number): Promise<number> => {
  const rows = await database.query<{ i: number }>('select i from item where t = $1 order by i', [BOOK]);
  const started = performance.now();
  for (let from = 0; from < rows.length; from += BATCH)
    await database.transaction(async (tx) => {
      for (const { i } of rows.slice(from, from + BATCH))
        await tx.query(
          `update item_${BOOK} set body = body || $2::jsonb where i = $1`,
          [i, JSON.stringify({ year })],
          'bench.change',
        );
    });
  return performance.now() - started;
};

export const run = async (): Promise<void> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'keeper-bench-'));
  const { database, connection, stop } = await openDatabase({ dataDir, log: console.error });
  await migrateJobQueue(connection);
  await migrate(database, registry);
  const config = configFrom({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, SAMPLE: 'off' });
  const open = await createServices({
    ...{ config, registry, domain: toyDomain, database, clock: systemClock, startWorker, fileReaderEntry, messages },
    version: 'bench',
    log: pino({ level: 'silent' }),
  });
  const { services, jobs: handlers } = open;
  await services.search.ready();
  const { user, books } = await fill(services);
  const queue = await startJobQueue({ connection, database, handlers, log: console.error });
  const tasks: number[] = [];
  const statements: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    tasks.push(await byTask(services, user, { ids: books, set: { year: 1900 + round } }));
    statements.push(await byStatements(services, 1950 + round));
  }
  const [value, base] = [tasks, statements].map((times) => times.toSorted((a, b) => a - b)[1] ?? 0);
  console.log(`${SIZE} items by a task ${milliseconds(value ?? 0)} ms, by statements ${milliseconds(base ?? 0)} ms`);
  report({
    name: `${SIZE} items changed by a task`,
    unit: 'ms',
    value: value ?? 0,
    best: Math.min(...tasks),
    baseline: { name: 'their rows by statements', value: base ?? 0 },
    limit: { of: 'ratio', atMost: TIMES_THE_STATEMENTS },
  });
  await queue.stop();
  await open.stop();
  await stop();
  await rm(dataDir, { recursive: true, force: true });
};
