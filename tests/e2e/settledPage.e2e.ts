// The page at 1440 px: a list stays in place when a record opens next to it, and the menu when work is not saved. A changed field is marked, the menu
// keeps the order that a person gave it, and facts are next to a picture.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { columnAt, openList, startEditing } from 'tests/e2e/harness/columns.ts';
import { findItem } from 'tests/e2e/harness/askAs.ts';
import { focused, tabTo } from 'tests/e2e/harness/keys.ts';
import { onPhone } from 'tests/e2e/harness/phone.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();
const WINDOW = { width: 1440, height: 900 };

/** Returns the top of each element by its text. */
const topsOf = (elements: Locator): Promise<Readonly<Record<string, number>>> =>
  elements.evaluateAll((all) =>
    Object.fromEntries(all.map((each) => [each.textContent, Math.round(each.getBoundingClientRect().top)])),
  );

const openStaff = async (): Promise<Page> => {
  const { page } = await world.open({ as: 'staff' });
  await page.setViewportSize(WINDOW);
  return page;
};

/** Returns the distances of the middles of the visible tools from the middle of the bar, in pixels. */
const unevenness = (list: Locator): Promise<readonly number[]> =>
  list
    .locator('.kk-listing-bar')
    .first()
    .evaluate((bar) => {
      const middle = ({ top, bottom }: DOMRect): number => (top + bottom) / 2;
      return [...bar.children]
        .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height > 0)
        .map((each) => Math.abs(middle(each.getBoundingClientRect()) - middle(bar.getBoundingClientRect())));
    });

it('[EXPERIENCE] a record that opens from a list leaves the tools on one line and the rows in place', async () => {
  const page = await openStaff();
  const list = await openList(page, '/archive.catalogue');
  const rows = list.locator('a[href*="/i-ArchiveEntry-"]');
  await rows.nth(3).waitFor();
  const tools = list.locator('.kk-listing-bar').first();
  const before = { bar: await tools.boundingBox(), rows: Object.entries(await topsOf(rows)).slice(0, 4) };
  await rows.nth(1).click();
  await columnAt(page, 2).getByRole('article').waitFor();
  await screenshot(page, 'settled-list');
  const after = await topsOf(rows);
  expect(before.rows.map(([name]) => [name, after[name]])).toEqual(before.rows);
  expect((await tools.boundingBox())?.y).toBe(before.bar?.y);
  expect((await tools.boundingBox())?.height).toBe(before.bar?.height);
  expect(Math.max(...(await unevenness(list)))).toBeLessThan(8);
});

it('[EXPERIENCE] marks the field that was changed until it is saved, and the menu stays in place', async () => {
  const page = await openStaff();
  await page.goto(`/i-${await findItem(world.url, { _t: ['ArchiveEntry'], text: ['weir'] })}`);
  const item = columnAt(page, 1);
  await startEditing(item);
  const entries = page.getByRole('navigation', { name: 'Menu' }).locator('.kk-nav-link:visible');
  const before = await topsOf(entries);
  const marks = item.locator('.kf-changed');
  expect(await marks.count()).toBe(0);
  const title = item.getByRole('textbox', { name: /^Title/ });
  await title.fill(`${await title.inputValue()} again`);
  await expect.poll(() => marks.allInnerTexts()).toEqual(['Changed']);
  expect(await item.locator('[data-pointer="/title"] .kf-changed').count()).toBe(1);
  // The entry for unsaved work is added below the others.
  await entries.filter({ hasText: 'Unsaved work' }).waitFor();
  await screenshot(page, 'settled-form');
  const after = await topsOf(entries);
  expect(Object.keys(before).length).toBeGreaterThan(5);
  expect(Object.fromEntries(Object.keys(before).map((name) => [name, after[name]]))).toEqual(before);
  await item.getByRole('button', { name: 'Save now' }).click();
  await expect.poll(() => marks.count()).toBe(0);
});

const menuOf = (page: Page): Locator => page.getByRole('navigation', { name: 'Menu' });

