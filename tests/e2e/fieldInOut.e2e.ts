// Field data in and out of the browser: an XLSForm becomes a form and is exported again, records of ODK Central are imported and undone, and
// records leave as a zip with their photos.
import { writeXlsx } from 'hucre/xlsx';
import { buffer } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import { askAs, changeItem, findItem } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { openExportByMenu, openList } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';
import { readZip } from 'tests/server/harness/readZip.ts';
import { zip } from 'tests/server/geoFiles/makeFiles.ts';

const world = useWorld();
const mark = Date.now().toString(36);
const FORM_NAME = `Nest survey ${mark}`;
const KEYS = [1, 2, 3].map((n) => `uuid:${String(n).repeat(8)}-1111-4111-8111-11111111111${n}`);

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const SURVEY = [
  ['type', 'name', 'label::English (en)', 'trigger', 'required'],
  ['select_one kinds', 'species', 'Species', '', 'yes'],
  ['integer', 'count', 'How many?', '${species}', ''],
  ['phonenumber', 'phone', '', '', ''],
  ['image', 'picture', 'Picture', '', ''],
  ['begin_repeat', 'eggs', 'Eggs', '', ''],
  ['decimal', 'size', 'Size', '', ''],
  ['end_repeat', '', '', '', ''],
];
const CHOICES = [
  ['list_name', 'name', 'label::English (en)'],
  ['kinds', 'heron', 'Heron'],
  ['kinds', 'grebe', 'Grebe'],
];
const SETTINGS = [
  ['form_title', 'form_id', 'style'],
  [FORM_NAME, `nests_${mark}`, 'theme-grid'],
];

const xlsForm = async (): Promise<Buffer> => {
  const sheets = [
    { name: 'survey', rows: SURVEY },
    { name: 'choices', rows: CHOICES },
    { name: 'settings', rows: SETTINGS },
  ];
  return Buffer.from(await writeXlsx({ sheets }));
};

const target = (id: string) => {
  const { type, number } = parseItemId(id);
  return { _t: type, _i: number };
};

const ask = (o: string, b: Json) => askAs(world.url, 'staff', [o, b]);

const chooseIn = async (dialog: Locator, field: string, name: string): Promise<void> => {
  await dialog.getByRole('combobox', { name: field }).first().fill(name);
  await dialog.page().getByRole('option', { name }).first().click();
};

