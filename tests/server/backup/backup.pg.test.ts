// Backups of a running server and their restore into an empty installation, on real databases and files.

import { readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT_CODES, type RefusalReason } from 'src/server/backup/BackupRefusal.ts';
import { pathById } from 'src/server/backup/copiedFiles.ts';
import { readManifest, writeManifest } from 'src/server/backup/manifest.ts';
import type { WrittenBackup } from 'src/server/backup/writeBackup.ts';
import { migrateJobQueue } from 'src/server/jobs/jobQueue.ts';
import { migrateTo, readMigrations } from 'src/server/store/migrate.ts';
import { ensurePartition } from 'src/server/store/partitions.ts';
import { SWEEP_FILES } from 'src/server/store/fileNames.ts';
import { ownTables } from 'src/server/store/backup/ownTables.ts';
import {
  attachContent,
  backUp,
  emptyInstallation,
  rowChecksums,
  temporaryFolder,
  type Installation,
} from 'tests/server/backup/backupWorld.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';

/** Number of the migration that creates the tables of the first release. */
const FIRST_MIGRATION = 67;

let world: World;
let folder: string;
let token: string;
let fileIDs: string[];
const installations: Installation[] = [];
const removed: (() => Promise<void>)[] = [];

const install = async (): Promise<Installation> => {
  const installation = await emptyInstallation();
  installations.push(installation);
  return installation;
};
const newFolder = async (): Promise<string> => {
  const path = await temporaryFolder();
  removed.push(() => rm(path, { recursive: true, force: true }));
  return path;
};

beforeAll(async () => {
  world = await openWorld();
  token = await signIn(world.url, 'admin');
  folder = await newFolder();
  fileIDs = [await attachContent(world), await attachContent(world), await attachContent(world, Buffer.alloc(0))];
});
afterAll(async () => {
  for (const installation of installations) await installation.remove();
  await world.stop();
  for (const remove of removed) await remove();
});

const ask = async (
  o: string,
  b: unknown,
  url = world.url,
  as = token,
): Promise<{ erred?: boolean; b: Record<string, unknown> }> => {
  const headers = { authorization: `Bearer ${as}` };
  return (await fetch(`${url}/api/item`, { method: 'POST', body: JSON.stringify({ o, b }), headers })).json() as never;
};

/** Creates books until it is stopped. Returns the ids of those that the server acknowledged. */
const writeOn = (): { stop(): Promise<string[]>; readonly acknowledged: string[] } => {
  const acknowledged: string[] = [];
  let isOver = false;
  const writing = (async () => {
    while (!isOver) {
      const { b } = await ask('create/Book', { title: `Written ${acknowledged.length}`, shelf: world.ids['shelf'] });
      acknowledged.push(String(b['$id']));
    }
  })();
  return {
    acknowledged,
    async stop() {
      isOver = true;
      await writing;
      return acknowledged;
    },
  };
};

