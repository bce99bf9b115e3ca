// `backup` and `restore` as an operator runs them: as processes, with their exit codes and the sentence that they print.

import { cp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { registry } from 'src/generated/registry.server.ts';
import { EXIT_CODES, type RefusalReason } from 'src/server/backup/BackupRefusal.ts';
import { readManifest, writeManifest } from 'src/server/backup/manifest.ts';
import { emptyInstallation, temporaryFolder, type Installation } from 'tests/server/backup/backupWorld.ts';
import { runCommand } from 'tests/server/harness/runCommand.ts';
import { testDatabase, type TestDatabase } from 'tests/server/harness/testDatabase.ts';

const { version } = packageJson;

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
  const written = await run(site, 'backup', '--to', join(folder, 'site'));
  expect(written).toMatchObject({ code: 0, output: expect.stringMatching(/ is complete: \d+ rows and 0 files/) });
  expect(await run(site, 'backup')).toMatchObject({ code: 1, errors: 'backup: it needs --to FOLDER\n' });
});

it('[TRUST] the command for a restore fills an empty database', async () => {
  expect(await run(machine.test, 'restore', '--from', join(folder, 'site'))).toMatchObject({ code: 0, errors: '' });
  expect(await machine.test.database.query('select text from locale_override')).toEqual([{ text: 'Weir records' }]);
});

describe('[TRUST] the command for a restore ends with its own exit code and one sentence', () => {
  const TABLE = 'locale_override.copy.gz';

  it.each<[string, RefusalReason, spoil: (backup: string) => Promise<unknown>, sentence: (backup: string) => string]>([
    [
      'a backup that is cut off',
      'truncated',
      (backup) => truncate(join(backup, 'tables', TABLE), 5),
      (backup) => `The backup is incomplete: ${join(backup, 'tables', TABLE)} is cut off.`,
    ],
    [
      'a backup that was altered',
      'altered',
      async (backup) => {
        const rows = gunzipSync(await readFile(join(backup, 'tables', TABLE))).toString();
        await writeFile(join(backup, 'tables', TABLE), gzipSync(rows.replace('Weir', 'Where'), { level: 0 }));
      },
      (backup) => `${join(backup, 'tables', TABLE)} was changed after the backup.`,
    ],
    [
      'a backup of a newer version',
      'newer',
      async (backup) => await writeManifest(backup, { ...(await readManifest(backup)), product: '99.0.0' }),
      (backup) => `Version 99.0.0 wrote ${backup}, and this program is ${version}; use that version.`,
    ],
  ])('for %s', async (_case, reason, spoil, sentence) => {
    const copy = join(folder, reason);
    await cp(join(folder, 'site'), copy, { recursive: true });
    const [name = ''] = (await readdir(copy)).filter((each) => each.startsWith('2'));
    const backup = join(copy, name);
    await spoil(backup);
    expect(await run(machine.test, 'restore', '--from', copy)).toEqual({
      code: EXIT_CODES[reason],
      output: reason === 'newer' ? '' : `Checking ${backup}\n`,
      errors: `${sentence(backup)}\n`,
    });
  });
});
