// Tags of a record: suggested from the tags of other records, typed and pasted, by keyboard, by mouse and on a phone.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt, startEditing } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

const entry = async (title: string, keywords: readonly string[]): Promise<string> => {
  const values = { title, owner: 'Organization-1', type: 'MAP', $access: 'PUBLIC', keywords: [...keywords] };
  return String((await askAs(world.url, 'staff', ['create/ArchiveEntry', values]))['$id']);
};
const keywordsOf = async (id: string) => (await askAs(world.url, 'staff', [`read/${id}`, null]))['keywords'];
const fieldOf = (item: Locator): Locator => item.locator('[data-pointer="/keywords"]');
const paste = (page: Page, text: string): Promise<void> =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(paste);
  }, text);

it.each(['light', 'dark'] as const)(
  '[EXPERIENCE] [FORM-05] takes in tags by keyboard, with those of other records as suggestions, in the %s theme',
  async (theme) => {
    await entry('The cannery at the bend', ['cannery', 'canoe run']);
    const id = await entry(`The tags of a drawing, ${theme}`, []);
    const { page } = await world.open({ as: 'staff', at: `/i-${id}`, screen: 'wide', theme });
    const item = columnAt(page, 1);
    await startEditing(item);
    const box = fieldOf(item).getByRole('combobox');
    await box.focus();
    await page.keyboard.type('cann');
    await fieldOf(item)
      .getByRole('option', { name: /^cannery/ })
      .waitFor();
    await screenshot(page, `tags-${theme}`);
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.type('weir, Cannery, nets');
    await page.keyboard.press('Enter');
    await paste(page, 'boats\n\nreef net\n');
    await page.keyboard.type('tide');
    await page.keyboard.press('Control+s');
    await expect.poll(() => keywordsOf(id)).toEqual(['cannery', 'weir', 'nets', 'boats', 'reef net', 'tide']);
  },
);

it('[EXPERIENCE] [FORM-05] takes in and removes tags with the mouse, and another person sees them', async () => {
  await entry('The cannery by the road', ['cannery']);
  const id = await entry('Tags by mouse', ['weir']);
  const { page: other } = await world.open({ as: 'admin', at: `/i-${id}` });
  await columnAt(other, 1).getByText('weir', { exact: true }).first().waitFor();
  const { page } = await world.open({ as: 'staff', at: `/i-${id}`, screen: 'wide' });
  const item = columnAt(page, 1);
  await startEditing(item);
  await fieldOf(item).getByRole('combobox').click();
  await fieldOf(item)
    .getByRole('option', { name: /^cannery/ })
    .click();
  await fieldOf(item).getByRole('button', { name: 'Remove weir' }).click();
  await item.getByRole('button', { name: 'Save now' }).click();
  await expect.poll(() => keywordsOf(id)).toEqual(['cannery']);
  await columnAt(other, 1).getByText('cannery', { exact: true }).first().waitFor();
});

it('[EXPERIENCE] [FORM-05] takes in tags on a phone, and saves past an empty row of another list', async () => {
  const id = await entry('Tags by taps', []);
  const { page } = await world.open({ screen: 'touch', as: 'staff', at: `/i-${id}` });
  await page.getByRole('button', { name: 'OK' }).tap();
  const item = columnAt(page, 1);
  await item.getByRole('tab', { name: 'Edit' }).tap();
  const box = fieldOf(item).getByRole('combobox');
  await box.tap();
  await page.keyboard.type('smokehouse');
  const add = fieldOf(item).getByRole('option', { name: 'Add “smokehouse”' });
  await screenshot(page, 'tags-touch');
  expect((await add.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await add.tap();
  const remove = fieldOf(item).getByRole('button', { name: 'Remove smokehouse' });
  await remove.waitFor();
  expect((await remove.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  expect(await axe(page)).toEqual([]);
  await item.locator('[data-pointer="/contributor"]').getByRole('button', { name: /^Add/ }).tap();
  await item.getByRole('button', { name: 'Save now' }).tap();
  await expect.poll(() => keywordsOf(id)).toEqual(['smokehouse']);
});

it('[EXPERIENCE] [CELL-05] takes in tags in a cell of a table', async () => {
  const id = await entry('Aaa tags in a table', ['weir']);
  const at = `/archive.catalogue?c0=${encodeURIComponent('.show=TABLE&q="Aaa tags in a table"&cols=$label*keywords')}`;
  const { page } = await world.open({ as: 'staff', at, screen: 'wide' });
  const cell = page
    .locator('.bp6-table-quadrant-main .bp6-table-cell-row-0.bp6-table-cell-col-1 [role=gridcell]')
    .first();
  await expect.poll(() => cell.innerText()).toBe('weir');
  await cell.dblclick();
  const editor = page.getByRole('group', { name: 'Edit Keywords' });
  await editor.getByRole('combobox').waitFor();
  await page.keyboard.type('nets,');
  await editor.getByRole('button', { name: 'Remove nets' }).waitFor();
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => keywordsOf(id)).toEqual(['weir', 'nets']);
});
