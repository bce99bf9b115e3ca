// An administrator without a mouse: the logs, the users, the readers of a record, the record as JSON, value lists, texts, the menu and the
// state of the site.
import { parse } from 'csv-parse/sync';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { addUsedValue, askAs, blockUser, findItem } from 'tests/e2e/harness/askAs.ts';
import { columnAt, shownList } from 'tests/e2e/harness/columns.ts';
import { focused, tabTo } from 'tests/e2e/harness/keys.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { queryStore } from 'tests/e2e/harness/Store.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

// Texts and menu are arranged on dedicated installations.
const folder = mkdtempSync(join(tmpdir(), 'keeper-keys-'));
const siteFile = join(folder, 'site.json');
const backups = join(folder, 'backups');
mkdirSync(backups);
writeFileSync(siteFile, JSON.stringify({ site: { dedicated: true, registration: 'invited', keyCaps: null } }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const world = useWorld({ SITE_CONFIG: siteFile, BACKUP_DIR: backups });

/** More than the number of controls of any page. */
const FAR = 400;
const STAFF_NAME = 'Isaro Brightwater';

const enter = async (page: Page, name: RegExp): Promise<void> => {
  await tabTo(page, name, FAR);
  await page.keyboard.press('Enter');
};

const typeInto = async (page: Page, name: RegExp, text: string): Promise<void> => {
  await tabTo(page, name, FAR);
  await page.keyboard.type(text);
};

const focusIs = (page: Page, name: RegExp): Promise<void> => expect.poll(() => focused(page)).toMatch(name);

/** Saves the file that the pressed control makes and returns its lines. */
const csvOf = async (page: Page, press: () => Promise<void>): Promise<readonly string[][]> => {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return parse(await buffer(await download.createReadStream()), { bom: true }) as string[][];
};

/** Opens a tab of the item by the arrow keys of its tabs. */
const openTab = async (page: Page, tab: string): Promise<void> => {
  const tabs = columnAt(page, 1).getByRole('tab');
  await tabs.filter({ hasText: new RegExp(`^${tab}$`) }).waitFor();
  const first = (await tabs.first().innerText()).trim();
  await tabTo(page, new RegExp(`^${first}$`), FAR);
  for (let count = 0; count < 12 && (await focused(page)) !== tab; count += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
};

it('[ADM-01] [EXPERIENCE] the log is filtered and exported by keyboard only', { timeout: 120_000 }, async () => {
  const { page } = await world.open({ as: 'admin', at: '/admin.log', screen: 'wide' });
  const list = await shownList(page);
  await tabTo(page, /^Sign ins/, FAR);
  await page.keyboard.press('Space');
  await list.getByText('Signed in', { exact: true }).first().waitFor();
  await expect.poll(() => page.url()).toMatch(/c0=/);
  await enter(page, /^Export…$/);
  await page.getByRole('dialog', { name: 'Export' }).waitFor();
  const lines = await csvOf(page, () => enter(page, /^Export$/));
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.slice(1).every((line) => line.includes('Signed in'))).toBe(true);
  await page.getByRole('dialog', { name: 'Export' }).waitFor({ state: 'detached' });
});

it('[ADM-01] [TRUST] reads of private records are filtered and exported by keyboard only', async () => {
  const id = await findItem(world.url, { _t: ['ArchiveEntry'], visibility: ['PRIVATE'] });
  for (const account of ['staff', 'admin'] as const) await askAs(world.url, account, [`read/${id}`, null]);
  const { page } = await world.open({ as: 'admin', screen: 'wide', at: '/admin.reads' });
  const column = columnAt(page, 1);
  await column.getByRole('row').nth(1).waitFor();
  await typeInto(page, /^Person/, STAFF_NAME);
  await page.getByRole('option', { name: STAFF_NAME }).first().waitFor();
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => new Set(await column.getByRole('rowheader').allInnerTexts()))
    .toEqual(new Set([STAFF_NAME]));
  await typeInto(page, /^Kind of record/, 'Archive entries');
  await expect.poll(() => column.getByRole('combobox', { name: 'Kind of record' }).inputValue()).toBe('ArchiveEntry');
  await column.getByRole('cell', { name: 'Archive entry' }).first().waitFor();
  const lines = await csvOf(page, () => enter(page, /^Export as CSV$/));
  expect(new Set(lines.slice(1).map((line) => `${line[1]}: ${line[4]}`))).toEqual(
    new Set([`${STAFF_NAME}: Archive entry`]),
  );
});

it(
  '[ADM-01] [SRCH-08] users are narrowed to a blocked one, who is opened by keyboard only',
  { timeout: 120_000 },
  async () => {
    const blocked = await blockUser(world.url, 'Sunniva');
    const { page } = await world.open({ as: 'admin', screen: 'wide', at: '/admin.users' });
    const list = await shownList(page);
    await tabTo(page, /^Blocked\s*\d/, FAR);
    await page.keyboard.press('Space');
    await list.getByText('1 result', { exact: true }).first().waitFor();
    await enter(page, /^Sunniva Drake/);
    await page.waitForURL(new RegExp(`i-${blocked}`));
    await columnAt(page, 2).getByRole('heading', { name: 'Sunniva Drake' }).first().waitFor();
  },
);

it('[ADM-01] the people who can see a record are found by keyboard only', async () => {
  const id = await findItem(world.url, { _t: ['ArchiveEntry'], visibility: ['PRIVATE'] });
  const { page } = await world.open({ as: 'admin', screen: 'wide', at: `/i-${id}` });
  await openTab(page, 'About');
  await page.getByRole('heading', { name: /^\d+ people can see it now$/ }).waitFor();
  const names = page.locator('h4:has-text("can see it now") + ul');
  const isAtNames = (): Promise<boolean> => names.evaluate((each) => each.contains(document.activeElement));
  for (let count = 0; count < FAR && !(await isAtNames()); count += 1) await page.keyboard.press('Tab');
  const name = await focused(page);
  expect(name).toMatch(/^[A-Z]\w+ [A-Z]\w+$/);
  await page.keyboard.press('Enter');
  await columnAt(page, 2).getByRole('heading', { name }).first().waitFor();
});

it('[ARCH-01] [ADM-01] everything of one organization is exported by keyboard only', { timeout: 180_000 }, async () => {
  const id = await findItem(world.url, { _t: ['Organization'], text: ['Ostermay Shoals'] });
  const { page } = await world.open({ as: 'admin', screen: 'wide', at: `/i-${id}` });
  await columnAt(page, 1).getByRole('tab', { name: 'About' }).waitFor();
  await enter(page, /^More options for this column$/);
  await page.getByRole('menu').waitFor();
  for (let count = 0; count < 30 && (await focused(page)) !== 'Export everything'; count += 1)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Export everything of Ostermay Shoals' });
  await dialog.waitFor();
  await enter(page, /^Make the package$/);
  await dialog.waitFor({ state: 'detached' });
  await columnAt(page, 1).getByRole('link', { name: 'Download', exact: true }).waitFor({ timeout: 120_000 });
  const [download] = await Promise.all([page.waitForEvent('download'), enter(page, /^Download$/)]);
  expect(download.suggestedFilename()).toMatch(/^package-.*\.zip$/);
});

it('[SHELL-04] a text is found, changed and saved by keyboard only, and the focus returns to it', async () => {
  const { page } = await world.open({ as: 'admin', screen: 'wide', at: '/admin.systext' });
  const texts = columnAt(page, 1);
  await typeInto(page, /^Find a text$/, 'views.notifications');
  await texts.getByRole('button', { name: /^Change views\.notifications$/ }).waitFor();
  await enter(page, /^Change views\.notifications$/);
  await focusIs(page, /^Text/);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('By the keys');
  await page.getByRole('navigation', { name: 'Menu' }).getByText('By the keys').waitFor();
  await enter(page, /^Save$/);
  await texts.getByRole('textbox', { name: 'Text' }).waitFor({ state: 'detached' });
  await focusIs(page, /^Change views\.notifications$/);
  await screenshot(page, 'keys-admin/text');
  await page.keyboard.press('Enter');
  await focusIs(page, /^Text/);
  await page.keyboard.press('Escape');
  await focusIs(page, /^Change views\.notifications$/);
});

const listRow = (page: Page, name: string): Locator =>
  columnAt(page, 1)
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) });

