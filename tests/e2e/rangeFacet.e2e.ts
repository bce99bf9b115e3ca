// The range that people type in a facet: it is applied, corrected, and removed with its tag.
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { facetsCounted, openList, resultCount } from 'tests/e2e/harness/columns.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

const endOf = (list: Locator, end: 'from' | 'to'): Locator => list.getByLabel(`Date ${end}`, { exact: true });
const tags = (list: Locator): Locator => list.getByRole('button', { name: /^Remove .*Date/ });
const shownEnds = async (list: Locator): Promise<string[]> =>
  Promise.all((['from', 'to'] as const).map((end) => endOf(list, end).inputValue()));

it('[SRCH-05] corrects a range of dates instead of adding another one, and shows the one that is applied', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'desktop' });
  const list = await openList(page, '/archive.catalogue');
  await facetsCounted(list);
  const all = await resultCount(list);
  await endOf(list, 'from').fill('1930s');
  await endOf(list, 'to').fill('1950');
  await endOf(list, 'to').press('Enter');
  await expect.poll(() => resultCount(list)).toBeLessThan(all);
  const until1950 = await resultCount(list);
  expect(await tags(list).count()).toBe(1);
  expect(await shownEnds(list)).toEqual(['1930s', '1950']);

  await endOf(list, 'to').fill('1985');
  await endOf(list, 'to').press('Enter');
  await expect.poll(() => resultCount(list)).toBeGreaterThan(until1950);
  expect(await resultCount(list)).toBeLessThan(all);
  expect(await tags(list).count()).toBe(1);
  const until1985 = await resultCount(list);

  // The address has the range, so that it can be corrected after the page was loaded again.
  await page.reload();
  await facetsCounted(list);
  await expect.poll(() => shownEnds(list)).toEqual(['1930', '1985']);
  expect(await resultCount(list)).toBe(until1985);
  await endOf(list, 'to').fill('');
  await endOf(list, 'to').press('Enter');
  await expect.poll(() => resultCount(list)).toBeGreaterThan(until1985);
  expect(await tags(list).count()).toBe(1);

  await tags(list).click();
  await expect.poll(() => resultCount(list)).toBe(all);
  expect(await shownEnds(list)).toEqual(['', '']);
});
