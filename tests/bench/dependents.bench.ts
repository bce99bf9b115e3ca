// Items that inherit the readers of an item that becomes restricted. Measures the update, the job that moves the readers, and the delay
// between a commit and the start of its job. Only the store and the queue run, on an embedded server with real fsync.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from 'src/base/clock.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { migrateJobQueue, startJobQueue } from 'src/server/jobs/jobQueue.ts';
import { migrate } from 'src/server/store/migrate.ts';
import { openDatabase } from 'src/server/store/openDatabase.ts';
import { createStoreServices } from 'src/server/access/storeServices.ts';
import { report } from 'tests/bench/figures.ts';
import { withFiles } from 'tests/bench/manyFiles.ts';
import { milliseconds, timesOf } from 'tests/bench/measure.ts';
import { toyDomain } from 'tests/server/harness/toyDomain.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

const SIZES = [20_000, 100_000];
/** Limit in milliseconds for the largest case. */
const MOVE_LIMIT = 60_000;
const PICK_UPS = 100;
/** Limit in milliseconds after the commit. */
const PICK_UP_LIMIT = 50;

const openStore = async (dataDir: string) => {
  const { database, connection, stop } = await openDatabase({ dataDir, log: console.error });
  await migrateJobQueue(connection);
  await migrate(database, registry);
  const store = createStoreServices({ registry, domain: toyDomain, database, clock: systemClock });
  const metadata = () => ({ at: new Date(), by: 'User-1', actor: undefined });
  return {
    ...{ database, connection, stop, jobs: store.jobs },
    insert: (type: string, properties: Readonly<Record<string, Json>>): Promise<ItemId> =>
      database.transaction(async (tx) => (await store.items.insert(tx, type, properties, metadata())).id),
    update: (id: ItemId, changes: Readonly<Record<string, Json>>): Promise<void> =>
      database.transaction(async (tx) => {
        const stored = await store.items.find(tx, id, true);
        if (stored) await store.items.write(tx, stored, changes, metadata());
      }),
  };
};

type Store = Awaited<ReturnType<typeof openStore>>;

const moveAll = async (store: Store, count: number): Promise<void> => {
  const book = await withFiles(store, count);
  const started = performance.now();
  await store.update(book, { $access: 'PRIVATE' });
  const answered = performance.now();
  while ((await store.database.query('select 1 from graphile_worker.jobs limit 1')).length > 0) await sleep(20);
  const took = performance.now() - answered;
  console.log(
    `${count} items: update ${milliseconds(answered - started)} ms, moved after ${milliseconds(took)} ms, ${milliseconds(took / count)} ms each`,
  );
  report({
    name: `readers of ${count} items moved by a job`,
    unit: 'ms',
    value: took,
    limit: { of: 'value', atMost: MOVE_LIMIT },
  });
};

const pickUps = async ({ database }: Store, begun: Map<string, () => void>): Promise<number[]> => {
  const times: number[] = [];
  for (let round = 0; round < PICK_UPS; round++) {
    const began = new Promise<void>((resolve) => begun.set(String(round), resolve));
    await database.transaction((tx) => tx.addJob('note', { id: String(round) }));
    const committed = performance.now();
    await began;
    times.push(performance.now() - committed);
  }
  return times;
};

export const run = async (): Promise<void> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'keeper-bench-'));
  const store = await openStore(dataDir);
  const begun = new Map<string, () => void>();
  const note = async ({ id }: Readonly<Record<string, Json>>): Promise<void> => begun.get(String(id))?.();
  const { connection, database, jobs } = store;
  const queue = await startJobQueue({ connection, database, handlers: { ...jobs, note }, log: console.error });
  const { median, best, p95 } = timesOf(await pickUps(store, begun));
  console.log(
    `a job begins ${milliseconds(median)} ms after its commit (best ${milliseconds(best)}, p95 ${milliseconds(p95)})`,
  );
  report({
    name: 'a job begins after its commit',
    unit: 'ms',
    value: median,
    best,
    limit: { of: 'value', atMost: PICK_UP_LIMIT },
  });
  for (const size of SIZES) await moveAll(store, size);
  await queue.stop();
  await store.stop();
  await rm(dataDir, { recursive: true, force: true });
};
