// A disk that does not keep what was written: the parts of a backup are damaged between their writing and their verification. The good backup
// before it stays, and is restored. Every run takes this file (tests/runner/filesInParts.ts).

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EXIT_CODES } from 'src/server/backup/BackupRefusal.ts';
import type { BackupProgress } from 'src/server/backup/writeBackup.ts';
import { lastBackupRuns, lastGoodBackup } from 'src/server/store/backup/backupRows.ts';
import {
  attachContent,
  emptyInstallation,
  fileChecksums,
  rowChecksums,
  temporaryFolder,
  type Installation,
} from 'tests/server/backup/backupWorld.ts';
import { openWorld, type World } from 'tests/server/routes/openWorld.ts';

let world: World;
let machine: Installation;
let folder = '';
let good = '';
let expected: Awaited<ReturnType<typeof rowChecksums>>;

const run = (report: (progress: BackupProgress) => void = () => undefined) =>
  world.services.backups.run({ cause: 'command', to: folder, report });

/** Returns the path of a part of the backup that is being written. */
const unfinishedPart = (part: string): string =>
  join(folder, readdirSync(folder).find((name) => name.endsWith('.partial')) ?? '', part);

const flipByte = (path: string): void => {
  const bytes = readFileSync(path);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 0xff;
  writeFileSync(path, bytes);
};
const cutOff = (path: string): void => writeFileSync(path, readFileSync(path).subarray(0, -10));
const exchange = (path: string): void => {
  const content = gunzipSync(readFileSync(path)).toString();
  writeFileSync(path, gzipSync(content.replace(/[a-z]/, 'X')));
};

beforeAll(async () => {
  world = await openWorld();
  machine = await emptyInstallation();
  folder = await temporaryFolder();
  await attachContent(world);
  good = (await run()).name;
  expected = await rowChecksums(world.services.database);
});
afterAll(async () => {
  await world.stop();
  await machine.remove();
  await rm(folder, { recursive: true, force: true });
});

it.each<[string, part: string, after: BackupProgress['part'], damage: (path: string) => void]>([
  ['a table with a changed byte', 'tables/credential.copy.gz', 'files', flipByte],
  ['a table that is cut off', 'tables/item_history.copy.gz', 'files', cutOff],
  ['a table with other rows', 'tables/credential.copy.gz', 'files', exchange],
  // The list of files is written after the last file, and verified after all tables.
  ['a list of files that is cut off', 'files.txt.gz', 'check', cutOff],
])('[TRUST] a backup is not completed with %s, and the last good one stays', async (_case, part, after, damage) => {
  let damaged = '';
  const refusal = run((progress) => {
    if (progress.part !== after || damaged !== '') return;
    damaged = unfinishedPart(part);
    damage(damaged);
  });
  await expect(refusal).rejects.toMatchObject({ reason: 'notVerified', exitCode: EXIT_CODES.notVerified });
  const sentence = `${damaged} was not written correctly; check the disk.`;
  const { database } = world.services;
  expect((await lastBackupRuns(database, 1))[0]).toMatchObject({ result: 'failed', name: null, reason: sentence });
  expect((await readdir(folder)).filter((name) => /^\d/.test(name))).toEqual([good]);
  const [first] = (await lastBackupRuns(database, 20)).filter(({ name }) => name === good);
  expect(await lastGoodBackup(database)).toEqual(first?.began);
});

it('[TRUST] the backup that stays is restored with the same rows and files', async () => {
  await machine.restore(folder);
  const { backup_run: _runs, ...found } = await rowChecksums(machine.test.database);
  const { backup_run: _none, ...rows } = expected;
  expect(found).toEqual(rows);
  const stored = await fileChecksums(join(world.dataDir, 'files'));
  expect(Object.keys(stored)).toHaveLength(1);
  expect(await fileChecksums(join(machine.dataDir, 'files'))).toEqual(stored);
});
