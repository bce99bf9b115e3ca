// An administrator with a phone, with taps only: the log, the users, the readers of a record, value lists, texts and an invitation. Every
// control can be tapped with a finger, and nothing scrolls sideways.
import { parse } from 'csv-parse/sync';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { addUsedValue, askAs, blockUser, findItem } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt, shownList } from 'tests/e2e/harness/columns.ts';
import { onceSettled, sidewaysFaults } from 'tests/e2e/harness/measures.ts';
import { screens } from 'tests/e2e/harness/openVisit.ts';
import { fingerTargets, onPhone } from 'tests/e2e/harness/phone.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

// Texts are changed on dedicated installations.
const folder = mkdtempSync(join(tmpdir(), 'keeper-taps-'));
const siteFile = join(folder, 'site.json');
writeFileSync(siteFile, JSON.stringify({ site: { dedicated: true, registration: 'invited', keyCaps: null } }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const world = useWorld({ SITE_CONFIG: siteFile });

const asAdmin = async (at: string): Promise<Page> => {
  const page = await onPhone(world, at, 'admin');
  await page.setViewportSize(screens.phone);
  return page;
};

/** The tabs of an item and a table scroll sideways by design. */
const unexpectedScrolls = async (page: Page): Promise<string[]> =>
  (await sidewaysFaults(page)).filter((fault) => !/bp6-tab-list|kk-reads-frame/.test(fault));

/** Checks what is shown: targets of a finger, accessibility, and nothing that scrolls sideways. */
const isFit = async (page: Page, name: string): Promise<void> => {
  await screenshot(page, `taps-admin/${name}`);
  const within = (await page.locator('[role=dialog], [role=alertdialog]').filter({ visible: true }).count()) > 0;
  const targets = (on: Page) => fingerTargets(on, within ? '[role=dialog], [role=alertdialog]' : 'body');
  expect([name, await onceSettled(page, targets)]).toEqual([name, []]);
  expect([name, await onceSettled(page, unexpectedScrolls)]).toEqual([name, []]);
  expect([name, await axe(page)]).toEqual([name, []]);
};

const visible = (part: Locator): Locator => part.filter({ visible: true }).first();

const tapFilter = async (page: Page, list: Locator, name: RegExp): Promise<void> => {
  await visible(list.getByRole('button', { name: /^Filters/ })).tap();
  const choice = visible(page.getByRole('checkbox', { name }));
  await choice.tap();
  await expect.poll(() => choice.isChecked()).toBe(true);
};

it('[ADM-01] [EXPERIENCE] the log is filtered and exported by taps only', { timeout: 120_000 }, async () => {
  const page = await asAdmin('/admin.log');
  const list = await shownList(page);
  await tapFilter(page, list, /^Sign ins/);
  await isFit(page, 'log-filters');
  await page.getByRole('button', { name: /^Show \d+ results?$/ }).tap();
  await list
    .getByRole('link', { name: /^Signed in/ })
    .first()
    .waitFor();
  expect(await axe(page)).toEqual([]);
  await list.getByRole('button', { name: 'More for this list' }).tap();
  await page.getByRole('menuitem', { name: 'Export…' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  const button = dialog.getByRole('button', { name: 'Export', exact: true });
  await button.waitFor();
  await isFit(page, 'log-export');
  const [download] = await Promise.all([page.waitForEvent('download'), button.tap()]);
  const lines = parse(await buffer(await download.createReadStream()), { bom: true }) as string[][];
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.slice(1).every((line) => line.includes('Signed in'))).toBe(true);
});

it(
  '[ADM-01] [TRUST] reads of private records are filtered and exported by taps only',
  { timeout: 120_000 },
  async () => {
    const id = await findItem(world.url, { _t: ['ArchiveEntry'], visibility: ['PRIVATE'] });
    for (const account of ['staff', 'admin'] as const) await askAs(world.url, account, [`read/${id}`, null]);
    const page = await asAdmin('/admin.reads');
    const column = columnAt(page, 1);
    await column.getByRole('row').nth(1).waitFor();
    const person = column.getByRole('combobox', { name: /^Person/ });
    await person.tap();
    await person.fill('Isaro');
    await page.getByRole('option', { name: 'Isaro Brightwater' }).first().tap();
    const names = async (): Promise<ReadonlySet<string>> =>
      new Set(await column.getByRole('rowheader').allInnerTexts());
    await expect.poll(names).toEqual(new Set(['Isaro Brightwater']));
    await isFit(page, 'reads');
    const button = column.getByRole('button', { name: 'Export as CSV' });
    const [download] = await Promise.all([page.waitForEvent('download'), button.tap()]);
    expect(download.suggestedFilename()).toBe('private-reads.csv');
  },
);

it(
  '[ADM-01] [SRCH-08] users are narrowed to a blocked one, who is opened by taps only',
  { timeout: 120_000 },
  async () => {
    await blockUser(world.url, 'Sunniva');
    const page = await asAdmin('/admin.users');
    const list = await shownList(page);
    await tapFilter(page, list, /^Blocked\s*\d/);
    await isFit(page, 'users-filters');
    await page.getByRole('button', { name: 'Show 1 result', exact: true }).tap();
    await list.getByRole('link', { name: /^Sunniva Drake/ }).tap();
    await page.waitForURL(/i-User-/);
    await page.getByText('This person is blocked').waitFor();
    await isFit(page, 'user-blocked');
  },
);

it('[ADM-01] the people who can see a record are found by taps only', async () => {
  const id = await findItem(world.url, { _t: ['ArchiveEntry'], visibility: ['PRIVATE'] });
  const page = await asAdmin(`/i-${id}`);
  await page.getByRole('tab', { name: 'About' }).tap();
  await page.getByRole('heading', { name: /^\d+ people can see it now$/ }).waitFor();
  await isFit(page, 'who-can-see');
  const person = page.locator('h4:has-text("can see it now") + ul').getByRole('link').first();
  const name = await person.innerText();
  await person.tap();
  await page.waitForURL(/i-User-/);
  await visible(page.getByRole('heading', { name })).waitFor();
});

it('[SHELL-04] a text is found, changed and saved by taps only', { timeout: 120_000 }, async () => {
  const page = await asAdmin('/admin.systext');
  const texts = columnAt(page, 1);
  const find = texts.getByLabel('Find a text');
  await find.tap();
  await find.fill('views.notifications');
  await texts.getByRole('button', { name: /^Change views\.notifications$/ }).tap();
  const text = texts.getByRole('textbox', { name: 'Text' });
  await text.fill('By the taps');
  await isFit(page, 'text');
  await texts.getByRole('button', { name: 'Save' }).tap();
  await text.waitFor({ state: 'detached' });
  await visible(texts.getByText('By the taps', { exact: true })).waitFor();
  await isFit(page, 'text-saved');
});

it('[LOV-01] a value that a record has is archived after a question by taps only', { timeout: 120_000 }, async () => {
  const name = await addUsedValue(world.url, 'Tape');
  const page = await asAdmin('/list-lov');
  const lists = columnAt(page, 1);
  await lists.getByRole('link', { name: 'Archive types' }).tap();
  await lists.getByLabel('Values of').selectOption({ label: 'Tamber Inlet' });
  await lists.getByRole('button', { name: `Archive ${name}` }).tap();
  const question = page.getByRole('alertdialog');
  await question.getByText('1 record has this value and keeps it.', { exact: false }).waitFor();
  await isFit(page, 'value-question');
  await question.getByRole('button', { name: 'Archive' }).tap();
  await lists.getByRole('button', { name: `Restore ${name}` }).waitFor();
  await isFit(page, 'values');
});

it('[EXPERIENCE] a value is renamed in a field that has the focus and shows its name, in wide and narrow windows', async () => {
  const name = await addUsedValue(world.url, 'Longplayingreel');
  const page = await asAdmin('/list-lov');
  const lists = columnAt(page, 1);
  await lists.getByRole('link', { name: 'Archive types' }).tap();
  await lists.getByLabel('Values of').selectOption({ label: 'Tamber Inlet' });
  const field = lists.locator('.kk-value-names').getByRole('textbox').first();
  for (const size of [screens.wide, screens.phone]) {
    await page.setViewportSize(size);
    await lists.getByRole('button', { name: `Rename ${name}` }).tap();
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await field.inputValue()).toBe(name);
    const cut = (input: HTMLElement): number => input.scrollWidth - input.clientWidth;
    expect(await field.evaluate(cut as (input: SVGElement | HTMLElement) => number)).toBeLessThanOrEqual(0);
    await screenshot(page, `value-rename-${size.width}`);
    await lists.getByRole('button', { name: 'Cancel' }).tap();
  }
  await lists.getByRole('button', { name: `Rename ${name}` }).tap();
  await page.keyboard.type(`${name} of film`);
  await lists.getByRole('button', { name: 'Save', exact: true }).tap();
  await lists.getByRole('button', { name: `Archive ${name} of film` }).waitFor();
});

it('[AUTH-08] a person is invited by taps only', { timeout: 120_000 }, async () => {
  const page = await asAdmin('/admin.users');
  const list = await shownList(page);
  await list.getByRole('button', { name: 'New user' }).tap();
  await visible(page.getByRole('textbox', { name: /^Name/ })).fill('Guest of the taps');
  await visible(page.getByRole('textbox', { name: /^Email/ })).fill(`taps${Date.now()}@sample.test`);
  await isFit(page, 'user-new');
  await visible(page.getByRole('button', { name: 'Create' })).tap();
  await page.getByText('This person cannot sign in yet.').waitFor();
  await page.getByRole('button', { name: 'Send an invitation' }).tap();
  await isFit(page, 'invite-question');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send an invitation' }).tap();
  await page.getByText(/^Invited .* valid until/).waitFor();
  await isFit(page, 'invited');
});
