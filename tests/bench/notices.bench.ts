// Notices: from the commit of their cause until who follows the item has one on another process; one event for 1,000 people; and
// what an event costs the save that is its cause.

import { startJobQueue } from 'src/server/jobs/jobQueue.ts';
import { openBenchWorld } from 'tests/bench/benchWorld.ts';
import { report } from 'tests/bench/figures.ts';
import { milliseconds, timesOf } from 'tests/bench/measure.ts';
import { signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

const PEOPLE = 1_000;
const ROUNDS = 60;
const ROUNDS_OF_MANY = 11;
const PUSHED_WITHIN_MS = 300;
const ALL_WITHIN_MS = 3_000;
const SETTLED_AFTER_MS = 30;
const EVENT_COSTS = 1.5;
/** How many are notified is nothing to the save. */
const MANY_COST = 1.5;
const QUEUE_EMPTY = 'select 1 from graphile_worker.jobs limit 1';

/** People who may read the book and follow it. */
const addFollowers = async ({ services, ids }: World, book: number): Promise<void> => {
  const { database, items } = services;
  const memberships = [{ owner: ids['shelf'] ?? '', reads: 'COMMUNITY' }];
  const people = await database.transaction(async (tx) => {
    const made: string[] = [];
    for (let at = 0; at < PEOPLE; at += 1) {
      const user = { name: `Person ${at}`, email: `person${at}@toy.test`, memberships };
      made.push((await items.insert(tx, 'User', user, { at: new Date(), by: 'User-1', actor: undefined })).id);
    }
    return made;
  });
  await database.query(
    `insert into notice_choice (t, i, user_id, choice) select 102, $1, unnest($2::text[]), 'ALWAYS'`,
    [book, people],
  );
};

export const run = async (): Promise<void> => {
  const world = await openBenchWorld({});
  const other = await world.second();
  const { database } = world.services;
  const { connection, jobs } = world;
  const queue = await startJobQueue({ connection, database, handlers: jobs, log: console.error });
  const keeper = await TestSocket.as(world.url, await signIn(world.url, 'keeper'));
  const member = await TestSocket.as(other.url, await signIn(world.url, 'member'));
  const $id = world.ids['COMMUNITY'] ?? '';
  const on = { _t: 'Book', _i: Number($id.split('-')[1]) };
  await member.ask('act/chooseNotices', { ...on, choice: 'ALWAYS' });
  const idle = async (): Promise<void> => {
    while ((await database.query(QUEUE_EMPTY)).length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  /** Nothing of the save before is under way, such as its way to those who watch. */
  const settled = async (): Promise<void> => {
    await idle();
    await new Promise((resolve) => setTimeout(resolve, SETTLED_AFTER_MS));
  };
  let u = 1;
  const save = async (change: Readonly<Record<string, string>>): Promise<number> => {
    const began = performance.now();
    const { b } = await keeper.ask('update', { $id, _u: u, ...change });
    u = (b as { readonly _u?: number })._u ?? u;
    return performance.now() - began;
  };

  const pushed: number[] = [];
  const costs = { with: [] as number[], without: [] as number[] };
  for (let round = -3; round < ROUNDS; round += 1) {
    member.received.length = 0;
    // The same property changes in both; only the one to ACTIVE is an event.
    const plain = await save({ state: 'DRAFT' });
    const heard = member.until(({ o }) => o === 'item/notify').then(() => performance.now());
    await settled();
    const cost = await save({ state: 'ACTIVE' });
    const committed = performance.now();
    const at = await heard;
    await settled();
    if (round < 0) continue;
    pushed.push(at - committed);
    costs.with.push(cost);
    costs.without.push(plain);
  }

  await addFollowers(world, on._i);
  const many = { saves: [] as number[], all: [] as number[] };
  for (let round = 0; round < ROUNDS_OF_MANY; round += 1) {
    // Each time a notice of its own: the last ones are read.
    await database.query('update notice set unread = false');
    await save({ state: 'DRAFT' });
    await settled();
    many.saves.push(await save({ state: 'ACTIVE' }));
    const began = performance.now();
    await idle();
    many.all.push(performance.now() - began);
  }
  const [slow, all] = [timesOf(many.saves), timesOf(many.all)];
  const [row] = await database.query<{ count: number }>('select count(*)::int as count from notice');
  const [latency, withEvent, without] = [timesOf(pushed), timesOf(costs.with), timesOf(costs.without)];
  console.log(`a notice on another process: ${milliseconds(latency.median)} after the reply (median)`);
  console.log(`save with an event ${milliseconds(withEvent.median)}, without ${milliseconds(without.median)}`);
  console.log(
    `${row?.count ?? 0} notices of events for ${PEOPLE} people each: ${milliseconds(all.median)} after the reply; the save took ${milliseconds(slow.median)}`,
  );
  report({
    name: 'a save that is an event',
    unit: 'ms',
    value: withEvent.median,
    best: withEvent.best,
    baseline: { name: 'the same without an event', value: without.median, best: without.best },
    limit: { of: 'ratio', atMost: EVENT_COSTS },
  });
  report({
    name: 'a notice on another process',
    unit: 'ms',
    value: latency.median,
    best: latency.best,
    limit: { of: 'value', atMost: PUSHED_WITHIN_MS },
  });
  report({
    name: `notices of one event for ${PEOPLE} people`,
    unit: 'ms',
    value: all.median,
    best: all.best,
    limit: { of: 'value', atMost: ALL_WITHIN_MS },
  });
  report({
    name: 'the save of such an event',
    unit: 'ms',
    value: slow.median,
    best: slow.best,
    baseline: { name: 'with one to notify', value: withEvent.median, best: withEvent.best },
    limit: { of: 'ratio', atMost: MANY_COST },
  });
  keeper.close();
  member.close();
  await queue.stop();
  await world.stop();
};
