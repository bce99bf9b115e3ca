// The focus after a dialog closes, and its first position on a touch screen.
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { openList } from 'tests/e2e/harness/columns.ts';
import { useSharedWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useSharedWorld();

const hasFocus = (part: Locator): Promise<boolean> => part.evaluate((each) => each === document.activeElement);

it('[ERR-01] [EXPERIENCE] a dialog that is taken away at once gives the focus back to what opened it', async () => {
  const { page } = await world.open({ as: 'staff' });
  const list = await openList(page, '/archive.catalogue');
  const button = list.getByRole('button', { name: 'Export…' });
  await button.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await dialog.getByRole('combobox', { name: 'Format' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(button)).toBe(true);
});

it('[SHELL-14] a dialog opened from a menu gives the focus back to the button of the menu', async () => {
  const { page } = await world.open({ as: 'staff' });
  const list = await openList(page, '/archive.catalogue');
  const menu = list.getByRole('button', { name: 'Saved searches' });
  const dialog = page.getByRole('dialog').filter({ has: page.getByRole('textbox') });
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: 'Save this search' }).press('Enter');
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(menu)).toBe(true);

  await menu.click();
  await page.getByRole('menuitem', { name: 'Save this search' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(menu)).toBe(true);
});

it('[EXPERIENCE] on a touch screen a dialog begins at its title, so that no keyboard covers it unasked', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'touch' });
  const list = await openList(page, '/archive.catalogue');
  await list.getByRole('button', { name: 'Saved searches' }).tap();
  await page.getByRole('menuitem', { name: 'Save this search' }).tap();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').first().waitFor();
  await expect.poll(() => hasFocus(dialog.getByRole('heading').first())).toBe(true);
});
