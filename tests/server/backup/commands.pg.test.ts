// `backup` and `restore` as an operator runs them: as processes, with their exit codes and the sentence that they print.

import { readdir, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registry } from 'src/generated/registry.server.ts';
import { EXIT_CODES } from 'src/server/backup/BackupRefusal.ts';
import { emptyInstallation, temporaryFolder, type Installation } from 'tests/server/backup/backupWorld.ts';
import { runCommand } from 'tests/server/harness/runCommand.ts';
import { testDatabase, type TestDatabase } from 'tests/server/harness/testDatabase.ts';

let site: TestDatabase;
let machine: Installation;
let folder = '';

const run = (test: Pick<TestDatabase, 'connection'>, ...args: string[]) => runCommand(test, machine.dataDir, args);

beforeAll(async () => {
  site = await testDatabase(registry);
  machine = await emptyInstallation();
  folder = await temporaryFolder();
  await site.database.query(
    `insert into locale_override (language, key, text) values ('en', 'app.title', 'Weir records')`,
  );
});
afterAll(async () => {
  await site.stop();
  await machine.remove();
  await rm(folder, { recursive: true, force: true });
});

it('[TRUST] the command for a backup prints what it wrote, and says what it needs', async () => {
  const written = await run(site, 'backup', '--to', folder);
  expect(written).toMatchObject({ code: 0, output: expect.stringMatching(/ is complete: \d+ rows and 0 files/) });
  expect(await run(site, 'backup')).toMatchObject({ code: 1, errors: 'backup: it needs --to FOLDER\n' });
});

it('[TRUST] the command for a restore fills an empty database', async () => {
  expect(await run(machine.test, 'restore', '--from', folder)).toMatchObject({ code: 0, errors: '' });
  expect(await machine.test.database.query('select text from locale_override')).toEqual([{ text: 'Weir records' }]);
});

it('[TRUST] the command for a restore ends with its own exit code and one sentence for a backup that is cut off', async () => {
  const [name = ''] = (await readdir(folder)).filter((each) => each.startsWith('2'));
  await truncate(join(folder, name, 'tables', 'locale_override.copy.gz'), 5);
  expect(await run(machine.test, 'restore', '--from', folder)).toEqual({
    code: EXIT_CODES.truncated,
    output: `Checking ${join(folder, name)}\n`,
    errors: `The backup is incomplete: ${join(folder, name, 'tables', 'locale_override.copy.gz')} is cut off.\n`,
  });
});
