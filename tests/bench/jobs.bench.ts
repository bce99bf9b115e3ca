// The queue under load, in one process with the server: the rate of small jobs, and the duration of people's saves while jobs run, compared
// with the same saves without jobs.

import type { Json } from 'src/model/item/Item.ts';
import { startJobQueue } from 'src/server/jobs/jobQueue.ts';
import { openBenchWorld } from 'tests/bench/benchWorld.ts';
import { report } from 'tests/bench/figures.ts';
import { withFiles } from 'tests/bench/manyFiles.ts';
import { milliseconds, timesOf, type Times } from 'tests/bench/measure.ts';
import { signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

const JOBS = 5_000;
/** Rate of 500 a second. */
const ALL_WITHIN_MS = 10_000;
/** Number of items whose readers one change removes. */
const FILES = 10_000;
const QUIET_SAVES = 100;
/** Pause between two saves of a person. */
const PAUSE_MS = 10;
const TIMES_QUIET = 2;
const QUEUE_EMPTY = 'select 1 from graphile_worker.jobs limit 1';

const pause = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

/** Creates a user who changes one book repeatedly. */
const createSaver = async ({ url, ids }: World) => {
  const socket = await TestSocket.as(url, await signIn(url, 'keeper'));
  const $id = ids['COMMUNITY'] ?? '';
  let u = 1;
  const save = async (): Promise<number> => {
    const began = performance.now();
    const { b, erred } = await socket.ask('update', { $id, _u: u, title: `Version ${u}` });
    if (erred) throw new Error(JSON.stringify(b));
    u = (b as { readonly _u: number })._u;
    return performance.now() - began;
  };
  return {
    /** Measures saves for as long as `goOn` returns true. */
    async saves(goOn: (done: number) => boolean | Promise<boolean>): Promise<Times> {
      const took: number[] = [];
      while (await goOn(took.length)) {
        took.push(await save());
        await pause(PAUSE_MS);
      }
      return timesOf(took);
    },
    close: () => socket.close(),
  };
};

const reportSaves = (name: string, busy: Times, quiet: Times): void => {
  console.log(
    `saves ${name}: p95 ${milliseconds(busy.p95)} (median ${milliseconds(busy.median)}), quiet ${milliseconds(quiet.p95)}`,
  );
  report({
    name: `95th percentile of saves ${name}`,
    unit: 'ms',
    value: busy.p95,
    best: busy.median,
    baseline: { name: 'the same without jobs', value: quiet.p95, best: quiet.median },
    limit: { of: 'ratio', atMost: TIMES_QUIET },
  });
};

export const run = async (): Promise<void> => {
  const world = await openBenchWorld({});
  const { connection, jobs, services } = world;
  const { database, items } = services;
  const metadata = () => ({ at: new Date(), by: world.ids['keeper'] ?? '', actor: undefined });
  let done = 0;
  const small = async (): Promise<void> => {
    await database.query('select 1', [], 'bench.small');
    done += 1;
  };
  const addJobs = (): Promise<void> =>
    database.transaction(async (tx) => {
      for (let at = 0; at < JOBS; at += 1) await tx.addJob('small', { at });
    });
  const queue = await startJobQueue({ connection, database, handlers: { ...jobs, small }, log: console.error });
  const saver = await createSaver(world);

  await saver.saves((saved) => saved < 20);
  /** Measured right before the saves that are compared with it, because other work shares the machine. */
  const quietly = (): Promise<Times> => saver.saves((saved) => saved < QUIET_SAVES);

  await addJobs();
  const began = performance.now();
  while (done < JOBS) await pause(2);
  const all = performance.now() - began;
  console.log(`${JOBS} jobs in ${milliseconds(all)} ms: ${Math.round((JOBS / all) * 1000)} a second`);
  report({
    name: `${JOBS} small jobs, until the last has run`,
    unit: 'ms',
    value: all,
    limit: { of: 'value', atMost: ALL_WITHIN_MS },
  });

  const quiet = await quietly();
  done = 0;
  await addJobs();
  reportSaves('while small jobs run', await saver.saves(() => done < JOBS), quiet);

  const insert = (type: string, properties: Readonly<Record<string, Json>>) =>
    database.transaction(async (tx) => (await items.insert(tx, type, properties, metadata())).id);
  const book = await withFiles({ database, insert }, FILES);
  const quietBeside = await quietly();
  await database.transaction(async (tx) => {
    const stored = await items.find(tx, book, true);
    if (stored) await items.write(tx, stored, { $access: 'PRIVATE' }, metadata());
  });
  const isMoving = async (): Promise<boolean> => (await database.query(QUEUE_EMPTY)).length > 0;
  reportSaves(`while a job moves the readers of ${FILES} items`, await saver.saves(isMoving), quietBeside);

  saver.close();
  await queue.stop();
  await world.stop();
};
