// Belongings in the browser: a claim goes from the institution to the homecoming, and a visitor walks through an exhibition.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { askAs, changeItem, findItem } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { column, columnAt, openList, startEditing } from 'tests/e2e/harness/columns.ts';
import { checkTable, chooseTable, importing, runTable } from 'tests/e2e/harness/importTables.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);

const MUSEUM = 'Museum of the Far Shore';
const LIST = Buffer.from(
  [
    'Object number,Object name,Museum,Classification,Date made,Card',
    `K.7,Basket with a blue thread,${MUSEUM},Basket,1911~,"Basket, blue. Bought at the ferry."`,
    `K.8,Ladle of horn,${MUSEUM},Spoons and ladles,1898,Ladle`,
    `K.9,,${MUSEUM},Basket,1911,"No name"`,
    `K.10,Net sinker,Museum that nobody knows,Tool,1850,Sinker`,
  ].join('\n'),
);

/** Moves a record on with the button of a transition. */
const move = async (record: Locator, name: string, fill?: (dialog: Locator) => Promise<void>): Promise<void> => {
  await record.getByRole('button', { name, exact: true }).click();
  const dialog = record.page().getByRole('dialog');
  if (!fill) return;
  await fill(dialog);
  await dialog.getByRole('button', { name, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
};

const onDay =
  (day: string) =>
  (dialog: Locator): Promise<void> =>
    dialog.getByRole('textbox').first().fill(day);

/** Chooses a related record by the beginning of its name. */
const relate = async (form: Locator, field: RegExp, name: string): Promise<void> => {
  await form.getByRole('combobox', { name: field }).first().fill(name);
  await form.page().getByRole('option', { name }).first().click();
};

const importList = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Import a file…' }).click();
  await chooseTable(page, { name: 'far-shore.csv', buffer: LIST }, 'Object number');
  expect(await importing(page).getByLabel('Save Object number as').inputValue()).toBe('institutionNumber');
  await checkTable(page, /2 new records · 2 rows refused/);
  await importing(page).getByText('Museum that nobody knows').first().waitFor();
  await runTable(page, '2 records created');
  await screenshot(page, 'museum-list');
};

/** People look at a photograph together and say what it shows. */
const identify = async (page: Page): Promise<void> => {
  await page.goto('/i-IdentificationSession-0-new');
  const planned = column(page, 'New identification session');
  await planned
    .getByRole('radio', { name: /^Community/ })
    .first()
    .check({ force: true });
  await planned
    .getByRole('textbox', { name: /^Title/ })
    .first()
    .fill('Photograph of the blue thread');
  await planned.getByRole('textbox', { name: /^Date/ }).first().fill('2026-02-03');
  await planned
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'blue-thread.png', mimeType: 'image/png', buffer: PNG });
  await planned.getByText('Attached when you save').waitFor();
  await planned.getByRole('button', { name: 'Create' }).click();
  const session = column(page, 'Photograph of the blue thread');
  await move(session, 'Start');
  await session.getByRole('link', { name: 'blue-thread', exact: true }).first().click();
  const picture = column(page, 'blue-thread');
  await startEditing(picture);
  await picture
    .getByRole('textbox', { name: /^Name in the language/ })
    .first()
    .fill('Mẽ̱lavo');
  await picture
    .getByRole('textbox', { name: /^Story/ })
    .first()
    .fill('Her aunt sold it before it was dry.');
  await picture.getByRole('button', { name: 'Save' }).first().click();
  await move(picture, 'Add to the belonging', (dialog) => relate(dialog, /^Belonging/, 'Basket with a blue'));
  await picture.getByText('Added to the belonging').first().waitFor();
};

