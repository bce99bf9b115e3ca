// The dashboard of consultations as staff use it: a number is read in a chart and in its table, leads to just those items, can be kept, and
// follows what others do.
import { parse } from 'csv-parse/sync';
import { buffer } from 'node:stream/consumers';
import type { Download, Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt, resultCount } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

const ask = async (o: string, b: Json): Promise<Json> => {
  const headers = { authorization: `Bearer ${await tokenOf(world.url, 'admin')}` };
  const body = JSON.stringify({ o, b, s: '1' });
  const answer = await fetch(`${world.url}/api/item`, { method: 'POST', headers, body });
  const { b: answered, erred } = (await answer.json()) as { readonly b: Json; readonly erred?: boolean };
  if (erred === true) throw new Error(`${o} answered ${JSON.stringify(answered)}`);
  return answered;
};

const open = async (page: Page, name: string): Promise<Locator> => {
  await page.goto('/consult.dashboard');
  const panel = page.getByRole('region', { name, exact: true });
  await panel.getByRole('link', { name: /^All \d/ }).waitFor();
  return panel;
};

const keep = async (page: Page, panel: Locator, how: string): Promise<Download> => {
  await panel.getByRole('button', { name: /^Save or print/ }).click();
  const entry = page.getByRole('menuitem', { name: how });
  await entry.waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), entry.click()]);
  return download;
};

it('[CONS-02] [EXPERIENCE] a number of the dashboard is in its chart, its table and the list that it leads to', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'wide' });
  const panel = await open(page, 'Requests by region');
  // Named by the words of its list, which come after the numbers.
  const bar = panel.getByRole('link', { name: /^(?!Loading)\p{Lu}\p{Ll}.*: \d+ records?$/u }).first();
  await bar.waitFor();
  const [, label = '', count = ''] = /^(.*): (\d+) records?$/.exec((await bar.getAttribute('aria-label')) ?? '') ?? [];
  await panel.getByRole('button', { name: /^Table of/ }).click();
  const row = panel.getByRole('row').filter({ has: page.getByRole('rowheader', { name: label, exact: true }) });
  await row.waitFor();
  expect((await row.getByRole('cell').allTextContents()).at(-1)).toBe(count);
  await screenshot(page, 'dashboard');
  expect(await axe(page)).toEqual([]);

  const table = await keep(page, panel, 'Save as table (CSV)');
  expect(table.suggestedFilename()).toBe('Requests-by-region.csv');
  const bytes = await buffer(await table.createReadStream());
  const rows = parse(bytes, { bom: true }) as readonly (readonly string[])[];
  expect(rows.find(([name]) => name === label)?.at(-1)).toBe(count);
  const picture = await buffer(await (await keep(page, panel, 'Save as picture (SVG)')).createReadStream());
  expect(picture.toString()).toMatch(/^<svg .*Requests by region.*pattern/s);

  await bar.click();
  const list = columnAt(page, 1);
  await list
    .getByText(/\d results?$/)
    .first()
    .waitFor();
  expect(await resultCount(list)).toBe(Number(count));
});

it('[CONS-02] [EXPERIENCE] the numbers follow what others do', async () => {
  const { page } = await world.open({ as: 'staff' });
  const panel = await open(page, 'Concerns by severity');
  const all = panel.getByRole('link', { name: /^All \d/ });
  const before = Number(/\d+/.exec((await all.textContent()) ?? '')?.[0]);
  const { ids } = (await ask('search/ids', { must: { _t: ['ConsultResponseConcern'] }, max: 1 })) as {
    readonly ids: readonly string[];
  };
  const [concern] = ids;
  const { response } = (await ask(`read/${concern ?? ''}`, null)) as { readonly response: string };
  await ask('create/ConsultResponseConcern', { response, subject: 'Noise near the landing', severity: 'HIGH' });
  await panel.getByRole('link', { name: `All ${before + 1}` }).waitFor();
});
