// A task does no more than the session that began it could: where the site demands a second factor, one that has shown none administers nothing.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { startJobQueue, type JobQueue } from 'src/server/jobs/jobQueue.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

let world: World;
let queue: JobQueue;
beforeAll(async () => {
  world = await openWorld({ settings: { requireSecondFactor: 'administrators' } });
  const { connection, jobs: handlers, services } = world;
  queue = await startJobQueue({ connection, database: services.database, handlers, log: console.error });
});
afterAll(async () => {
  await queue.stop();
  await world.stop();
});

it('[AUTH-08] gives an administrator without a second factor the same rights in a task as in the session', async () => {
  const { services, ids } = world;
  const by = { at: new Date(), by: ids['keeper'] ?? '', actor: undefined };
  const values = { title: 'Of others', shelf: ids['shelf'] ?? '', $access: 'PRIVATE', state: 'DRAFT', year: 1900 };
  const { id: hidden } = await services.database.transaction((tx) => services.items.insert(tx, 'Book', values, by));
  const admin = await TestSocket.as(world.url, await signIn(world.url, 'admin'));
  expect((await admin.ask('update', { $id: hidden, _u: 1, year: 1950 })).b).toMatchObject({ userMessage: 'notFound' });
  const begun = await admin.ask('act/changeMany/async', { ids: [hidden], set: { year: 1950 } });
  const { key } = begun.b as { key: string };
  const ended = (): Promise<unknown[]> =>
    services.database.query('select 1 from task where key = $1 and ended is not null', [key]);
  await expect.poll(async () => (await ended()).length, { timeout: 30_000 }).toBe(1);
  expect((await services.items.find(services.database, hidden))?.properties['year']).toBe(1900);
  expect((await admin.ask('act/taskRefusals', { taskKey: key })).b).toMatchObject({
    reasons: [{ reason: 'errors.notFound', count: 1 }],
  });
  admin.close();
});

it('[AUTH-08] keeps from such a session what a task of a session with a second factor has made', async () => {
  const { services, ids } = world;
  const [weak, strong] = [
    await signIn(world.url, 'admin'),
    await services.sessions.begin(ids['admin'] ?? '', { second: true }),
  ];
  const admin = await TestSocket.as(world.url, strong);
  const begun = await admin.ask('act/downloadAttachments/async', { ids: [ids['PRIVATE'] ?? ''] });
  admin.close();
  const { key } = begun.b as { key: string };
  const get = async (token: string): Promise<number> => {
    const answer = await fetch(`${world.url}/task-result/${key}`, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    return answer.status;
  };
  await expect.poll(() => get(strong), { timeout: 30_000 }).toBe(200);
  expect(await get(weak)).toBe(404);
});