const claimBack = async (page: Page): Promise<void> => {
  await page.goto('/i-RepatriationClaim-0-new');
  const form = column(page, 'New repatriation claim');
  await form
    .getByRole('textbox', { name: /^Title/ })
    .first()
    .fill('Claim of the blue thread');
  await relate(form, /^Institution/, MUSEUM);
  await relate(form, /^Belongings/, 'Basket with a blue');
  await form.getByRole('button', { name: 'Create' }).click();
  const claim = column(page, 'Claim of the blue thread');
  await move(claim, 'Make the claim', onDay('2026-03-01'));
  await move(claim, 'Record the receipt', onDay('2026-03-09'));
  const determinations = [{ subject: 'RETURN', outcome: 'CONFIRMED', date: '2026-05-01' }];
  const id = await findItem(world.url, { _t: ['RepatriationClaim'], text: ['Claim of the blue thread'] });
  await changeItem(world.url, id, { determinations });
  await claim.getByText('Confirmed').first().waitFor();
  await move(claim, 'Record the agreement', onDay('2026-05-01'));
  await move(claim, 'Send on its way', onDay('2026-06-01'));
  await move(claim, 'Bring home', onDay('2026-06-04'));
  await claim.getByText('Returned home', { exact: true }).first().waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'claim-home');
};

it('[BEL-01] [ARCH-01] a claim goes from the list of a museum over an identification session to the homecoming and a public exhibition', async () => {
  const { page } = await world.open({ as: 'staff', at: '/belongings.catalog' });
  await importList(page);
  const basket = await findItem(world.url, { _t: ['Belonging'], text: ['Basket with a blue thread'] });
  const { owner = '', institution } = await askAs(world.url, 'staff', [`read/${basket}`, null]);
  const institutions = await openList(page, '/belongings.intitutions');
  await institutions.getByRole('link', { name: MUSEUM }).first().waitFor();

  await identify(page);
  await claimBack(page);

  await page.goto(`/i-${basket}`);
  const home = column(page, 'Basket with a blue thread');
  for (const words of ['Claim in progress', 'On its way', 'Returned home', 'Mẽ̱lavo'])
    await home.getByText(words).first().waitFor();
  await home.getByRole('link', { name: 'Tamber Inlet' }).first().waitFor();
  expect(await askAs(world.url, 'staff', [`read/${basket}`, null])).toMatchObject({ institution: owner });
  expect(institution).not.toBe(owner);

  // Opened to everybody and put into the exhibition, it is seen by a visitor, without the story.
  const collection = await findItem(world.url, { _t: ['Collection'], text: ['Baskets Come Home'] });
  await changeItem(world.url, basket, { $access: 'PUBLIC', collections: [collection] });
  await home.getByRole('link', { name: 'Baskets Come Home' }).first().waitFor();
  const visitor = await world.open({ at: `/i-${collection}` });
  const shown = columnAt(visitor.page, 1);
  await shown.getByRole('heading', { name: 'Basket with a blue thread' }).waitFor();
  expect(await shown.getByText('Her aunt sold it').count()).toBe(0);
});

it('[COLL-01] [PERM-01] a visitor walks through a public exhibition and finds no trace of its closed members', async () => {
  const collection = await findItem(world.url, { _t: ['Collection'], text: ['Baskets Come Home'] });
  const { page } = await world.open();
  await page.goto(`/i-${collection}`);
  const shown = columnAt(page, 1);
  await shown.getByRole('heading', { name: 'Berry basket with white lightning' }).waitFor();
  await shown.getByText('Berry basket, come home from the museum.').first().waitFor();
  await shown.getByText('Avela Thornbury knew the turn of the rim').first().waitFor();
  expect(await shown.getByText('Lid without its basket').count()).toBe(0);
  expect(await shown.locator('.kk-page-picture').count()).toBe(0);
  // The picture of the exhibition is that of its first exhibit. It has a map of the exhibits that have a place only.
  expect(await shown.getByText('Berry basket, come home from the museum.').count()).toBe(1);
  await shown.getByText('Belongings: 1 on the map').waitFor();
  await expect.poll(() => shown.getByText('None on the map').count()).toBe(0);
  // The exhibition has a file of its own, which is not an exhibit.
  await shown.getByText('letter-page.jpg').first().waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'exhibition');
  await shown.getByText('letter-page.jpg').first().scrollIntoViewIfNeeded();
  await screenshot(page, 'exhibition-files');
  const staff = await world.open({ as: 'staff' });
  await staff.page.goto(`/i-${collection}`);
  await columnAt(staff.page, 1).getByRole('heading', { name: 'Lid without its basket' }).waitFor();
});
