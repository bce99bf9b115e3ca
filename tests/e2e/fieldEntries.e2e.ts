// Single entries of the field page by taps: what is typed stays, what was only opened leaves nothing, and what is shown is stored.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { onPhone } from 'tests/e2e/harness/phone.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

const begin = async (page: Page, form: string): Promise<void> => {
  await page
    .getByRole('button', { name: new RegExp(`^New(?: trip)?: ${form}$`) })
    .first()
    .tap();
  await page.getByRole('heading', { level: 2 }).filter({ visible: true }).first().waitFor();
};

/** Opens the list of entries and returns their number. */
const entryCount = async (page: Page): Promise<number> => {
  await page.getByRole('button', { name: 'Entries' }).tap();
  await page.getByRole('button', { name: 'Entries' }).and(page.locator('[aria-current]')).waitFor();
  return page.locator('.kk-field-open').count();
};

const latitudeOf = (page: Page) => page.getByRole('textbox', { name: 'Latitude' });
const longitudeOf = (page: Page) => page.getByRole('textbox', { name: 'Longitude' });

/** Returns the record that arrived last, as administrators see it. */
const newestRecord = async () => {
  const query = { must: { _t: ['GeoKeeperFieldData'] }, sort: [{ key: 'created', order: 'desc' }], max: 1 };
  const { ids } = await askAs(world.url, 'admin', ['search/ids', query]);
  return await askAs(world.url, 'admin', [`read/${String((ids as string[])[0])}`, null]);
};

it('[GEO-01] leaves nothing behind of a form that was opened and closed', async () => {
  const page = await onPhone(world, '/field', 'member');
  await begin(page, 'Finds on the shore');
  await page.getByLabel(/What lies there/).waitFor();
  await page.getByRole('button', { name: 'Close' }).tap();
  await page.getByText('nothing to send').waitFor();
  expect(await entryCount(page)).toBe(0);
  // One answer keeps it.
  await page.getByRole('button', { name: 'Programs' }).tap();
  await begin(page, 'Finds on the shore');
  await latitudeOf(page).tap();
  await page.keyboard.type('50.3');
  await longitudeOf(page).tap();
  await page.keyboard.type('-139.3');
  await page.getByRole('button', { name: 'Close' }).tap();
  expect(await entryCount(page)).toBe(1);
});

it('[GEO-01] keeps the first number of a typed position, refuses half of one, and stores what it shows', async () => {
  const page = await onPhone(world, '/field', 'member');
  await begin(page, 'Finds on the shore');
  await page.getByLabel('Glass float').check();
  await longitudeOf(page).tap();
  await page.keyboard.type('-139.3');
  await page.getByRole('button', { name: 'Finish' }).tap();
  const half = page.getByText('A position needs a latitude and a longitude');
  await half.waitFor();
  expect(await longitudeOf(page).inputValue()).toBe('-139.3');
  await screenshot(page, 'field-half-position');
  const audience = await page.getByLabel('Who can see this record').inputValue();
  await latitudeOf(page).tap();
  await page.keyboard.type('50.3');
  await page.keyboard.press('Tab');
  await half.waitFor({ state: 'detached' });
  expect([await latitudeOf(page).inputValue(), await longitudeOf(page).inputValue()]).toEqual(['50.3', '-139.3']);
  await page.getByRole('button', { name: 'Finish' }).tap();
  await page.getByText('Sent', { exact: true }).first().waitFor();
  const stored = await newestRecord();
  expect(stored['audience']).toBe(audience);
  expect(JSON.stringify(stored)).toMatch(/-139\.3\D.*50\.3\D|50\.3\D.*-139\.3\D/);
});

it('[GEO-01] leads to the first answer that is missing when a record is not finished', async () => {
  const page = await onPhone(world, '/field', 'member');
  await begin(page, 'Finds on the shore');
  await page.getByRole('button', { name: 'Finish' }).tap();
  await page.getByText('2 answers need your attention').waitFor();
  const first = page.getByRole('button', { name: 'What lies there?' });
  await expect.poll(() => first.evaluate((each) => each === document.activeElement)).toBe(true);
  const { y } = (await first.boundingBox())!;
  expect(y).toBeGreaterThan(0);
  await screenshot(page, 'field-missing');
});

it('[GEO-01] leaves nothing behind of a trip that was opened and closed', async () => {
  const page = await onPhone(world, '/field', 'member');
  await begin(page, 'Walk along the river');
  await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Close' }).tap();
  await page.getByText('nothing to send').waitFor();
  expect(await entryCount(page)).toBe(0);
});

it('[GEO-01] keeps a trip without answers on which a record was begun', async () => {
  const page = await onPhone(world, '/field', 'member');
  await begin(page, 'Walk along the river');
  await page
    .getByRole('button', { name: /^New: / })
    .first()
    .tap();
  await page.getByRole('button', { name: 'Finish' }).waitFor();
  await page.getByRole('button', { name: 'Close' }).tap();
  await page.getByText('Walk along the river').first().waitFor();
});

it('[GEO-01] keeps the first values of the form of a trip that is recorded before it has an answer', async () => {
  const page = await onPhone(world, '/field', 'member');
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation({ latitude: 50.3, longitude: -139.3, accuracy: 4 });
  await begin(page, 'Walk along the river');
  const walkers = page.getByLabel(/How many people walk/);
  await expect.poll(() => walkers.inputValue()).toBe('2');
  await page.getByRole('button', { name: 'Start', exact: true }).tap();
  await page.getByText(/· 1 point/).waitFor();
  await page.getByRole('button', { name: 'Pause' }).tap();
  await page.getByRole('button', { name: 'Close' }).tap();
  await page.getByRole('button', { name: 'New trip: Walk along the river' }).waitFor();
  await page.getByRole('button', { name: 'Entries' }).tap();
  await page.locator('.kk-field-open').first().tap();
  await expect.poll(() => walkers.inputValue()).toBe('2');
});

it('[GEO-01] links a record to its trip when the record is finished before the trip was sent', async () => {
  const page = await onPhone(world, '/field', 'member');
  await begin(page, 'Walk along the river');
  await page.getByRole('heading', { name: 'Walk along the river' }).waitFor();
  await begin(page, 'Herons and fish at the weir');
  await page.getByLabel('Otter').check();
  await page.getByLabel(/How many/).tap();
  await page.keyboard.type('17');
  await page.getByRole('button', { name: 'Finish' }).tap();
  // The next record of the walk is begun from the trip.
  await page.getByRole('heading', { name: 'Walk along the river' }).waitFor();
  await expect.poll(async () => JSON.stringify(await newestRecord())).toMatch(/"count":17\b/);
  const record = await newestRecord();
  const trip = await askAs(world.url, 'admin', [`read/${String(record['trip'])}`, null]);
  expect(trip).toMatchObject({ formType: 'trip', collector: record['collector'] });
});