const chooseFile = async (dialog: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> => {
  const [chooser] = await Promise.all([
    dialog.page().waitForEvent('filechooser'),
    dialog
      .getByRole('button', { name: /^Choose a file/u })
      .first()
      .click(),
  ]);
  await chooser.setFiles(file);
};

/** Takes pictures of a dialog at both sizes. */
const pictures = async (page: Page, name: string): Promise<void> => {
  await screenshot(page, `${name}-1440`);
  await page.setViewportSize({ width: 360, height: 740 });
  await screenshot(page, `${name}-360`);
  expect(await axe(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
};

it('[GEO-01] an XLSForm is imported from the list of forms after its losses are listed, published, and exported the same', async () => {
  const program = await findItem(world.url, { _t: ['GeoKeeperProgram'], state: ['ACTIVE'] });
  const { label } = await ask(`read/${program}`, null);
  const { page } = await world.open({ as: 'staff', theme: 'dark' });
  await page.setViewportSize({ width: 1440, height: 900 });
  const list = await openList(page, '/geokeeper.forms');
  await screenshot(page, 'field-forms-1440');
  await list.getByRole('button', { name: 'Import XLSForm…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import an XLSForm' });
  await chooseIn(dialog, 'Program of the new form', String(label));
  await chooseFile(dialog, { name: 'nests.xlsx', mimeType: XLSX_TYPE, buffer: await xlsForm() });
  const losses = dialog.getByRole('group', { name: '3 things are not kept as they are' });
  await losses.waitFor();
  for (const lost of ['trigger', 'phonenumber', 'theme-grid']) await losses.getByText(lost).first().waitFor();
  expect(await axe(page)).toEqual([]);
  await pictures(page, 'field-xlsform-preview');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('heading', { name: FORM_NAME }).first().waitFor();

  const form = await findItem(world.url, { _t: ['GeoKeeperFormDef'], machineName: [`nests_${mark}`] });
  await ask('act/publishFieldForm', target(form));
  await page.goto(`/i-${form}`);
  await page.getByRole('button', { name: 'Actions' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as XLSForm' }).click(),
  ]);
  const exported = await buffer(await download.createReadStream());
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Import XLSForm…' }).click();
  await chooseFile(dialog, { name: 'again.xlsx', mimeType: XLSX_TYPE, buffer: exported });
  await dialog.getByText('Everything in this file is kept.').waitFor();
  await screenshot(page, 'field-xlsform-again');
  const before = await ask(`read/${form}`, null);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await ask(`read/${form}`, null))['form']).toEqual(before['form']);
});

const CENTRAL_HEADINGS =
  'SubmissionDate,species,count,picture,SET-OF-eggs,meta-instanceID,KEY,SubmitterID,SubmitterName,AttachmentsPresent,AttachmentsExpected,Status,ReviewState,DeviceID,Edits,FormVersion';
const centralRow = (key: string | undefined, values: string): string =>
  `2026-05-02T10:00:00.000Z,${values},,${key},${key},7,Ada Collector,1,1,,,phone,0,1`;

it('[GEO-01] records of ODK Central are previewed, imported with their photos, and undone', async () => {
  const form = await findItem(world.url, { _t: ['GeoKeeperFormDef'], machineName: [`nests_${mark}`] });
  const photo = Buffer.from('a photo of a heron');
  await changeItem(world.url, form, { state: 'ACTIVE' });
  const rows = [
    centralRow(KEYS[0], 'heron,2,1.jpg'),
    centralRow(KEYS[1], 'grebe,3,'),
    centralRow(KEYS[2], 'grebe,several,'),
  ];
  const content = await zip({
    [`nests_${mark}.csv`]: [CENTRAL_HEADINGS, ...rows, ''].join('\n'),
    [`nests_${mark}-eggs.csv`]: ['size,PARENT_KEY,KEY', `4.5,${KEYS[0]},${KEYS[0]}/eggs[1]`, ''].join('\n'),
    'media/1.jpg': photo,
  });
  const { page } = await world.open({ as: 'staff' });
  await page.setViewportSize({ width: 1440, height: 900 });
  const list = await openList(page, '/geokeeper.data');
  await list.getByRole('button', { name: 'Import records…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import records' });
  await chooseIn(dialog, 'Form', FORM_NAME);
  await chooseFile(dialog, { name: 'nests.zip', mimeType: 'application/zip', buffer: content });
  await dialog.getByText('2 new records, 1 file').waitFor();
  const refused = dialog.getByRole('group', { name: 'One record cannot be imported' });
  await refused.getByText('several').waitFor();
  await refused.getByText('This is not a number.').waitFor();
  expect(await axe(page)).toEqual([]);
  await pictures(page, 'field-import-preview');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.getByText(/2 records created/u).waitFor({ timeout: 60_000 });
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'field-import-done');

  const { ids } = await ask('search/ids', { must: { _t: ['GeoKeeperFieldData'], formDef: [form] } });
  const records = await Promise.all((ids as readonly string[]).map((id) => ask(`read/${id}`, null)));
  expect(records.map(({ submitter, channel, state }) => [submitter, channel, state])).toEqual(
    Array.from({ length: 2 }, () => ['Ada Collector', 'IMPORT', 'RECEIVED']),
  );
  expect(records.flatMap(({ files = [] }) => files as readonly Json[])).toHaveLength(1);

  await dialog.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo this import' }).click();
  await dialog.getByText('The import was undone.').waitFor({ timeout: 60_000 });
  const after = await ask('search/ids', { must: { _t: ['GeoKeeperFieldData'], formDef: [form] } });
  expect(after['ids']).toEqual([]);
});

it('[GEO-01] records leave as a zip with their tables and photos', async () => {
  const { page } = await world.open({ as: 'staff', theme: 'dark' });
  await page.setViewportSize({ width: 360, height: 740 });
  const list = await openList(page, '/geokeeper.data');
  await screenshot(page, 'field-data-360');
  await openExportByMenu(page, list);
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await dialog.getByRole('combobox', { name: 'Format' }).selectOption({ label: 'Zip with tables and files' });
  await dialog.getByText('files.csv').waitFor();
  expect(await axe(page)).toEqual([]);
  await pictures(page, 'field-export-zip');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  const entries = readZip(await buffer(await download.createReadStream()));
  const photos = entries.filter(({ name }) => name.startsWith('media/weir'));
  expect(photos.length).toBeGreaterThan(5);
  for (const { content } of photos) expect(content.subarray(0, 2).toString('hex')).toBe('ffd8');
  const tables = entries.filter(({ name }) => name.endsWith('.csv')).map(({ content }) => content.toString());
  for (const { name } of photos) expect(tables.some((text) => text.includes(name.slice('media/'.length)))).toBe(true);
});
