// Typed words that are values of the records, such as their type: a search by words offers them as filters.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

/** Opens a list that may have no results. */
const openAt = async (page: Page, path: string): Promise<Locator> => {
  await page.goto(path);
  return columnAt(page, 1);
};

it('[SRCH-01] [EXPERIENCE] a list offers the type that is typed as a filter, with its count', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'desktop' });
  const list = await openAt(page, '/archive.catalogue?c0=recordings');
  await list.getByText('No results', { exact: true }).waitFor();
  const offer = list.getByRole('group', { name: 'Filters for these words' }).getByRole('button');
  await expect.poll(() => offer.first().innerText()).toMatch(/^Type: Recording \(\d+\)$/);
  await screenshot(page, 'offered-filter');
  const [, count = ''] = /\((\d+)\)/.exec(await offer.first().innerText()) ?? [];
  await offer.first().click();
  await list.getByRole('group', { name: 'Active filters' }).getByText('Type: Recording').waitFor();
  await list.getByText(`${count} results`, { exact: true }).waitFor();
  expect(await list.getByRole('searchbox').first().inputValue()).toBe('');
});

it('[SRCH-01] [EXPERIENCE] the other words stay, and a search of everything names the kind of record', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'touch', at: '/' });
  await page.getByRole('button', { name: 'OK' }).tap();
  const list = await openAt(page, '/archive.catalogue?c0=photograph%20weir');
  const offer = list.getByRole('button', { name: /^Type: Photograph \(\d+\)$/ });
  await offer.waitFor();
  expect((await offer.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await screenshot(page, 'offered-filter-phone');
  await offer.tap();
  await list.locator('li[data-item]').first().waitFor();
  expect(await list.getByRole('searchbox').first().inputValue()).toBe('weir');
  const everything = await openAt(page, '/search?c0=photograph');
  await everything.getByRole('button', { name: /^Archive entries · Type: Photograph \(\d+\)$/ }).tap();
  await everything.getByText('Type: Photograph').first().waitFor();
  await everything.locator('li[data-item]').first().waitFor();
});
