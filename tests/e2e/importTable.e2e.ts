// A table with faults is checked, corrected, imported, edited and undone, in the browser.
import { expect, it } from 'vitest';
import { buffer as bytesOf } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { askAs, changeItem, findItem } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { column, openList, resultCount, startEditing } from 'tests/e2e/harness/columns.ts';
import { checkTable, chooseTable, importing, runTable, undoImport } from 'tests/e2e/harness/importTables.ts';
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

const register = (buffer: Buffer) => ({ name: 'register.csv', buffer });

const checkRegister = async (page: Page, counts: RegExp): Promise<void> => {
  await importing(page).getByLabel('Order of day, month and year').selectOption('DMY');
  await checkTable(page, counts);
};

it('[ARCH-01] [ARCH-02] [EXPERIENCE] a sheet with faults is corrected, imported, edited and undone', async () => {
  const { page } = await world.open({ as: 'staff', at: '/archive.catalogue' });
  await page.getByRole('button', { name: 'Import a file…' }).click();
  const view = importing(page);
  await chooseTable(page, register(FAULTY), 'Name of document');
  expect(await view.getByLabel('Save Call number as').inputValue()).toBe('callNumber');
  expect(await view.getByLabel('Save Name of document as').inputValue()).toBe('title');
  await checkRegister(page, /2 new records · 2 rows refused/);
  const refused = view.getByRole('group', { name: 'Refused cells' });
  await refused.getByText('31/31/1987', { exact: true }).waitFor();
  await view.getByText(`=1+1 ${mark}`).first().waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'import-table-checked');
  await page.setViewportSize({ width: 360, height: 740 });
  await screenshot(page, 'import-table-narrow');
  await page.setViewportSize({ width: 1280, height: 800 });

  await chooseTable(page, register(CORRECTED), 'Name of document');
  await checkRegister(page, /4 new records/);
  await runTable(page, '4 records created');

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

  await undoImport(page);
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

/** Exports the results of a list as CSV, for editing. */
const sheetOf = async (page: Page, path: string, count: number): Promise<string> => {
  const list = await openList(page, path);
  await expect.poll(() => resultCount(list)).toBe(count);
  await list.getByRole('button', { name: 'Export…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await dialog.getByRole('switch', { name: /^Record ids and versions/u }).press('Space');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  const bytes = await bytesOf(await download.createReadStream());
  await dialog.waitFor({ state: 'detached' });
  return bytes.toString('utf8');
};

it('[ARCH-02] [EXCHANGE] results of a list are edited as a sheet: each changed cell is shown before it is saved, a conflict shows both values, and an undo restores all', async () => {
  const word = `tidewheel${mark}`;
  const { owner = '' } = await askAs(world.url, 'staff', ['read/ArchiveEntry-9', null]);
  const add = async (title: string): Promise<string> => {
    const values = { title: `${title} ${word}`, publisher: `Old press ${word}`, owner, $access: 'PUBLIC' };
    return String((await askAs(world.url, 'staff', ['create/ArchiveEntry', values]))['$id']);
  };
  const [edited, contested] = [await add('Edited'), await add('Contested')];
  const { page } = await world.open({ as: 'staff' });
  const path = `/archive.catalogue?c0=${word}`;
  const sheet = (await sheetOf(page, path, 2)).replaceAll(`Old press ${word}`, `New press ${word}`);
  await changeItem(world.url, contested, { publisher: `Their press ${word}` });

  await page.getByRole('button', { name: 'Import a file…' }).click();
  await chooseTable(page, { name: 'results.csv', buffer: Buffer.from(sheet) }, 'Title');
  await checkTable(page, /1 record changes · 1 row refused/);
  const view = importing(page);
  await view.getByText(`Old press ${word}`).first().waitFor();
  await view.getByText(`Their press ${word}`).first().waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'import-table-edited');
  await runTable(page, '1 record changed');
  const publisherOf = async (id: string) => (await askAs(world.url, 'staff', [`read/${id}`, null]))['publisher'];
  expect(await publisherOf(edited)).toBe(`New press ${word}`);
  expect(await publisherOf(contested)).toBe(`Their press ${word}`);
  await undoImport(page);
  expect(await publisherOf(edited)).toBe(`Old press ${word}`);
});

it('[ARCH-02] [EXCHANGE] contacts, which staff may change but not add, are edited as a sheet', async () => {
  const contact = await findItem(world.url, { _t: ['Contact'] });
  const { page } = await world.open({ as: 'staff' });
  const { lastName = '' } = await askAs(world.url, 'staff', [`read/${contact}`, null]);
  await changeItem(world.url, contact, { notes: `Old note ${mark}` });
  const found = await askAs(world.url, 'staff', ['search/ids', { must: { _t: ['Contact'], text: [mark] } }]);
  const count = (found['ids'] as unknown as readonly string[]).length;
  const path = `/consult.contacts?c0=${encodeURIComponent(`.q=Old note ${mark}`)}`;
  const file = (await sheetOf(page, path, count)).replaceAll(`Old note ${mark}`, `New note ${mark}`);
  await page.getByRole('button', { name: 'Import a file…' }).click();
  await chooseTable(page, { name: 'contacts.csv', buffer: Buffer.from(file) }, 'Last name');
  await checkTable(page, /1 record changes/);
  await runTable(page, '1 record changed');
  expect(await askAs(world.url, 'staff', [`read/${contact}`, null])).toMatchObject({
    lastName,
    notes: `New note ${mark}`,
  });
});