const areasOf = (page: Page): Locator =>
  menuOf(page).locator('.kk-nav-area > .kk-nav-entry, .kk-nav-area > .kk-nav-link');

/** Returns the names of the areas in the order of the menu. */
const orderOf = async (page: Page): Promise<readonly string[]> => {
  await areasOf(page).nth(2).waitFor();
  return await areasOf(page).allInnerTexts();
};

it('[SHELL-09] the menu keeps the order that a person gave it', async () => {
  const page = await openStaff();
  await page.goto('/');
  const [first = '', second = '', ...others] = await orderOf(page);
  await menuOf(page).getByRole('button', { name: 'Arrange the menu' }).click();
  const dialog = page.getByRole('dialog', { name: 'Arrange the menu' });
  await dialog.getByRole('button', { name: `Move ${first} down` }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => areasOf(page).allInnerTexts()).toEqual([second, first, ...others]);
  await page.reload();
  expect(await orderOf(page)).toEqual([second, first, ...others]);
});

it('[SHELL-09] [EXPERIENCE] the menu keeps the order that a person gave it by keyboard only', async () => {
  const { page } = await world.open({ as: 'admin', at: '/' });
  const [first = '', second = '', third = '', ...others] = await orderOf(page);
  await tabTo(page, /^Arrange the menu$/, 300);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Arrange the menu' }).waitFor();
  await tabTo(page, new RegExp(`^Move ${first} down$`));
  // The focus follows the entry.
  await page.keyboard.press('Enter');
  await expect.poll(() => areasOf(page).allInnerTexts()).toEqual([second, first, third, ...others]);
  await expect.poll(() => focused(page)).toBe(`Move ${first} down`);
  await page.keyboard.press('Enter');
  const arranged = [second, third, first, ...others];
  await expect.poll(() => areasOf(page).allInnerTexts()).toEqual(arranged);
  await tabTo(page, /^Done$/);
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('Arrange the menu');
  await page.reload();
  expect(await orderOf(page)).toEqual(arranged);
});

it('[SHELL-09] [EXPERIENCE] the menu of a phone keeps the order that a person gave it by taps', async () => {
  const page = await onPhone(world, '/', 'member');
  const openDrawer = async (): Promise<readonly string[]> => {
    await page.getByRole('button', { name: 'Menu', exact: true }).tap();
    return await orderOf(page);
  };
  const [first = '', second = '', ...others] = await openDrawer();
  await menuOf(page).getByRole('button', { name: 'Arrange the menu' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Arrange the menu' });
  const down = dialog.getByRole('button', { name: `Move ${first} down` });
  await down.waitFor();
  const { width = 0, height = 0 } = (await down.boundingBox()) ?? {};
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  await screenshot(page, 'touch-arrange-menu');
  await down.tap();
  await dialog.getByRole('button', { name: 'Done' }).tap();
  await expect.poll(() => areasOf(page).allInnerTexts()).toEqual([second, first, ...others]);
  await screenshot(page, 'touch-menu-arranged');
  await page.reload();
  expect(await openDrawer()).toEqual([second, first, ...others]);
});

it('[EXPERIENCE] shows the facts of a record next to its picture', async () => {
  const page = await openStaff();
  await page.goto(`/i-${await findItem(world.url, { _t: ['ArchiveEntry'], text: ['weir'] })}`);
  const record = columnAt(page, 1).getByRole('article');
  const picture = await record.locator('.kk-cover-loaded img').boundingBox();
  const facts = await record.locator('.kk-page-side').first().boundingBox();
  await screenshot(page, 'settled-facts');
  if (!picture || !facts) throw new Error('the record shows no picture or no facts');
  expect(facts.x).toBeGreaterThanOrEqual(picture.x + picture.width);
  expect(facts.y).toBeLessThan(picture.y + picture.height);
  expect(facts.x + facts.width).toBeLessThanOrEqual(WINDOW.width);
});
