// A community's review of a request in the browser: what lies around its area, a statement that shows no place, records that are picked,
// a section and a concern of the answer.
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { findItem } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

it('[CONS-01] [SPAT-01] reviews a request by map and table, states counts alone, picks records and writes the answer', async () => {
  const research = await findItem(world.url, { _t: ['RwfResearch'], state: ['ACTIVE'] });
  const response = await findItem(world.url, { _t: ['ConsultResponse'], state: ['PENDING'], text: ['third step'] });
  const { page } = await world.open({ as: 'staff' });
  await page.goto(`/i-${response}?c0=overlap`);
  const item = columnAt(page, 1);
  const table = item.getByRole('group', { name: 'Counts by kind and distance' });
  await table.waitFor();
  await item.getByRole('application').waitFor();
  const row = table.getByRole('button').first();
  await row.click();
  const place = table.getByRole('region').getByRole('link').first();
  const name = (await place.textContent()) ?? '';
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'review-overlap');

  await item.getByRole('button', { name: 'Statement of counts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Statement of counts' });
  const statement = dialog.locator('.kk-overlap-statement');
  await statement.getByText(/fewer than 5/).waitFor();
  expect(name).not.toBe('');
  expect(await statement.textContent()).not.toContain(name);
  await dialog.getByRole('button', { name: 'Add to the answer' }).click();
  await dialog.waitFor({ state: 'detached' });
  await item.getByRole('tab', { name: 'Response', exact: true }).click();
  const section = item.locator('.kk-section', { hasText: 'Counts in the area and around it' }).last();
  await section.getByText(/fewer than 5/).waitFor();
  const concerns: Locator = item.locator('.kk-ledger');
  await concerns.getByText('Commitment made').first().waitFor();
  expect(await axe(page)).toEqual([]);

  await page.goto(`/i-${research}?c0=picks`);
  const picks = columnAt(page, 1);
  await picks
    .getByRole('checkbox', { name: /Weir Narrows/ })
    .first()
    .waitFor();
  await picks
    .getByRole('checkbox', { name: /Weir Narrows/ })
    .first()
    .press('Space');
  await picks.getByRole('button', { name: 'Relevant to this request' }).click();
  await picks.locator('.kk-picked', { hasText: 'Weir Narrows' }).first().waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'review-picks');
});
