// Notices: the time from the commit of their cause until a follower on another process has one; one event for 1,000 people; and the cost of
// an event for the save that causes it.

import { startJobQueue } from 'src/server/jobs/jobQueue.ts';
import { openBenchWorld } from 'tests/bench/benchWorld.ts';
import { report, type Figure } from 'tests/bench/figures.ts';
import { timesOf, type Times } from 'tests/bench/measure.ts';
import { signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

const PEOPLE = 1_000;
const ROUNDS = 60;
const ROUNDS_OF_MANY = 11;
const PUSHED_WITHIN_MS = 300;
const ALL_WITHIN_MS = 3_000;
const SETTLED_AFTER_MS = 30;
const EVENT_COSTS = 1.5;
/** Maximum cost of a save with many recipients, as a multiple of the cost with one. */
const MANY_COST = 1.5;
const QUEUE_EMPTY = 'select 1 from graphile_worker.jobs limit 1';

/** Creates people who may read the book and follow it. */
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

type Save = (change: Readonly<Record<string, string>>) => Promise<number>;

/** Creates a saver: the keeper's saves of one book, and a wait until all work of a save has ended, including its pushes to watchers. */
const createSaver = (keeper: TestSocket, $id: string, { services: { database } }: World) => {
  let u = 1;
  const save: Save = async (change) => {
    const began = performance.now();
    const { b } = await keeper.ask('update', { $id, _u: u, ...change });
    u = (b as { readonly _u?: number })._u ?? u;
    return performance.now() - began;
  };
  const idle = async (): Promise<void> => {
    while ((await database.query(QUEUE_EMPTY)).length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const settled = async (): Promise<void> => {
    await idle();
    await new Promise((resolve) => setTimeout(resolve, SETTLED_AFTER_MS));
  };
  return { save, idle, settled };
};

type Saver = ReturnType<typeof createSaver>;

/** Measures the time until `member` has a notice, and the same save without an event: only the change to ACTIVE is an event. */
const notifyOne = async (member: TestSocket, { save, settled }: Saver) => {
  const found = { pushed: [] as number[], withEvent: [] as number[], without: [] as number[] };
  for (let round = -3; round < ROUNDS; round += 1) {
    member.received.length = 0;
    const without = await save({ state: 'DRAFT' });
    const received = member.until(({ o }) => o === 'item/notify').then(() => performance.now());
    await settled();
    const withEvent = await save({ state: 'ACTIVE' });
    const answered = performance.now();
    const at = await received;
    await settled();
    if (round < 0) continue;
    found.pushed.push(at - answered);
    found.withEvent.push(withEvent);
    found.without.push(without);
  }
  return { pushed: timesOf(found.pushed), withEvent: timesOf(found.withEvent), without: timesOf(found.without) };
};

const notifyMany = async ({ services: { database } }: World, { save, idle, settled }: Saver) => {
  const found = { saves: [] as number[], all: [] as number[] };
  for (let round = 0; round < ROUNDS_OF_MANY; round += 1) {
    // Marks the last ones as read, so that new ones are created.
    await database.query('update notice set unread = false');
    await save({ state: 'DRAFT' });
    await settled();
    found.saves.push(await save({ state: 'ACTIVE' }));
    const began = performance.now();
    await idle();
    found.all.push(performance.now() - began);
  }
  return { saves: timesOf(found.saves), all: timesOf(found.all) };
};

const figureOf = (name: string, { median, best }: Times): Pick<Figure, 'name' | 'unit' | 'value' | 'best'> => ({
  ...{ name, unit: 'ms', value: median, best },
});
const baselineOf = (name: string, { median, best }: Times): Figure['baseline'] => ({ name, value: median, best });

export const run = async (): Promise<void> => {
  const world = await openBenchWorld({});
  const other = await world.second();
  const { connection, jobs, services } = world;
  const queue = await startJobQueue({ connection, database: services.database, handlers: jobs, log: console.error });
  const keeper = await TestSocket.as(world.url, await signIn(world.url, 'keeper'));
  const member = await TestSocket.as(other.url, await signIn(world.url, 'member'));
  const $id = world.ids['COMMUNITY'] ?? '';
  const number = Number($id.split('-')[1]);
  await member.ask('act/chooseNotices', { _t: 'Book', _i: number, choice: 'ALWAYS' });
  const saver = createSaver(keeper, $id, world);

  const { pushed, withEvent, without } = await notifyOne(member, saver);
  await addFollowers(world, number);
  const { saves, all } = await notifyMany(world, saver);
  const [row] = await services.database.query<{ count: number }>('select count(*)::int as count from notice');
  console.log(`${row?.count ?? 0} notices of ${ROUNDS_OF_MANY} events for ${PEOPLE} people`);
  report({
    ...figureOf('a save that is an event', withEvent),
    baseline: baselineOf('the same without an event', without),
    limit: { of: 'ratio', atMost: EVENT_COSTS },
  });
  report({
    ...figureOf(`the same, with ${PEOPLE} people to notify`, saves),
    baseline: baselineOf('with one', withEvent),
    limit: { of: 'ratio', atMost: MANY_COST },
  });
  report({
    ...figureOf('a notice on another process, after the answer', pushed),
    limit: { of: 'value', atMost: PUSHED_WITHIN_MS },
  });
  report({
    ...figureOf(`notices of one event for ${PEOPLE} people`, all),
    limit: { of: 'value', atMost: ALL_WITHIN_MS },
  });
  keeper.close();
  member.close();
  await queue.stop();
  await world.stop();
};
