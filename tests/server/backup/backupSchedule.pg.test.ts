// The schedule of backups over the socket: only administrators see and change it, only below folders that the operator allowed; jobs write
// what is due, keep the right ones, and the state of the site turns bad when the last complete backup is too old.

import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Envelope } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { pathById } from 'src/server/backup/copiedFiles.ts';
import { CHECK_BACKUP } from 'src/server/backup/module.ts';
import { keptBackups } from 'src/server/backup/retention.ts';
import type { Figure } from 'src/server/state/siteState.ts';
import { WRITE_BACKUP } from 'src/server/store/jobRows.ts';
import { attachContent, temporaryFolder } from 'tests/server/backup/backupWorld.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

let world: World;
let root: string;
let now: Date;
const sockets: Record<string, TestSocket> = {};

const act = async (who: string, action: string, body: Json = {}): Promise<Envelope> => {
  const socket = sockets[who];
  if (!socket) throw new Error(who);
  return await socket.ask(`act/${action}`, body);
};
const schedule = { time: '10:00', daily: 2, weekly: 0, monthly: 0, maxAge: 48 };
const save = (folder: string, more: object = {}): Promise<Envelope> =>
  act('admin', 'saveBackupSchedule', { ...schedule, folder, ...more });

interface State {
  readonly schedule: Json;
  readonly next: string | null;
  readonly runs: readonly { readonly result: string; readonly reason: string | null; readonly isKept: boolean }[];
}
const state = async (): Promise<State> => (await act('admin', 'backupState')).b as unknown as State;
const ageFigure = async (): Promise<Figure | undefined> =>
  ((await act('admin', 'siteState')).b as unknown as { figures: Figure[] }).figures.find(
    ({ name }) => name === 'backup.age',
  );

/** Runs the jobs of the schedule as the queue does. Returns the number of recorded backups. */
const runJobs = async (): Promise<number> => {
  const { signal } = new AbortController();
  await world.jobs[CHECK_BACKUP]?.({}, signal);
  const added = await world.services.database.query(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = $1 returning 1`,
    [WRITE_BACKUP],
  );
  if (added.length > 0) await world.jobs[WRITE_BACKUP]?.({}, signal);
  return (await state()).runs.length;
};

const closeSockets = (): void => {
  for (const socket of Object.values(sockets)) socket.close();
};

/** Sets the time of the site and signs in again: earlier sessions may have expired by then. */
const moveTo = async (time: string): Promise<void> => {
  now = new Date(time);
  closeSockets();
  for (const name of ['admin', 'keeper']) sockets[name] = await TestSocket.as(world.url, await signIn(world.url, name));
};

beforeAll(async () => {
  root = await temporaryFolder();
  world = await openWorld({ backupDir: join(root, 'allowed'), clock: { now: () => now } });
  await moveTo('2026-03-10T09:00:00Z');
});
afterAll(async () => {
  closeSockets();
  await world.stop();
  await rm(root, { recursive: true, force: true });
});

it('[TRUST] [ADM-01] only administrators of the site see, change and start backups', async () => {
  const refusal = { erred: true, b: { userMessage: 'notAllowed' } };
  expect(await act('keeper', 'backupState')).toMatchObject(refusal);
  expect(await act('keeper', 'saveBackupSchedule', { ...schedule, folder: join(root, 'allowed') })).toMatchObject(
    refusal,
  );
  expect(await act('keeper', 'backUpNow/async')).toMatchObject(refusal);
});

it('[TRUST] backups are only written below a folder that the operator allowed, links included', async () => {
  await mkdir(join(root, 'allowed'), { recursive: true });
  await symlink(root, join(root, 'allowed', 'link'));
  for (const folder of [
    root,
    join(root, 'other'),
    join(root, 'allowed/../other'),
    'allowed',
    join(root, 'allowed/link/other'),
  ])
    expect(await save(folder)).toMatchObject({ erred: true, b: { userMessage: 'invalid' } });
  expect(await act('admin', 'backUpNow/async')).toMatchObject({ erred: true, b: { userMessage: 'invalid' } });
  expect(await ageFigure()).toMatchObject({ value: null, state: 'watch' });
  expect(await save(join(root, 'allowed/site'))).toMatchObject({ b: {} });
  expect((await state()).schedule).toEqual({ ...schedule, folder: join(root, 'allowed/site') });
});

it('[TRUST] [ADM-01] a backup is written at its time, once a day, and the oldest ones go with their files', async () => {
  expect(await runJobs()).toBe(0);
  expect((await state()).next).toBe('2026-03-10T10:00:00.000Z');
  const fileID = await attachContent(world);
  await moveTo('2026-03-10T10:05:00Z');
  expect(await runJobs()).toBe(1);
  expect(await runJobs()).toBe(1);
  expect(await ageFigure()).toMatchObject({ value: 0, state: 'good' });
  const folder = join(root, 'allowed/site');
  const copies = (): Promise<string[]> => readdir(join(pathById(join(folder, 'files'), fileID), '..')).catch(() => []);
  expect(await copies()).toEqual([fileID]);
  // The names of backups are times of the database, which has a clock of its own.
  await world.services.database.query(`delete from item where body ->> 'fileID' = $1`, [fileID]);
  for (const [day, count] of [
    [11, 2],
    [12, 3],
  ] as const) {
    await moveTo(`2026-03-${day}T10:05:00Z`);
    expect(await runJobs()).toBe(count);
  }
  expect((await state()).runs.map(({ result, isKept }) => [result, isKept])).toEqual([
    ['good', true],
    ['good', false],
    ['good', false],
  ]);
  expect(await copies()).toEqual([]);
});

it('[TRUST] [ADM-01] a failed backup is recorded with its reason and tried again after an hour, and an old one is bad', async () => {
  await rm(join(root, 'allowed/site'), { recursive: true });
  await writeFile(join(root, 'allowed/site'), 'no folder');
  await moveTo('2026-03-13T10:05:00Z');
  const before = (await state()).runs.length;
  expect(await runJobs()).toBe(before + 1);
  expect((await state()).runs[0]).toMatchObject({ result: 'failed', reason: expect.stringContaining('ENOTDIR') });
  expect(await runJobs()).toBe(before + 1);
  await moveTo('2026-03-13T11:05:00Z');
  expect(await runJobs()).toBe(before + 2);
  expect(await ageFigure()).toMatchObject({ state: 'good' });
  await moveTo('2026-03-14T10:06:00Z');
  expect(await ageFigure()).toMatchObject({ value: 48 * 3_600 + 60, state: 'bad' });
});

it('[TRUST] retention keeps the newest backup of each of the last days, weeks and months that have one', () => {
  const names = [
    '2026-01-05',
    '2026-01-31',
    '2026-02-20',
    '2026-02-27',
    '2026-03-01',
    '2026-03-02',
    '2026-03-03',
  ].flatMap((day) => [`${day}T02-10-00-000Z`, `${day}T12-00-00-000Z`]);
  const kept = (daily: number, weekly: number, monthly: number): string[] =>
    [...keptBackups(names, { daily, weekly, monthly })].sort().map((name) => name.slice(0, 13));
  expect(kept(2, 0, 0)).toEqual(['2026-03-02T12', '2026-03-03T12']);
  // 2 March 2026 is a Monday.
  expect(kept(1, 3, 0)).toEqual(['2026-02-20T12', '2026-03-01T12', '2026-03-03T12']);
  expect(kept(1, 0, 3)).toEqual(['2026-01-31T12', '2026-02-27T12', '2026-03-03T12']);
  expect(kept(0, 0, 0)).toEqual(['2026-03-03T12']);
});
