// The browser's Back closes what covers the page: the filters and the menu on a phone, and dialogs. Only then does it leave the page.
import { expect, it } from 'vitest';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { onPhone } from 'tests/e2e/harness/phone.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

it('[EXPERIENCE] [SHELL-09] Back closes filters and menu on a phone before it leaves the list', async () => {
  const page = await onPhone(world, '/archive');
  await page.getByRole('main').getByRole('link', { name: 'Catalogue' }).first().tap();
  const list = columnAt(page, 1);
  const row = list.locator('.kk-row-title').first();
  await row.waitFor();
  await list.getByRole('button', { name: /^Filters/ }).tap();
  const done = list.getByRole('button', { name: /^Show [\d,]+ results/ });
  await done.waitFor();
  await page.goBack();
  await done.waitFor({ state: 'hidden' });
  await row.waitFor();
  expect(new URL(page.url()).pathname).toBe('/archive.catalogue');

  await page.getByRole('button', { name: 'Menu', exact: true }).tap();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.waitFor();
  await page.goBack();
  await menu.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/archive.catalogue');

  // A chosen filter is a step of its own, which Back takes away.
  await list.getByRole('button', { name: /^Filters/ }).tap();
  await list.getByRole('checkbox', { name: /^Recording/ }).tap();
  await expect.poll(() => page.url()).toContain('RECORDING');
  await done.tap();
  await row.waitFor();
  await page.goBack();
  await expect.poll(() => page.url()).not.toContain('RECORDING');
  await page.goBack();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/archive');
});

it('[EXPERIENCE] [CELL-03] Back closes a dialog, and keeps the page below it', async () => {
  const { page } = await world.open({ as: 'staff', at: '/archive.catalogue' });
  const list = columnAt(page, 1);
  await list.locator('.kk-row-title').first().click();
  const item = columnAt(page, 2);
  await item.getByRole('heading').first().waitFor();
  const at = page.url();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: /Keyboard|keys/i });
  await keys.waitFor();
  await page.goBack();
  await keys.waitFor({ state: 'detached' });
  expect(page.url()).toBe(at);
  await page.goBack();
  await item.waitFor({ state: 'detached' });
});