it('[TRUST] a backup has every table of the product but those whose rows end with their process', async () => {
  const { lasting, passing } = await ownTables(world.services.database);
  const all = await world.services.database.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by name`,
  );
  const known = [...lasting.map(({ name }) => name), ...passing].filter((name) => !name.includes('.'));
  expect(known.sort()).toEqual(
    all
      .map(({ name }) => name)
      .filter((name) => name !== 'item')
      .sort(),
  );
  expect([...passing].sort()).toEqual(
    [
      ...[
        'account_token',
        'connected_process',
        'held_part',
        'job_lease',
        'migration',
        'outbox',
        'rate_limit',
        'session',
      ],
      ...['search_snapshot', 'session_token', 'sign_in_challenge', 'spent_proof', 'upload'],
    ].sort(),
  );
});

it('[TRUST] a backup of a server that takes writes is one state: all that was acknowledged before, and each write whole or not', async () => {
  const writing = writeOn();
  await expect.poll(() => writing.acknowledged.length).toBeGreaterThan(5);
  const before = [...writing.acknowledged];
  await backUp(world, folder);
  const { length } = await writing.stop();
  expect(length).toBeGreaterThan(before.length);

  const { test, restore } = await install();
  await restore(folder);
  const found = await test.database.query<{ id: string }>(
    `select 'Book-' || i as id from item where t = (select t from item_type where name = 'Book')`,
  );
  expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(before));
  const [halves] = await test.database.query(
    `select count(*)::int as count from item i full join item_history h on h.t = i.t and h.i = i.i and h.u = i.u
     where i.t = (select t from item_type where name = 'Book') and h.u is null`,
  );
  expect(halves).toEqual({ count: 0 });
});

it('[TRUST] a restored site is equal in every row and file, and its server answers and numbers on', async () => {
  const { name } = await backUp(world, folder);
  const expected = await rowChecksums(world.services.database);
  const { test, dataDir, restore } = await install();
  await restore(join(folder, name));
  expect(await rowChecksums(test.database)).toEqual(expected);
  for (const fileID of fileIDs)
    expect(await readFile(pathById(join(dataDir, 'files'), fileID))).toEqual(
      await readFile(pathById(join(world.dataDir, 'files'), fileID)),
    );

  const restored = await openWorld({ test: { ...test, stop: () => Promise.resolve() }, filledDir: dataDir });
  const again = await signIn(restored.url, 'admin');
  const { b: same } = await ask(`read/${world.ids['PRIVATE']}`, null, restored.url, again);
  expect(same).toEqual((await ask(`read/${world.ids['PRIVATE']}`, null)).b);
  const books = { must: { _t: ['Book'] } };
  const { b: search } = await ask('search/ids', books, restored.url, again);
  const { b: expectedSearch } = await ask('search/ids', books);
  expect(search['ids']).toEqual(expectedSearch['ids']);
  const { b: created } = await ask('create/Book', { title: 'After', shelf: world.ids['shelf'] }, restored.url, again);
  const [highest] = await world.services.database.query<{ last: number }>(
    `select max(i) as last from item where t = (select t from item_type where name = 'Book')`,
  );
  expect(Number(String(created['$id']).split('-')[1])).toBeGreaterThan(highest?.last ?? 0);
  // The session of the site that was backed up did not come along.
  expect(await test.database.query('select 1 from session')).toHaveLength(1);
  await restored.stop();
});

it('[TRUST] a backup of an earlier version is restored with the tables of that version, and then updated', async () => {
  const [first, last] = [FIRST_MIGRATION, Math.max(...(await readMigrations()).map(({ number }) => number))];
  const old = await install();
  const { database, connection } = old.test;
  await migrateJobQueue(connection);
  await migrateTo(database, first);
  for (const type of Object.values(registry.types)) await ensurePartition(database, type);
  await database.query(`insert into locale_override (language, key, text) values ('en', 'app.title', 'Weir records')`);
  const to = await newFolder();
  const { manifest } = await backUp(world, to, { database, files: join(old.dataDir, 'files') });
  expect(manifest.migration).toBe(first);

  const { test, restore } = await install();
  await restore(to);
  expect(await test.database.query('select text from locale_override')).toEqual([{ text: 'Weir records' }]);
  expect(await test.database.query('select max(number) as last from migration')).toEqual([{ last }]);
  expect(await test.database.query('select 1 from backup_run')).toEqual([]);
});

it('[TRUST] only the operator can read a backup', async () => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const modes = await Promise.all(
    entries.map(async (entry) => [entry.isDirectory(), (await stat(join(entry.parentPath, entry.name))).mode & 0o777]),
  );
  expect(modes.filter(([isFolder, mode]) => mode !== (isFolder === true ? 0o700 : 0o600))).toEqual([]);
});

it('[TRUST] a second backup copies only new files, and a damaged copy is replaced when copies are read again', async () => {
  const added = await attachContent(world);
  const { copied } = await backUp(world, folder);
  expect(copied).toEqual({ count: 1, bytes: 5_000 });
  const copy = pathById(join(folder, 'files'), added);
  await writeFile(copy, Buffer.alloc(5_000, 'x'));
  expect((await backUp(world, folder)).copied.count).toBe(0);
  expect((await backUp(world, folder, { reread: true })).copied.count).toBe(1);
  expect(await readFile(copy)).toEqual(await readFile(pathById(join(world.dataDir, 'files'), added)));
});

it('[TRUST] a file that is damaged on the server comes from an earlier backup, and is listed if no backup has it', async () => {
  const [kept, lost] = [await attachContent(world), await attachContent(world)];
  const to = await newFolder();
  await backUp(world, to);
  await rm(pathById(join(to, 'files'), lost));
  for (const fileID of [kept, lost]) await writeFile(pathById(join(world.dataDir, 'files'), fileID), 'other bytes');
  const { manifest } = await backUp(world, to);
  expect(manifest.files.missing).toEqual([lost]);
  const { dataDir, restore } = await install();
  await restore(to);
  expect((await stat(pathById(join(dataDir, 'files'), kept))).size).toBe(5_000);
});

it('[TRUST] the sweep of unused files waits for a running backup', async () => {
  const later = await openWorld({ clock: { now: () => new Date(Date.now() + 3 * 86_400_000) } });
  const stored = await later.services.files.put(Buffer.from('unused'));
  const unused = pathById(join(later.dataDir, 'files'), stored.fileID);
  const sweep = async (): Promise<void> => later.jobs[SWEEP_FILES]?.({}, new AbortController().signal);
  let swept: Promise<void> | undefined;
  await attachContent(later);
  const to = await newFolder();
  await backUp(later, to, { report: ({ part }) => void (part === 'files' && (swept = sweep())) });
  await swept;
  await expect(stat(unused)).resolves.toBeDefined();
  await sweep();
  await expect(stat(unused)).rejects.toThrow('ENOENT');
  await later.stop();
});

it('[TRUST] one backup of a site runs at a time, and a folder belongs to one site', async () => {
  let second: Promise<unknown> | undefined;
  await backUp(world, folder, {
    report: () => void (second ??= backUp(world, folder).catch((error: unknown) => error)),
  });
  expect(await second).toMatchObject({ reason: 'running' });
  const other = await openWorld();
  await expect(backUp(other, folder)).rejects.toMatchObject({ reason: 'otherSite' });
  await other.stop();
});

it('[TRUST] what a killed backup left is finished by the next one', async () => {
  const { name, manifest } = await backUp(world, folder);
  const names = (): Promise<string[]> => readdir(folder).then((all) => all.filter((each) => each.endsWith('.partial')));
  await rename(join(folder, name), join(folder, `${name}.partial`));
  await rm(join(folder, `${name}.partial`, 'manifest.json'));
  const next = await backUp(world, folder);
  expect(await names()).toEqual([]);
  expect(next.copied.count).toBe(0);
  expect(next.manifest.files.count).toBe(manifest.files.count);
});

describe('[TRUST] a restore refuses with a reason and an exit code of its own, and writes nothing', () => {
  let written: WrittenBackup;
  let copy: string;
  let target: Installation;
  const table = (name: string): string => join(copy, written.name, 'tables', `${name}.copy.gz`);
  const shared = (): string => pathById(join(copy, 'files'), fileIDs[0] ?? '');
  const rewrite = async (change: object): Promise<void> => {
    const path = join(copy, written.name);
    await writeManifest(path, { ...(await readManifest(path)), ...change });
  };
  beforeAll(async () => {
    target = await install();
  });

  it.each<[string, RefusalReason, () => Promise<unknown>]>([
    ['a table that is missing', 'truncated', () => rm(table('credential'))],
    ['a table that is cut off', 'truncated', () => truncate(table('item_history'), 100)],
    ['a file that is missing', 'truncated', () => rm(shared())],
    ['a file that is cut off', 'truncated', () => truncate(shared(), 10)],
    ['a backup without a manifest', 'truncated', () => rm(join(copy, written.name, 'manifest.json'))],
    ['a manifest that is cut off', 'truncated', () => truncate(join(copy, written.name, 'manifest.json'), 300)],
    ['a file with other bytes', 'altered', () => writeFile(shared(), Buffer.alloc(5_000, 'x'))],
    [
      'a table with other rows',
      'altered',
      async () => {
        const rows = gunzipSync(await readFile(table('credential'))).toString();
        await writeFile(
          table('credential'),
          gzipSync(rows.replace('admin@', 'mallory-with-a-longer-address@'), { level: 0 }),
        );
      },
    ],
    [
      'a manifest with other content',
      'altered',
      async () => {
        const path = join(copy, written.name, 'manifest.json');
        await writeFile(path, (await readFile(path, 'utf8')).replace('"rows": ', '"rows": 1'));
      },
    ],
    ['a later release', 'newer', () => rewrite({ product: '1.10.0' })],
    ['a later migration', 'newer', () => rewrite({ migration: 999_999 })],
    ['a later format', 'newer', () => rewrite({ format: 2 })],
    ['a migration before the first one', 'tooOld', () => rewrite({ migration: 12 })],
  ])('%s', async (_case, reason, damage) => {
    copy = await newFolder();
    written = await backUp(world, copy);
    await damage();
    await expect(target.restore(copy)).rejects.toMatchObject({ reason, exitCode: EXIT_CODES[reason] });
    const [row] = await target.test.database.query<{ found: boolean }>(
      `select to_regclass('item') is not null as found`,
    );
    expect(row).toEqual({ found: false });
  });

  it('has as many exit codes as reasons', () => {
    const codes = Object.values(EXIT_CODES);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('an installation with records, and one that a server uses', async () => {
    const { database } = world.services;
    await expect(target.restore(folder, { database })).rejects.toMatchObject({ reason: 'inUse' });
    await database.query('delete from connected_process');
    await expect(target.restore(folder, { database })).rejects.toMatchObject({ reason: 'notEmpty' });
  });

  it('a folder with files that are not of the backup', async () => {
    const files = join(world.dataDir, 'files');
    await world.services.files.put(Buffer.from('of no backup'));
    await expect(target.restore(folder, { files })).rejects.toMatchObject({ reason: 'notEmpty' });
  });

  it('nothing when it is started again after it was killed between the files and the rows', async () => {
    const killed = new Error('killed');
    await expect(target.restore(folder, { prepareQueue: () => Promise.reject(killed) })).rejects.toBe(killed);
    await target.restore(folder);
    expect(await rowChecksums(target.test.database)).toMatchObject({ item_type: expect.stringMatching(/^\d+ /) });
  });
});
