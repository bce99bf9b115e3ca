// Exports of a listing and an item, with the keyboard on a phone: the file contains the results.
import { parse } from 'csv-parse/sync';
import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axe } from 'tests/e2e/harness/axe.ts';
import { openList, resultCount } from 'tests/e2e/harness/columns.ts';
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
  await list.getByRole('button', { name: 'Export …' }).press('Enter');
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

  const csv = await exported(page);
  expect(csv.name).toMatch(/^Catalogue \d{4}-\d\d-\d\d\.csv$/);
  const rows = parse(csv.bytes, { bom: true, columns: true }) as readonly Record<string, string>[];
  expect(rows).toHaveLength(total);

  await page.goto(`/i-${rows[0]?.['$id'] ?? ''}`);
  await page.getByRole('button', { name: 'More' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Export …' }).press('Enter');
  const json = await exported(page);
  expect(json.name).toMatch(/\.json$/);
  expect(JSON.parse(json.bytes.toString('utf8'))).toMatchObject([{ $id: rows[0]?.['$id'] }]);
});