it(
  '[LOV-01] a value that a record has is archived after a question by keyboard only',
  { timeout: 120_000 },
  async () => {
    const name = await addUsedValue(world.url, 'Reel');
    const { page } = await world.open({ as: 'admin', screen: 'wide', at: '/list-lov' });
    await columnAt(page, 1).getByRole('link', { name: 'Archive types' }).waitFor();
    await enter(page, /^Archive types$/);
    await columnAt(page, 1).getByLabel('Values of').waitFor();
    await typeInto(page, /^Values of/, 'Tamber Inlet');
    await listRow(page, name)
      .getByRole('button', { name: /^in 1 record/ })
      .waitFor();
    await enter(page, new RegExp(`^Archive ${name}$`));
    const question = page.getByRole('alertdialog');
    await question.getByText('1 record has this value and keeps it.', { exact: false }).waitFor();
    await enter(page, /^Archive$/);
    await listRow(page, name)
      .getByRole('button', { name: `Restore ${name}` })
      .waitFor();
    await focusIs(page, new RegExp(`^Restore ${name}$`));
  },
);

it('[CELL-06] a record is changed as JSON by keyboard only, after its mistake was named', async () => {
  const id = await findItem(world.url, { _t: ['ArchiveEntry'] });
  const { page } = await world.open({ as: 'admin', screen: 'wide', at: `/i-${id}` });
  await openTab(page, 'As JSON');
  const box = page.getByRole('textbox', { name: 'Properties as JSON' });
  const values = JSON.parse(await box.inputValue()) as Record<string, unknown>;
  await tabTo(page, /^Properties as JSON$/);
  const write = async (changed: Record<string, unknown>): Promise<void> => {
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(JSON.stringify({ ...values, ...changed }, null, 2));
  };
  await write({ needsAttention: 'yes' });
  await page.getByText('needsAttention must be true or false, but is a text.').waitFor();
  await page.keyboard.press('Control+S');
  await write({ secondaryTitle: 'Written as JSON by keys' });
  await page.getByText('needsAttention must be true or false').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+S');
  await page.getByText('Saved.').first().waitFor();
  expect(await askAs(world.url, 'admin', [`read/${id}`, null])).toMatchObject({
    secondaryTitle: 'Written as JSON by keys',
  });
});

