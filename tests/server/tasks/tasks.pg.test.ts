// Tasks through the socket, on two server processes: begun, pushed to all devices, stopped, killed, and found again, with the person's own
// rights.

import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Envelope, SessionUser, TaskState } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { startJobQueue, type JobQueue } from 'src/server/jobs/jobQueue.ts';
import type { JobHandler } from 'src/server/store/jobRows.ts';
import { openWorld, signIn, type TestServer, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

let world: World;
let other: TestServer;
let queue: JobQueue | undefined;
/** Tells the run of a task that its process stops. */
let stopping: AbortSignal | undefined;
let token: string;
let here: TestSocket;
let there: TestSocket;
let target: { readonly _t: string; readonly _i: number };
beforeAll(async () => {
  world = await openWorld({ limits: { tasksPerUser: 3 } });
  other = await world.second();
});
afterAll(async () => {
  await queue?.stop();
  await world.stop();
});

const runTask: JobHandler = (payload, signal) => {
  stopping = signal;
  const handler = world.jobs['runTask'];
  return handler ? handler(payload, signal) : Promise.reject(new Error('no handler runs tasks'));
};
/** Does nothing while one runs. */
const startQueue = async (): Promise<JobQueue> =>
  (queue ??= await startJobQueue({
    connection: world.connection,
    database: world.services.database,
    handlers: { ...world.jobs, runTask },
    log: () => undefined,
  }));
const stopQueue = async (): Promise<void> => {
  await queue?.stop();
  queue = undefined;
};

const makeBook = async (): Promise<string> => {
  const { services, ids } = world;
  const by = { at: new Date(), by: ids['admin'] ?? '', actor: undefined };
  const values = { title: 'A book', shelf: ids['shelf'] ?? '', $access: 'COMMUNITY' };
  return (await services.database.transaction((tx) => services.items.insert(tx, 'Book', values, by))).id;
};

beforeEach(async () => {
  await startQueue();
  const [type = '', number = ''] = (await makeBook()).split('-');
  target = { _t: type, _i: Number(number) };
  token = await signIn(world.url, 'keeper');
  here = await TestSocket.as(world.url, token);
  there = await TestSocket.as(other.url, token);
});

const start = async (rounds: number, socket = here): Promise<string> => {
  const answer = await socket.ask('act/tally/async', { ...target, rounds });
  expect(answer.erred).toBeUndefined();
  return (answer.b as { key: string }).key;
};
const taskIn = ({ o, b }: Envelope): TaskState | undefined =>
  o === 'taskUpdate' || o === 'taskComplete' ? (b as unknown as TaskState) : undefined;
const told = (socket: TestSocket, key: string, fits: (task: TaskState) => boolean): Promise<Envelope> =>
  socket.until((each) => {
    const task = taskIn(each);
    return task?.key === key && fits(task);
  });
const over = async (socket: TestSocket, key: string): Promise<TaskState> =>
  (await socket.until((each) => each.o === 'taskComplete' && taskIn(each)?.key === key)).b as unknown as TaskState;
const refusal = ({ b }: Envelope): unknown => (b as { userMessage?: Json }).userMessage;
const rounds = async (): Promise<number> => {
  const found = await world.services.items.find(world.services.database, `${target._t}-${target._i}`);
  return (found?.u ?? 1) - 1;
};
const fetchResult = (uri: string, headers: Record<string, string>, url = world.url): Promise<Response> =>
  fetch(`${url}${uri}`, { headers });

describe('[TASK-01] a task', () => {
  it.each(['send Book 1', 'a/b', '100% é', '100%25'])(
    'has the name %s by which its page looks for it',
    async (name) => {
      const answer = await here.ask(`act/tally/async/${encodeURIComponent(name)}`, { ...target, rounds: 1 });
      expect(answer.erred).toBeUndefined();
      const { key } = answer.b as { readonly key: string };
      expect(await over(there, key)).toMatchObject({ asyncKey: name, state: 'DONE' });
    },
  );

  it('is pushed to every socket of its person on every process, at most twice a second, and creates a file', async () => {
    const key = await start(40);
    const done = await over(there, key);
    expect(done).toMatchObject({
      keyAction: 'tally',
      keyItem: `Book-${target._i}`,
      state: 'DONE',
      percentageComplete: 100,
      done: 40,
      total: 40,
      errorKey: null,
      resultURI: `/task-result/${key}`,
    });
    expect(await over(here, key)).toEqual(done);
    const updates = there.received.filter((each) => each.o === 'taskUpdate' && taskIn(each)?.key === key);
    const took = Date.parse(new Date().toISOString()) - Date.parse(done.started);
    expect(updates.length).toBeGreaterThan(1);
    expect(updates.length).toBeLessThanOrEqual(took / 500 + 2);
    const file = await fetchResult(done.resultURI ?? '', { authorization: `Bearer ${token}` }, other.url);
    expect([file.status, await file.text()]).toEqual([200, 'rounds\n40\n']);
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename="tally _.csv"; filename*=UTF-8''tally%20%C3%A9.csv`,
    );
    const byCookie = await fetchResult(done.resultURI ?? '', { cookie: `Access-Token=${token}` });
    expect(byCookie.status).toBe(200);
    await byCookie.arrayBuffer();
    expect(await rounds()).toBe(40);
  });

  it('is found again by who signs in on another device, and can be forgotten once it is over', async () => {
    const key = await start(1);
    await over(here, key);
    const elsewhere = await TestSocket.as(other.url, await signIn(other.url, 'keeper'));
    const authed = elsewhere.received.find(({ o }) => o === 'authed')?.b as unknown as SessionUser;
    expect(authed.activeTasks.find((each) => each.key === key)).toEqual(await over(here, key));
    const uri = `/task-result/${key}`;
    expect((await elsewhere.ask(`activeTask/${key}/dismiss`)).b).toEqual({});
    expect((await fetchResult(uri, { authorization: `Bearer ${token}` })).status).toBe(404);
    expect(refusal(await here.ask(`activeTask/${key}`))).toBe('notFound');
    elsewhere.close();
  });

  it('is nothing at all to anybody else: its key answers as one that never was', async () => {
    const key = await start(500);
    await told(here, key, ({ state }) => state === 'RUNNING');
    const admin = await signIn(world.url, 'admin');
    const stranger = await TestSocket.as(world.url, admin);
    const never = crypto.randomUUID();
    for (const o of [
      'activeTask/KEY',
      'activeTask/KEY/killTask',
      'activeTask/KEY/dismiss',
      'act/tally/asyncCancel/KEY',
    ]) {
      const [asked, unknown] = [await stranger.ask(o.replace('KEY', key)), await stranger.ask(o.replace('KEY', never))];
      expect([asked.erred, asked.b]).toEqual([unknown.erred, unknown.b]);
      expect(refusal(asked)).toBe('notFound');
    }
    for (const o of ['act/killTask', 'act/taskRefusals', 'act/undoMany/async'])
      expect((await stranger.ask(o, { taskKey: key })).b).toEqual((await stranger.ask(o, { taskKey: never })).b);
    const headers = { authorization: `Bearer ${admin}` };
    const answers = await Promise.all([key, never].map((each) => fetchResult(`/task-result/${each}`, headers)));
    expect(await Promise.all(answers.map(async (each) => [each.status, await each.text()]))).toEqual([
      [404, expect.stringContaining('notFound')],
      [404, expect.stringContaining('notFound')],
    ]);
    expect((await fetchResult(`/task-result/${key}`, {})).status).toBe(403);
    expect(stranger.received.filter((each) => taskIn(each))).toEqual([]);
    stranger.close();
    await here.ask(`activeTask/${key}/killTask`);
  });

  it('stops after what it is at when it is asked to on another process, and goes no further', async () => {
    const key = await start(1000);
    await told(here, key, ({ done = 0 }) => done > 0);
    expect((await there.ask(`act/tally/asyncCancel/${key}`)).b).toEqual({});
    const stopped = await over(there, key);
    expect(stopped).toMatchObject({ state: 'STOPPED', errorKey: null, resultURI: null });
    expect(await rounds()).toBe(stopped.done);
  });

  it('is over at once when it is killed, without anybody who runs it', async () => {
    await stopQueue();
    const key = await start(5);
    expect((await there.ask('act/killTask', { taskKey: key })).b).toEqual({});
    expect(await over(here, key)).toMatchObject({ state: 'STOPPED', errorKey: 'tasks.killed' });
    await startQueue();
    const waiting = `select 1 from graphile_worker.jobs where task_identifier = 'runTask'`;
    await expect.poll(() => world.services.database.query(waiting)).toEqual([]);
    expect(await rounds()).toBe(0);
  });

  it('is handed on by a process that stops, and goes on from its last batch', async () => {
    const key = await start(40);
    await told(here, key, ({ done = 0 }) => done > 0);
    const { database, items } = world.services;
    let stopped: Promise<void> | undefined;
    await database.transaction(async (tx) => {
      // A batch waits for the record until the process asks the run to stop, so the task does not end before that.
      await items.find(tx, `Book-${target._i}`, true);
      if (!stopping) throw new Error('no task has run');
      const asked = once(stopping, 'abort');
      stopped = stopQueue();
      await asked;
    });
    await stopped;
    const before = await rounds();
    expect(before).toBeLessThan(40);
    await startQueue();
    expect(await over(here, key)).toMatchObject({ state: 'DONE', done: 40 });
    expect(await rounds()).toBe(40);
  });

  it('ends with the rights of its person', async () => {
    const { services, ids } = world;
    const setUser = (values: Record<string, Json>): Promise<unknown> =>
      services.database.transaction(async (tx) => {
        const user = await services.items.find(tx, ids['keeper'] ?? '', true);
        const by = { at: new Date(), by: ids['admin'] ?? '', actor: undefined };
        return user && (await services.items.write(tx, user, values, by));
      });
    const memberships = [{ owner: ids['shelf'] ?? '', reads: 'PRIVATE', admin: true, capabilities: ['Library'] }];
    const key = await start(1000);
    await told(here, key, ({ done = 0 }) => done > 0);
    await setUser({ memberships: [{ owner: ids['shelf'] ?? '', reads: 'PRIVATE' }] });
    expect(await over(here, key)).toMatchObject({ state: 'FAILED', errorKey: 'errors.notAllowed' });
    await setUser({ memberships });
    const may = { id: `Book-${target._i}`, actions: ['stamp'] };
    await expect.poll(async () => (await here.ask('isAllowed', may)).b).toEqual({ stamp: true });
    const next = await start(1000);
    await told(here, next, ({ done = 0 }) => done > 0);
    await setUser({ blocked: true });
    const state = async (): Promise<unknown> =>
      (
        await services.database.query<{ body: Json }>(
          `select body ->> 'errorKey' as body from item i join task t on t.i = i.i where i.t = 4 and t.key = $1`,
          [next],
        )
      )[0]?.body;
    await expect.poll(state).toBe('tasks.blocked');
    await setUser({ blocked: null });
  });

  it('is refused beyond what one may have at a time, and what is no task is none', async () => {
    await stopQueue();
    const keys = [await start(1), await start(1), await start(1)];
    expect(refusal(await here.ask('act/tally/async', { ...target, rounds: 1 }))).toBe('rateLimited');
    for (const key of keys) await here.ask(`activeTask/${key}/killTask`);
    expect(refusal(await here.ask('act/stamp/async', target))).toBe('unknownOperation');
    expect(refusal(await here.ask('act/tally', { ...target, rounds: 1 }))).toBe('unknownOperation');
    expect(refusal(await here.ask('act/tally/async', { ...target, rounds: 0 }))).toBe('invalid');
    const member = await TestSocket.as(world.url, await signIn(world.url, 'member'));
    expect(refusal(await member.ask('act/tally/async', { ...target, rounds: 1 }))).toBe('notAllowed');
    member.close();
  });

  it('is swept with its file when its days are over', async () => {
    const key = await start(1);
    const { resultURI } = await over(here, key);
    const { database } = world.services;
    await database.query(`update task set until = now() - interval '1 second' where key = $1`, [key]);
    expect((await fetchResult(resultURI ?? '', { authorization: `Bearer ${token}` })).status).toBe(404);
    await database.transaction((tx) => tx.addJob('sweepTasks', {}));
    await expect.poll(() => database.query('select 1 from task where key = $1', [key])).toEqual([]);
    expect(await world.services.taskResults.size(key)).toBeUndefined();
  });
});
