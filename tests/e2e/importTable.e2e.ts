// A table with faults is checked, corrected, imported, edited and undone, in the browser.
import { expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { axe } from 'tests/e2e/harness/axe.ts';
import { column, startEditing } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

const mark = Date.now().toString(36);
const row = (number: string, title: string, date: string): string => `${number};${title};${date};"fishing; camps"\r\n`;
const sheet = (rows: readonly string[]): Buffer =>
  Buffer.from(
    `Register of the old office;;;\r\n\r\nCall number;Name of document;Date;Keywords\r\n${rows.join('')}`,
    'latin1',
  );

const GOOD = [row(`007-${mark}`, `Été à la rivière ${mark}`, '31/12/1987'), row(`1E5-${mark}`, `=1+1 ${mark}`, '1990')];
const FAULTY = sheet([...GOOD, row(`X1-${mark}`, '', '1991'), row(`X2-${mark}`, `Broken date ${mark}`, '31/31/1987')]);
const CORRECTED = sheet([
  ...GOOD,
  row(`X1-${mark}`, `Found title ${mark}`, '1991'),
  row(`X2-${mark}`, `Right date ${mark}`, '1988'),
]);

/** The rightmost column, if there are several. */
const importing = (page: Page): Locator => column(page, 'Import a table').last();

const choose = async (page: Page, buffer: Buffer): Promise<void> => {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    importing(page)
      .getByRole('button', { name: /^Choose (a|another) file/ })
      .click(),
  ]);
  await chooser.setFiles({ name: 'register.csv', mimeType: 'text/csv', buffer });
  await importing(page).getByLabel('Save Name of document as').waitFor();
};

const check = async (page: Page, counts: RegExp): Promise<void> => {
  const view = importing(page);
  const owner = view.getByLabel('Owner');
  if ((await owner.count()) > 0 && (await owner.inputValue()) === '') await owner.selectOption({ index: 1 });
  await view.getByLabel('Order of dates').selectOption('DMY');
  await view.getByRole('button', { name: /^Check (the table|again)/ }).click();
  await view.getByText(counts).first().waitFor({ timeout: 60_000 });
};

it('[ARCH-01] [ARCH-02] [EXPERIENCE] a sheet with faults is corrected, imported, edited and undone', async () => {
  const { page } = await world.open({ as: 'staff', at: '/archive.catalogue' });
  await page.getByRole('button', { name: 'Import a table…' }).click();
  const view = importing(page);
  await choose(page, FAULTY);
  expect(await view.getByLabel('Save Call number as').inputValue()).toBe('callNumber');
  expect(await view.getByLabel('Save Name of document as').inputValue()).toBe('title');
  await check(page, /2 new records · 2 rows refused/);
  const refused = view.getByRole('group', { name: 'Refused cells' });
  await refused.getByText('31/31/1987', { exact: true }).waitFor();
  await view.getByText(`=1+1 ${mark}`).first().waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'import-table-checked');
  await page.setViewportSize({ width: 360, height: 740 });
  await screenshot(page, 'import-table-narrow');
  await page.setViewportSize({ width: 1280, height: 800 });

  await choose(page, CORRECTED);
  await check(page, /4 new records/);
  await view.getByRole('button', { name: 'Import', exact: true }).click();
  await view.getByText('4 records created').waitFor({ timeout: 60_000 });

  // The result survives a reload.
  await page.reload();
  await importing(page).getByText('4 records created').waitFor();
  await importing(page)
    .getByRole('link', { name: `Found title ${mark}` })
    .click();
  const record = column(page, `Found title ${mark}`);
  await startEditing(record);
  await record
    .getByRole('textbox', { name: /^Title/ })
    .first()
    .fill(`Kept title ${mark}`);
  await record.getByRole('button', { name: 'Save' }).first().click();
  await column(page, `Kept title ${mark}`).waitFor();

  await importing(page).getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo this import' }).click();
  await importing(page).getByText('The import was undone.').waitFor({ timeout: 60_000 });
  await importing(page).getByRole('heading', { name: 'Records that were kept' }).waitFor();
  await importing(page)
    .getByRole('link', { name: `Kept title ${mark}` })
    .first()
    .waitFor();
  await page.goto(`/archive.catalogue`);
  await page
    .getByRole('link', { name: `Kept title ${mark}` })
    .first()
    .waitFor();
  expect(await page.getByRole('link', { name: `Right date ${mark}` }).count()).toBe(0);
});
