// Collections of their own: a member without rights to records or collections gathers records by mouse, by keyboard and on a phone.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Account } from 'tests/e2e/harness/accounts.ts';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { column, columnAt, shownList } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { preferTheme, untilWorn } from 'tests/e2e/harness/setTheme.ts';
import { keptTokenOf } from 'tests/e2e/harness/signIn.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

const RECORD = 'Berry basket with white lightning pattern';
const OWN = 'For the walk over the portage';
const MORE = 'More options for this column';

const idOf = async (title: string): Promise<string> => {
  const query = { must: { _t: ['ArchiveEntry'], text: [title] } };
  const { ids = [] } = await askAs(world.url, 'member', ['search/ids', query]);
  return String((ids as readonly string[])[0]);
};

/** Opens "Add to my collection…" in the menu of a record, by mouse. */
const startAdding = async (page: Page, item: Locator): Promise<Locator> => {
  await item.getByRole('button', { name: MORE }).click();
  await page.getByRole('menuitem', { name: 'Add to my collection…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add', exact: true }).waitFor();
  return dialog;
};

const inBothThemes = async (page: Page, as: Account, name: string): Promise<void> => {
  const token = await keptTokenOf(world.url, as);
  for (const theme of ['dark', 'light'] as const) {
    await preferTheme(world.url, token, theme);
    await untilWorn(page, theme);
    expect(await axe(page)).toEqual([]);
    await screenshot(page, `${name}-${theme}`);
  }
};

it('[EXPERIENCE] puts a record into one’s own collection as a member, by mouse, and takes it out again', async () => {
  const { page } = await world.open({ as: 'member', screen: 'wide', at: `/i-${await idOf(RECORD)}` });
  const item = column(page, RECORD);
  await item.getByRole('heading', { level: 2 }).waitFor();
  const dialog = await startAdding(page, item);
  expect(await dialog.getByRole('combobox').inputValue()).not.toBe('new');
  await inBothThemes(page, 'member', 'own-collection-add');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText(`“${RECORD}” is now in “${OWN}”.`).first().waitFor();

  // It is in already.
  const again = await startAdding(page, item);
  await again.getByRole('combobox').selectOption({ label: OWN });
  await again.getByRole('button', { name: 'Add', exact: true }).click();
  await again.getByText(`“${RECORD}” is already in “${OWN}”.`).waitFor();
  await again.getByRole('button', { name: 'Cancel' }).click();

  // One click in the menu leads to the collections, another one to the records.
  await page.getByRole('link', { name: 'My collections' }).first().click();
  const list = await shownList(page);
  await inBothThemes(page, 'member', 'own-collection-list');
  await list.getByRole('link', { name: OWN }).click();
  const collection = column(page, OWN);
  const records = collection.getByRole('region', { name: /^Records/ });
  await records.getByRole('link', { name: RECORD }).waitFor();
  expect(await records.getByRole('listitem').count()).toBe(6);
  await inBothThemes(page, 'member', 'own-collection-page');
  await records.getByRole('button', { name: `Remove “${RECORD}”` }).click();
  await records.getByRole('link', { name: RECORD }).waitFor({ state: 'detached' });
  const gone = page.locator('.kk-snackbar > *', { hasText: 'is no longer in' });
  await gone.getByRole('button', { name: 'Undo' }).click();
  await records.getByRole('link', { name: RECORD }).waitFor();
});

it('[EXPERIENCE] creates a collection with its first record by keyboard, and keeps what was typed while there is no connection', async () => {
  const visit = await world.open({ as: 'member', at: `/i-${await idOf(RECORD)}` });
  const { page } = visit;
  const item = column(page, RECORD);
  await item.getByRole('button', { name: MORE }).focus();
  await page.keyboard.press('Enter');
  const part = page.getByRole('menuitem', { name: 'Add to my collection…' });
  await part.waitFor();
  await part.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').focus();
  await page.keyboard.press('End');
  const name = dialog.getByRole('textbox', { name: /^Name of the new collection/ });
  await name.focus();
  // A collection without a name is not created.
  await page.keyboard.press('Enter');
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
  await page.keyboard.type('Baskets to look at');
  visit.allowConsole(/ERR_INTERNET_DISCONNECTED|WebSocket/);
  await visit.context.setOffline(true);
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').waitFor();
  expect(await name.inputValue()).toBe('Baskets to look at');
  await screenshot(page, 'own-collection-offline');
  await visit.context.setOffline(false);
  await dialog.getByRole('button', { name: 'Add', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByText(`“${RECORD}” is now in the new “Baskets to look at”.`).first().waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page.goto('/my-collections');
  const list = await shownList(page);
  await list.getByRole('link', { name: 'Baskets to look at' }).focus();
  await page.keyboard.press('Enter');
  const collection = column(page, 'Baskets to look at');
  const out = collection.getByRole('button', { name: `Remove “${RECORD}”` });
  await out.focus();
  await page.keyboard.press('Enter');
  await collection.getByText(/^Nothing here yet/).waitFor();
  // The focus stays in the section.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Records/);
});

it('[EXPERIENCE] gathers on a phone by touch, and begins with an empty list', async () => {
  const { page } = await world.open({ as: 'partner', screen: 'phone', at: '/my-collections' });
  await page.getByText('A collection keeps records together').waitFor();
  await inBothThemes(page, 'partner', 'own-collection-empty-phone');
  await page.goto(`/i-${await idOf(RECORD)}`);
  const item = columnAt(page, 1);
  await item.getByRole('button', { name: MORE }).tap();
  await page.getByRole('menuitem', { name: 'Add to my collection…' }).tap();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /^Name of the new collection/ }).fill('To show the children');
  await inBothThemes(page, 'partner', 'own-collection-add-phone');
  await dialog.getByRole('button', { name: 'Add', exact: true }).tap();
  await page
    .getByText(/is now in the new “To show the children”/)
    .first()
    .waitFor();
  await page.goto('/my-collections');
  await columnAt(page, 1).getByRole('link', { name: 'To show the children' }).tap();
  const out = page.getByRole('button', { name: `Remove “${RECORD}”` });
  await out.waitFor();
  const { width = 0, height = 0 } = (await out.boundingBox()) ?? {};
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  await inBothThemes(page, 'partner', 'own-collection-page-phone');
});

it('[EXPERIENCE] [PERM-04] creates a collection from the list, without choices that a member does not have', async () => {
  const { page } = await world.open({ as: 'member', at: '/my-collections' });
  const list = await shownList(page);
  await list.getByRole('button', { name: 'New collection' }).click();
  const form = column(page, 'New collection');
  const title = form.getByRole('textbox', { name: /^Title/ }).first();
  await title.fill('From the list');
  expect(await form.getByLabel(/^Who can see it/).count()).toBe(0);
  expect(await form.getByLabel(/^Collection type/).count()).toBe(0);
  await screenshot(page, 'own-collection-form');
  await form.getByRole('button', { name: 'Create' }).click();
  const made = column(page, 'From the list');
  await made.getByText(/^Nothing here yet/).waitFor();
  await made.getByRole('tab', { name: 'Edit' }).click();
  await made.getByRole('combobox', { name: /^Records/ }).waitFor();
  await screenshot(page, 'own-collection-edit');
});
