// A record is deleted and restored three times: with a mouse, with the keyboard only, and with one finger only.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { focused, tabTo } from 'tests/e2e/harness/keys.ts';
import { onPhone } from 'tests/e2e/harness/phone.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useSharedWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useSharedWorld();

const newEntry = async (title: string): Promise<string> => {
  const values = { title, owner: 'Organization-1', type: 'MAP', $access: 'COMMUNITY' };
  return String((await askAs(world.url, 'staff', ['create/ArchiveEntry', values]))['$id']);
};

/** True if staff can read the record. */
const isThere = (id: string): Promise<boolean> =>
  askAs(world.url, 'staff', [`read/${id}`, null]).then(
    () => true,
    () => false,
  );

const question = (page: Page): Locator => page.getByRole('alertdialog', { name: 'Delete this record?' });
const restoreOf = (page: Page, title: string): Locator => page.getByRole('button', { name: `Restore ${title}` });

/** The question names the page on which the record can be restored. */
const asksWith = async (page: Page, title: string): Promise<void> => {
  await question(page).getByText(`This deletes “${title}” for everyone.`).waitFor();
  await question(page)
    .getByText(/you can restore it on the page “Deleted”/)
    .waitFor();
};

it('[EXPERIENCE] deletes a record and restores it with a mouse', async () => {
  const title = `Deleted by mouse ${Date.now()}`;
  const entry = await newEntry(title);
  const { page } = await world.open({ as: 'staff', at: `/i-${entry}`, screen: 'desktop' });
  await columnAt(page, 1).getByRole('button', { name: 'More options for this column' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await asksWith(page, title);
  await question(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await question(page).waitFor({ state: 'detached' });
  await expect.poll(() => isThere(entry)).toBe(false);

  await page.getByRole('button', { name: 'Isaro Brightwater' }).click();
  await page.getByRole('menuitem', { name: 'Deleted' }).click();
  await page.waitForURL(/\/deleted$/u);
  await restoreOf(page, title).waitFor();
  await screenshot(page, 'deleted-page');
  expect(await axe(page)).toEqual([]);
  await restoreOf(page, title).click();
  await page.getByText(`You restored ${title}.`).first().waitFor();
  await restoreOf(page, title).waitFor({ state: 'detached' });
  expect(await isThere(entry)).toBe(true);
});

it('[EXPERIENCE] deletes a record and restores it with the keyboard only', async () => {
  const title = `Deleted by keys ${Date.now()}`;
  const entry = await newEntry(title);
  const { page } = await world.open({ as: 'staff', at: `/i-${entry}`, screen: 'desktop' });
  await columnAt(page, 1).getByRole('tab', { name: 'Edit' }).waitFor();
  await tabTo(page, /^More options for this column$/, 300);
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
  for (let count = 0; count < 20 && (await focused(page)) !== 'Delete'; count += 1)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await asksWith(page, title);
  await tabTo(page, /^Delete$/, 5);
  await page.keyboard.press('Enter');
  await question(page).waitFor({ state: 'detached' });
  await expect.poll(() => isThere(entry)).toBe(false);

  await page.keyboard.press('Control+k');
  await expect.poll(() => focused(page)).toBe('Search, open or do anything');
  await page.keyboard.type('restore');
  await page.getByRole('option', { name: 'Deleted', selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/deleted$/u);
  await restoreOf(page, title).waitFor();
  await tabTo(page, new RegExp(`^Restore ${title}$`), 300);
  await page.keyboard.press('Enter');
  await restoreOf(page, title).waitFor({ state: 'detached' });
  await expect.poll(() => isThere(entry)).toBe(true);
});

it('[EXPERIENCE] deletes a record and restores it by taps', async () => {
  const title = `Deleted by thumb ${Date.now()}`;
  const entry = await newEntry(title);
  const page = await onPhone(world, `/i-${entry}`);
  await columnAt(page, 1).getByRole('button', { name: 'More options for this column' }).tap();
  await page.getByRole('menuitem', { name: 'Delete' }).tap();
  await asksWith(page, title);
  await screenshot(page, 'touch-delete');
  await question(page).getByRole('button', { name: 'Delete', exact: true }).tap();
  await question(page).waitFor({ state: 'detached' });
  await expect.poll(() => isThere(entry)).toBe(false);

  await page.goto('/deleted');
  await restoreOf(page, title).waitFor();
  expect((await restoreOf(page, title).boundingBox())?.height).toBeGreaterThanOrEqual(44);
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'touch-deleted');
  await restoreOf(page, title).tap();
  await restoreOf(page, title).waitFor({ state: 'detached' });
  await expect.poll(() => isThere(entry)).toBe(true);
});
