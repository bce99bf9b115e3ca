// An administrator sets up backups in the page and starts one; the operator restores it by command into an empty installation, whose server
// then shows the same records and files.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import { startServer } from 'tests/e2e/harness/startServer.ts';
import { emptyStore, environmentOf, removeStore } from 'tests/e2e/harness/Store.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const main = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));
const root = await mkdtemp(join(tmpdir(), 'keeper-backup-'));
const allowed = join(root, 'backups');

const world = useWorld({ BACKUP_DIR: allowed });
beforeAll(() => mkdir(allowed));
afterAll(() => rm(root, { recursive: true, force: true }));

const ask = async (url: string, o: string, b: Json): Promise<{ readonly ids: readonly string[] }> => {
  const headers = { authorization: `Bearer ${await tokenOf(url, 'admin')}` };
  const answer = await fetch(`${url}/api/item`, { method: 'POST', headers, body: JSON.stringify({ o, b }) });
  return ((await answer.json()) as { readonly b: { readonly ids: readonly string[] } }).b;
};
const recordings = { must: { _t: ['ArchiveEntry'] } };

it('[TRUST] [ADM-01] an administrator sets a schedule, starts a backup, and sees how it ended', async () => {
  const { page } = await world.open({ as: 'admin', at: '/admin.state' });
  const section = page.locator('.kk-site-state section', {
    has: page.getByRole('heading', { name: 'Backup', exact: true }),
  });
  await section.getByText('There are no backups yet.').waitFor();
  await section.getByRole('button', { name: 'Set up backups' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Folder on the server/).fill(root);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Choose a folder that the operator of the server allows.').first().waitFor();
  await dialog.getByLabel(/^Folder on the server/).fill(join(allowed, 'site'));
  expect(await axe(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await section.getByText(`Backups go to ${join(allowed, 'site')}.`).waitFor();
  await section.getByRole('button', { name: 'Back up now' }).click();
  await section.getByText('Complete', { exact: true }).waitFor({ timeout: 120_000 });
  await section.getByText(/Started on this page · [\d,]+ rows and \d+ files/).waitFor();
  expect(await axe(page)).toEqual([]);
}, 180_000);

it('[ARCH-01] [ADM-01] an administrator makes a package, sees its progress, and downloads it', async () => {
  const { page } = await world.open({ as: 'admin', at: '/admin.state' });
  const packages = page.locator('.kk-site-state section', {
    has: page.getByRole('heading', { name: 'Packages', exact: true, level: 4 }),
  });
  const make = packages.last().getByRole('button', { name: 'Make a package', exact: true });
  await make.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Include earlier versions').check({ force: true });
  expect(await axe(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Make a package', exact: true }).click();
  const result = packages.last().getByRole('link', { name: 'Download' });
  await result.waitFor({ timeout: 60_000 });
  expect(await axe(page)).toEqual([]);
  const [download] = await Promise.all([page.waitForEvent('download'), result.click()]);
  const zip = join(root, 'package.zip');
  await download.saveAs(zip);
  const store = await emptyStore(inject('databaseUrl'));
  try {
    const { DATABASE_URL: _given, ...inherited } = process.env;
    const env = { ...inherited, ...environmentOf(store) };
    const { stdout } = await promisify(execFile)(process.execPath, [main, 'import-package', '--from', zip], { env });
    expect(stdout).toMatch(/ records and \d+ files are imported\./);
  } finally {
    await removeStore(store, inject('databaseUrl'));
  }
});

it('[TRUST] the backup is restored into an empty installation, which shows the same records', async () => {
  const store = await emptyStore(inject('databaseUrl'));
  const { DATABASE_URL: _given, ...inherited } = process.env;
  const env = { ...inherited, ...environmentOf(store) };
  const restore = [main, 'restore', '--from', join(allowed, 'site')];
  const { stdout } = await promisify(execFile)(process.execPath, restore, { env });
  expect(stdout).toMatch(/ is restored\. Everyone signs in again\.\n$/);
  const expected = await ask(world.url, 'search/ids', recordings);
  const server = await startServer(store, { SAMPLE: 'off', JOBS: 'off' });
  try {
    const found = await ask(server.url, 'search/ids', recordings);
    expect(found.ids.length).toBeGreaterThan(10);
    expect(found.ids).toEqual(expected.ids);
  } finally {
    await server.stop();
    await removeStore(store, inject('databaseUrl'));
  }
});
