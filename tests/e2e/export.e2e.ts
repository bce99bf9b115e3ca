// Exports of a listing and an item, with the keyboard on a phone: the file contains the results.
import { parse } from 'csv-parse/sync';
import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axe } from 'tests/e2e/harness/axe.ts';
import { openExportByMenu, openList, resultCount } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useSharedWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useSharedWorld();

const exported = async (page: Page): Promise<{ readonly name: string; readonly bytes: Buffer }> => {
  const button = page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true });
  const [download] = await Promise.all([page.waitForEvent('download'), button.press('Enter')]);
  const bytes = await buffer(await download.createReadStream());
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return { name: download.suggestedFilename(), bytes };
};

it('[EXCHANGE] [EXPERIENCE] what a listing finds and what an item holds can be kept as a file', async () => {
  const { page, allowConsole } = await world.open({ as: 'staff', screen: 'phone' });
  allowConsole(/429/);
  const list = await openList(page, '/archive.catalogue');
  const total = await resultCount(list);
  await openExportByMenu(page, list);
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await dialog.getByRole('combobox', { name: 'Format' }).waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'export');

  // A refusal is shown next to the button for the next attempt.
  const refusal = { o: '', erred: true, b: { userMessage: 'rateLimited', params: { retryAfter: 5 } } };
  const body = JSON.stringify(refusal);
  await page.route('**/api/export', (route) => route.fulfill({ status: 429, body }));
  await dialog.getByRole('button', { name: 'Export', exact: true }).press('Enter');
  await dialog.getByRole('alert').waitFor();
  await page.unroute('**/api/export');

  await dialog
    .getByRole('status')
    .filter({ hasText: `You are exporting ${total.toLocaleString('en')} records.` })
    .waitFor();
  // Without the box, the file has no columns for a later import.
  await dialog.getByRole('switch', { name: /^Record ids and versions/u }).press('Space');
  const csv = await exported(page);
  expect(csv.name).toMatch(/^Catalogue \d{4}-\d\d-\d\d\.csv$/);
  const rows = parse(csv.bytes, { bom: true, columns: true }) as readonly Record<string, string>[];
  expect(rows).toHaveLength(total);

  await page.goto(`/i-${rows[0]?.['$id'] ?? ''}`);
  await page.getByRole('button', { name: 'More' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Export…' }).press('Enter');
  await page.getByRole('dialog').getByRole('combobox', { name: 'Format' }).selectOption('json');
  await page
    .getByRole('dialog')
    .getByRole('switch', { name: /^Record ids and versions/u })
    .press('Space');
  const json = await exported(page);
  expect(json.name).toMatch(/\.json$/);
  expect(JSON.parse(json.bytes.toString('utf8'))).toMatchObject([{ $id: rows[0]?.['$id'] }]);
});

it('[EXCHANGE] [SPAT-01] the dialog counts places and offers the formats that fit the records', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'desktop' });
  const formatsOf = async (): Promise<readonly string[]> => {
    const choice = page.getByRole('dialog').getByRole('combobox', { name: 'Format' });
    await choice.waitFor();
    return await choice
      .locator('option')
      .evaluateAll((options) => options.map((each) => each.getAttribute('value') ?? ''));
  };
  const places = await openList(page, '/spatial.features');
  const total = await resultCount(places);
  await places.getByRole('button', { name: 'Export…' }).click();
  expect(await formatsOf()).toEqual(expect.arrayContaining(['xlsx', 'geojson', 'gpkg', 'kml', 'gpx']));
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await dialog.getByRole('combobox', { name: 'Format' }).selectOption('gpkg');
  await dialog
    .getByRole('status')
    .filter({ hasText: /have a place\.|has a place\./u })
    .waitFor();
  const database = await exported(page);
  expect(database.name).toMatch(/\.gpkg$/u);
  expect(database.bytes.subarray(0, 15).toString()).toBe('SQLite format 3');
  expect(total).toBeGreaterThan(0);

  const words = await openList(page, '/vocab.words-phrases');
  await words.getByRole('button', { name: 'Export…' }).click();
  expect(await formatsOf()).toEqual(['csv', 'xlsx', 'lift', 'filesZip', 'json']);
  await dialog.getByRole('combobox', { name: 'Format' }).selectOption('lift');
  expect(await dialog.getByRole('switch').count()).toBe(0);
  expect((await exported(page)).bytes.toString()).toContain('<lexical-unit>');
});

it('[RES-01] [EXCHANGE] an export of interviews asks what it is for, and leaves out those whose consents do not permit that', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'phone' });
  const interviews = await openList(page, '/research.activities');
  const total = await resultCount(interviews);
  await openExportByMenu(page, interviews);
  const dialog = page.getByRole('dialog', { name: 'Export' });
  const purpose = dialog.getByRole('combobox', { name: 'What is the export for?' });
  await purpose.selectOption({ label: 'Publication' });
  await dialog
    .getByRole('status')
    .filter({ hasText: /left out, because/u })
    .waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'export-uses');
  await dialog.getByRole('switch', { name: /^Record ids and versions/u }).press('Space');
  const { bytes } = await exported(page);
  const rows = parse(bytes, { bom: true, columns: true }) as readonly Record<string, string>[];
  expect(rows.length).toBeLessThan(total);
  const limited = rows.filter((row) => row['Permitted uses'] !== '');
  expect(limited.length).toBeGreaterThan(0);
  for (const row of limited) expect(row['Permitted uses']).toContain('Publication');

  await page.goto(`/i-${limited[0]?.['$id'] ?? ''}`);
  await page.getByText(/^The consent behind this record permits: .*Publication/u).waitFor();
  await screenshot(page, 'record-terms');
});