it('[AUTH-08] a person is invited by keyboard only', { timeout: 120_000 }, async () => {
  const { page } = await world.open({ as: 'admin', screen: 'wide', at: '/admin.users' });
  await shownList(page);
  await enter(page, /^New user$/);
  const form = columnAt(page, 2);
  await form.getByRole('textbox', { name: /^Name/ }).waitFor();
  await typeInto(page, /^Name/, 'Guest of the keys');
  await typeInto(page, /^Email/, `keys${Date.now()}@sample.test`);
  await enter(page, /^Create$/);
  await page.getByText('This person cannot sign in yet.').waitFor();
  await enter(page, /^Send an invitation$/);
  await page.getByRole('alertdialog').waitFor();
  await enter(page, /^Send an invitation$/);
  await page.getByText(/^Invited .* valid until/).waitFor();
});

it('[ADM-01] the menu of the site is arranged by keyboard only', { timeout: 120_000 }, async () => {
  const { page } = await world.open({ as: 'admin', screen: 'wide', at: '/admin.menu-items' });
  const screen = columnAt(page, 1);
  await screen.getByRole('button', { name: 'Hide Catalogue', exact: true }).waitFor();
  await enter(page, /^Move Archive down$/);
  await focusIs(page, /^Move Archive down$/);
  await enter(page, /^Hide Catalogue$/);
  await focusIs(page, /^Show Catalogue again$/);
  await tabTo(page, /^Add a link$/, FAR, 'Shift+Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add a link' });
  await dialog.waitFor();
  await typeInto(page, /^Name/, 'House of keys');
  await typeInto(page, /^Address/, 'https://words.sample.test/');
  await enter(page, /^Add to the menu$/);
  await dialog.waitFor({ state: 'detached' });
  // The focus is back at the button that opened the dialog, below the buttons that save.
  await focusIs(page, /^Add a link$/);
  await tabTo(page, /^Save$/, 3, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await screen.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'detached' });
  await page.reload();
  await screen.getByRole('button', { name: 'Show Catalogue again' }).waitFor();
  await screen.getByRole('button', { name: 'Hide House of keys' }).waitFor();
});

it(
  '[TRUST] [ADM-01] a failed job is dropped and a backup is started by keyboard only',
  { timeout: 180_000 },
  async () => {
    await queryStore(
      world.store,
      `select graphile_worker.add_job('fromAnEarlierVersion', '{}'::json, run_at => now() - interval '20 minutes')`,
    );
    const { page } = await world.open({ as: 'admin', screen: 'wide', at: '/admin.state' });
    const state = columnAt(page, 1);
    await state.getByText('From an earlier version', { exact: true }).first().waitFor();
    await tabTo(page, /^Try again From an earlier version$/, FAR);
    await enter(page, /^Discard From an earlier version$/);
    await page.getByRole('alertdialog').waitFor();
    await enter(page, /^Discard$/);
    await page.getByText('You discarded the job.').first().waitFor();
    await enter(page, /^Set up backups$/);
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await enter(page, /^Save$/);
    await dialog.waitFor({ state: 'detached' });
    await enter(page, /^Back up now$/);
    await state.getByText('Complete', { exact: true }).waitFor({ timeout: 120_000 });
  },
);
