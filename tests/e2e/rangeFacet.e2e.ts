// The range that people type in a facet: it is applied, corrected, and removed with its tag.
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt, facetsCounted, openList, resultCount } from 'tests/e2e/harness/columns.ts';
import { tabTo } from 'tests/e2e/harness/keys.ts';
import { onPhone } from 'tests/e2e/harness/phone.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
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

it('[SRCH-05] [EXPERIENCE] filters by a range of dates by taps', async () => {
  const page = await onPhone(world, '/archive.catalogue');
  const list = columnAt(page, 1);
  const all = await resultCount(list);
  await list.getByRole('button', { name: /^Filters/ }).tap();
  await endOf(list, 'from').tap();
  await page.keyboard.insertText('1930s');
  const form = list.locator('.kk-facet-range').filter({ has: page.getByLabel('Date from', { exact: true }) });
  const go = form.getByRole('button', { name: 'Go' });
  const { width = 0, height = 0 } = (await go.boundingBox()) ?? {};
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  await screenshot(page, 'touch-range');
  await go.tap();
  await expect.poll(() => go.isDisabled()).toBe(true);
  const show = list.getByRole('button', { name: /^Show [\d,]+ results?$/ });
  const found = async (): Promise<number> =>
    Number(/[\d,]+/u.exec(await show.innerText())?.[0].replaceAll(',', '') ?? all);
  await expect.poll(found).toBeLessThan(all);
  const count = await found();
  expect(await axe(page)).toEqual([]);
  await show.tap();
  await expect.poll(() => resultCount(list)).toBe(count);
  await screenshot(page, 'touch-range-results');
  // The chosen range is shown where it was typed.
  await list.getByRole('button', { name: /^Filters/ }).tap();
  await expect.poll(() => endOf(list, 'from').inputValue()).toMatch(/^1930/u);
});

it('[SRCH-05] [EXPERIENCE] filters by a range of dates with the keyboard only', async () => {
  const { page } = await world.open({ as: 'staff', at: '/archive.catalogue', screen: 'desktop' });
  const list = columnAt(page, 1);
  const all = await resultCount(list);
  await tabTo(page, /^Date from$/, 300);
  await page.keyboard.type('1930s');
  await tabTo(page, /^Date to$/, 4);
  await page.keyboard.type('1950');
  await tabTo(page, /^Go$/, 4);
  await page.keyboard.press('Enter');
  await expect.poll(() => resultCount(list)).toBeLessThan(all);
  expect(await shownEnds(list)).toEqual(['1930s', '1950']);
  // The focus stays near the range, so that Shift+Tab leads back to it.
  await tabTo(page, /^Date to$/, 4, 'Shift+Tab');
});
