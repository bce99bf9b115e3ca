// The state of the site over the socket: only for administrators; a failed job and a failed email are listed, retried and removed; and each
// figure says whether it is good.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseCronItems } from 'graphile-worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Envelope } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { CHECK_FILES } from 'src/server/files/checkFiles.ts';
import { startJobQueue, type JobQueue } from 'src/server/jobs/jobQueue.ts';
import { SEND_MAIL } from 'src/server/mail/mail.ts';
import { scheduleOf } from 'src/server/modules.ts';
import type { Figure } from 'src/server/state/siteState.ts';
import { figureState } from 'src/server/state/thresholds.ts';
import { startMailServer, type MailServer } from 'tests/server/mail/startMailServer.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

interface State {
  readonly figures: readonly Figure[];
  readonly jobs: readonly { readonly job: string; readonly name: string; readonly reason: string }[];
  readonly people: readonly { readonly $id: string; readonly sockets: number }[];
  readonly counted: { readonly at: string; readonly processes: number };
}

let world: World;
let smtp: MailServer;
let queue: JobQueue | undefined;
const sockets: Record<string, TestSocket> = {};
let isBroken = true;

const act = (who: string, action: string, body: Json = {}): Promise<Envelope> => {
  const socket = sockets[who];
  if (!socket) throw new Error(who);
  return socket.ask(`act/${action}`, body);
};
const state = async (): Promise<State> => {
  const { erred, b } = await act('admin', 'siteState');
  if (erred === true) throw new Error(JSON.stringify(b));
  return b as unknown as State;
};
const figure = async (name: string): Promise<Figure | undefined> =>
  (await state()).figures.find((each) => each.name === name);

/** A job that has one attempt. */
const addJob = (name: string): Promise<unknown> =>
  world.services.database.transaction(async (tx) => {
    await tx.addJob(name, {});
    await tx.query('update graphile_worker._private_jobs set max_attempts = 1');
  });

beforeAll(async () => {
  smtp = await startMailServer();
  world = await openWorld({ mail: { smtpUrl: smtp.url, from: 'site@toy.test' } });
  for (const name of ['admin', 'keeper']) sockets[name] = await TestSocket.as(world.url, await signIn(world.url, name));
});
afterAll(async () => {
  for (const socket of Object.values(sockets)) socket.close();
  await queue?.stop();
  await world.stop();
  await smtp.stop();
});

