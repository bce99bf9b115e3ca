// An administrator sets up backups in the page and starts one, sees in red when the last one is too old, and repairs the site from one. The
// operator restores it by command into an empty installation, whose server then shows the same records and files.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { pathById } from 'src/server/backup/copiedFiles.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import { startServer } from 'tests/e2e/harness/startServer.ts';
import { emptyStore, environmentOf, queryStore, removeStore } from 'tests/e2e/harness/Store.ts';
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

const sectionOf = (page: Page): Locator =>
  page.locator('.kk-site-state section', { has: page.getByRole('heading', { name: 'Backup', exact: true }) });

it('[TRUST] [ADM-01] an administrator sets a schedule, starts a backup, and sees how it ended', async () => {
  const { page } = await world.open({ as: 'admin', at: '/admin.state' });
  const section = sectionOf(page);
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

it('[TRUST] [ADM-01] an administrator sets when backups are written, how many are kept, and when the last one is too old', async () => {
  const { page } = await world.open({ as: 'admin', at: '/admin.state' });
  const section = sectionOf(page);
  const values = { 'Time of day': '03:40', 'Days kept': '3', 'Weeks kept': '2', 'Months kept': '1' };
  const fields = { ...values, 'Too old after (hours)': '30' };
  const dialog = page.getByRole('dialog');
  const field = (label: string): Locator => dialog.getByLabel(label);
  await section.getByText(/^Every day at 02:10\. /).waitFor();
  await section.getByRole('button', { name: 'Change the schedule' }).click();
  for (const [label, value] of Object.entries(fields)) await field(label).fill(value);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const kept = 'Kept: the newest backup of 3 days, 2 weeks and 1 month.';
  await section.getByText(`Every day at 03:40. ${kept} The next one starts`).waitFor();
  await page.reload();
  await section.getByRole('button', { name: 'Change the schedule' }).click();
  for (const [label, value] of Object.entries(fields)) expect(await field(label).inputValue()).toBe(value);
  await field('Time of day').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await section.getByText(`No time is set, so backups are only written when you start one. ${kept}`).waitFor();
});

it('[TRUST] [ADM-01] the page shows in red that the last complete backup is too old, until there is a new one', async () => {
  // The limit of the schedule is 30 hours.
  await queryStore(
    world.store,
    `update backup_run set began = began - interval '31 hours', ended = ended - interval '31 hours'`,
  );
  const { page } = await world.open({ as: 'admin', at: '/admin.state' });
  const section = sectionOf(page);
  const row = section.getByRole('row', { name: /^Time since the last complete backup/ });
  const mark = row.getByText('Bad', { exact: true });
  await mark.waitFor();
  const colour = await mark.evaluate((element) => getComputedStyle(element).color);
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  expect([colour, red > 2 * green && red > 2 * blue]).toEqual([colour, true]);
  expect(await row.textContent()).toContain('31 hours');
  await section.getByText(/^There is no recent backup\. /).waitFor();
  await page
    .getByRole('status')
    .getByRole('button', { name: 'Backup: Time since the last complete backup – 31 hours' })
    .waitFor();
  expect(await axe(page)).toEqual([]);
  await section.getByRole('button', { name: 'Back up now' }).click();
  await row.getByText('Good', { exact: true }).waitFor({ timeout: 120_000 });
  await mark.waitFor({ state: 'detached' });
}, 180_000);

it('[TRUST] [ADM-01] an administrator checks the site, reads which file is damaged, and has it taken from the backup', async () => {
  const [file] = await queryStore<{ id: string }>(
    world.store,
    `select body ->> 'fileID' as id from item where body ? 'fileID' limit 1`,
  );
  const fileID = file?.id ?? '';
  const path = pathById(join(world.store.folder, 'files'), fileID);
  const { page } = await world.open({ as: 'admin', at: '/admin.state' });
  const part = sectionOf(page).locator('section', { has: page.getByRole('heading', { name: 'Check of the site' }) });
  const report = part.getByRole('region', { name: 'Report' });
  const check = async (repair: boolean): Promise<void> => {
    await part.getByRole('button', { name: 'Check the site' }).click();
    const dialog = page.getByRole('dialog');
    if (repair) await dialog.getByLabel('Repair what can be repaired').check({ force: true });
    await dialog.getByRole('button', { name: 'Check the site' }).click();
    await dialog.waitFor({ state: 'hidden' });
  };
  const whole = await readFile(path);
  await rm(path);
  await writeFile(path, 'other bytes');
  await check(false);
  await report.filter({ hasText: `${fileID} has other bytes than it was stored with` }).waitFor();
  await report.filter({ hasText: /1 faults: / }).waitFor();
  expect(await axe(page)).toEqual([]);
  await check(true);
  await report
    .filter({ hasText: /records and \d+ files were checked;[^]*Repaired: 1 [^]*Nothing is wrong\.\s*$/ })
    .waitFor();
  expect(await readFile(path)).toEqual(whole);
}, 120_000);

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
