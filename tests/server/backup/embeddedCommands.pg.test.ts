// `backup` and `restore` with DATA_DIR only: the commands start the embedded database of the folder and stop it again.

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyInstallation, temporaryFolder, type Installation } from 'tests/server/backup/backupWorld.ts';
import { runCommand } from 'tests/server/harness/runCommand.ts';

const ACCOUNT = ['add-account', '--email', 'keeper@example.org', '--name', 'Keeper'];
const KNOWN = { code: 1, errors: 'add-account: an account with the address keeper@example.org already exists\n' };

let site = '';
let restored = '';
let backups = '';
let machine: Installation;

beforeAll(async () => {
  [site, restored, backups] = await Promise.all([temporaryFolder(), temporaryFolder(), temporaryFolder()]);
  machine = await emptyInstallation();
});
afterAll(async () => {
  await machine.remove();
  // The last helper of a server that ended may still write for a moment.
  for (const path of [site, restored, backups])
    await rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
});

it('[TRUST] a site in the embedded database is backed up, and restored into another one and into an own PostgreSQL', async () => {
  expect(await runCommand({}, site, ACCOUNT)).toMatchObject({ code: 0 });
  expect(await runCommand({}, site, ['backup', '--to', backups])).toMatchObject({
    ...{ code: 0, errors: '' },
    output: expect.stringMatching(/ is complete: \d+ rows and 0 files/),
  });
  for (const [place, dataDir] of [
    [{}, restored],
    [machine.test, machine.dataDir],
  ] as const) {
    expect(await runCommand(place, dataDir, ['restore', '--from', backups])).toMatchObject({ code: 0, errors: '' });
    expect(await runCommand(place, dataDir, ACCOUNT)).toMatchObject(KNOWN);
  }
  expect([site, restored, machine.dataDir].map((each) => existsSync(join(each, 'postgres/data')))).toEqual([
    ...[true, true, false],
  ]);
  expect(existsSync(join(restored, 'postgres/data/postmaster.pid'))).toBe(false);
}, 240_000);