describe('[ADM-01] the state of the site', () => {
  it('is only for administrators of the site', async () => {
    for (const [action, body] of [
      ['siteState', {}],
      ['retryJob', { job: '1' }],
      ['dropJob', { job: '1' }],
    ] as const)
      expect(await act('keeper', action, body)).toMatchObject({ erred: true, b: { userMessage: 'notAllowed' } });
  });

  it('says figures of every part, and who is connected', async () => {
    const { figures, people } = await state();
    const sections = [...new Set(figures.map(({ name }) => name.split('.')[0]))];
    expect(sections).toEqual(['process', 'database', 'jobs', 'mail', 'disk', 'backup', 'search']);
    expect(await figure('jobs.queues')).toMatchObject({ value: 0, state: 'bad' });
    expect(await figure('search.behind')).toMatchObject({ state: 'good' });
    await expect.poll(async () => Number((await figure('search.items'))?.value)).toBeGreaterThanOrEqual(10);
    expect(await figure('database.migrations')).toMatchObject({ state: 'good' });
    expect(await figure('mail.server')).toMatchObject({ value: new URL(smtp.url).host });
    await expect.poll(async () => (await figure('disk.files'))?.value).toBe(0);
    expect(people).toContainEqual({ $id: world.ids['keeper'], name: 'keeper', sockets: 1 });
  });

  it('counts the connected users of every process, and not those of a process that has ended', async () => {
    const other = await world.second();
    const elsewhere = await TestSocket.as(other.url, await signIn(other.url, 'keeper'));
    const counted = async (): Promise<object> => {
      const { people, counted: count } = await state();
      return { sockets: people.find(({ $id }) => $id === world.ids['keeper'])?.sockets, processes: count.processes };
    };
    await expect.poll(counted).toEqual({ sockets: 2, processes: 2 });
    const age = Date.now() - Date.parse((await state()).counted.at);
    expect(age).toBeGreaterThanOrEqual(0);
    expect(age).toBeLessThan(35_000);
    elsewhere.close();
    await expect.poll(counted).toEqual({ sockets: 1, processes: 2 });
    await other.stop();
    await expect.poll(counted).toEqual({ sockets: 1, processes: 1 });
  });

  it('shows a job that was given up, tries it again, and drops one after that', async () => {
    await addJob('flaky');
    queue = await startJobQueue({
      connection: world.connection,
      database: world.services.database,
      handlers: {
        flaky: () => (isBroken ? Promise.reject(new Error('no such lantern')) : Promise.resolve()),
      },
      log: () => undefined,
    });
    await expect.poll(async () => (await state()).jobs).toMatchObject([{ name: 'flaky', reason: 'no such lantern' }]);
    expect(await figure('jobs.givenUp')).toMatchObject({ value: 1, state: 'watch' });
    expect(await figure('jobs.queues')).toMatchObject({ value: 1, state: 'good' });
    const job = (await state()).jobs[0]?.job ?? '';
    isBroken = false;
    expect(await act('admin', 'retryJob', { job })).toMatchObject({ b: {} });
    await expect.poll(async () => (await figure('jobs.givenUp'))?.value).toBe(0);
    await expect
      .poll(() => world.services.database.query('select 1 from graphile_worker.jobs where id = $1', [job]))
      .toEqual([]);
    expect(await act('admin', 'retryJob', { job })).toMatchObject({ b: { userMessage: 'notFound' } });

    isBroken = true;
    await addJob('flaky');
    await expect.poll(async () => (await state()).jobs.length).toBe(1);
    const other = (await state()).jobs[0]?.job ?? '';
    expect(await act('admin', 'dropJob', { job: other })).toMatchObject({ b: {} });
    expect((await state()).jobs).toEqual([]);
    expect(await act('admin', 'dropJob', { job: other })).toMatchObject({ b: { userMessage: 'notFound' } });
  });

  it('shows a job that no queue has a handler for among those that were given up, and drops it', async () => {
    await world.services.database.query('delete from graphile_worker._private_jobs where locked_at is null');
    await addJob('fromAnEarlierVersion');
    await world.services.database.query(
      `update graphile_worker._private_jobs set run_at = now() - interval '20 minutes'`,
    );
    const jobs = async (): Promise<string[]> => (await state()).jobs.map(({ name }) => name);
    await expect.poll(jobs).toEqual(['fromAnEarlierVersion']);
    expect(await figure('jobs.oldest')).toMatchObject({ value: 0, state: 'good' });
    expect(await figure('jobs.waiting')).toMatchObject({ value: 0, state: 'good' });
    const job = (await state()).jobs[0]?.job ?? '';
    expect(await act('admin', 'dropJob', { job })).toMatchObject({ b: {} });
    expect(await jobs()).toEqual([]);
  });

  it('shows a letter that was given up, and sends it again', async () => {
    smtp.trouble = { rcpt: 450 };
    await act('admin', 'testMail');
    const attempt = async (): Promise<void> => {
      const [row] = await world.services.database.query<{ id: string }>('select id from mail');
      await world.jobs[SEND_MAIL]?.({ mails: [Number(row?.id)] }, new AbortController().signal).catch(() => undefined);
    };
    while ((await figure('mail.failed'))?.value === 0) await attempt();
    expect(await figure('mail.failed')).toMatchObject({ value: 1, state: 'watch' });
    const { entries } = (await act('admin', 'mailLog', { state: 'failed' })).b as { entries: { entry: number }[] };
    smtp.trouble = {};
    expect(await act('admin', 'retryMail', { entry: entries[0]?.entry ?? 0 })).toMatchObject({ b: {} });
    expect(await figure('mail.failed')).toMatchObject({ value: 0, state: 'good' });
    await attempt();
    expect((await act('admin', 'mailLog', {})).b).toMatchObject({ entries: [{ state: 'sent' }] });
  });
});

it('[FILE-01] [ADM-01] the check of stored files is weekly, and what it finds is seen by administrators', async () => {
  const schedule = scheduleOf({ areas: [] });
  const items = parseCronItems(schedule.map(({ name, times }) => ({ task: name, match: times, identifier: name })));
  const check = items.find(({ identifier }) => identifier === CHECK_FILES);
  const begins = Array.from({ length: 7 * 24 * 60 }, (_, minute) => {
    const at = new Date(Date.UTC(2026, 0, 5, 0, minute));
    const [min, hour, dow] = [at.getUTCMinutes(), at.getUTCHours(), at.getUTCDay()];
    const digest = { min, hour, dow, date: at.getUTCDate(), month: at.getUTCMonth() + 1 };
    return check?.match(digest) === true ? [`${dow} ${hour}:${min}`] : [];
  });
  expect(begins.flat()).toEqual(['0 2:10']);
  expect(schedule.map(({ name }) => name).filter((name) => world.jobs[name] === undefined)).toEqual([]);

  expect(await figure('disk.altered')).toMatchObject({ value: null, state: 'good' });
  const run = (): Promise<void> | undefined => world.jobs[CHECK_FILES]?.({}, new AbortController().signal);
  const { fileID } = await world.services.files.put(Buffer.from('as it was'));
  await run();
  expect(await figure('disk.altered')).toMatchObject({ value: 0, state: 'good' });
  expect((await figure('disk.checked'))?.value).not.toBeNull();
  const path = join(world.dataDir, 'files', fileID.slice(0, 2), fileID.slice(2, 4), fileID);
  await writeFile(path, 'other bytes');
  await run();
  expect(await figure('disk.altered')).toMatchObject({ value: 1, state: 'bad' });
});

it.each([
  ['database.ping', 49, 'good'],
  ['database.ping', 50, 'watch'],
  ['database.ping', 500, 'bad'],
  ['disk.free', 20 * 1024 ** 3, 'good'],
  ['disk.free', 5 * 1024 ** 3, 'watch'],
  ['disk.free', 1024 ** 3, 'bad'],
  ['process.uptime', 1e9, 'good'],
])('[ADM-01] %s of %d is %s', (name, value, expected) => {
  expect(figureState(name, value)).toBe(expected);
});
