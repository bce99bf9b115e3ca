// A person types an approximate date, another one sees it at once, a range of years finds it, and the timeline draws it.
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt, openList, shownList, startEditing } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();
const TITLE = 'A ledger without its cover';

const makeEntry = async (): Promise<string> => {
  const made = await askAs(world.url, 'staff', ['create/ArchiveEntry', { title: TITLE, owner: 'Organization-1' }]);
  return `/i-${String(made['$id'])}`;
};

it('[FORM-01] [CELL-04] [CELL-05] [SRCH-06] c. 1910 is confirmed, saved, seen by another person, found and drawn', async () => {
  const path = await makeEntry();
  const [one, two] = [await world.open({ as: 'staff', screen: 'wide' }), await world.open({ as: 'admin' })];
  await Promise.all([one.page.goto(path), two.page.goto(path)]);
  const [mine, theirs] = [columnAt(one.page, 1), columnAt(two.page, 1)];
  await theirs.getByText(TITLE).first().waitFor();
  await startEditing(mine);
  const date = mine.getByRole('textbox', { name: 'Date', exact: true });
  await date.fill('05/06/1910');
  await mine.getByText(/^Do you mean .+ or .+\? Write the month as a word\.$/).waitFor();
  await date.fill('c. 1910');
  await mine.getByText(/^About 1910 \(.+ 1,? .*1910 to .+ 1910\)$/).waitFor();
  expect(await axe(one.page)).toEqual([]);
  await screenshot(one.page, 'approximate-date');
  await mine
    .getByRole('button', { name: /^Save( now)?$/ })
    .first()
    .click();
  await theirs.getByText('about 1910').first().waitFor();

  const list = await openList(one.page, '/archive.catalogue');
  const facet = list.getByRole('region', { name: 'Date', exact: true });
  await facet.getByRole('textbox', { name: 'Date from' }).fill('1908');
  await facet.getByRole('textbox', { name: 'Date to' }).fill('1912');
  await one.page.keyboard.press('Enter');
  const search = list.getByRole('searchbox', { name: 'Search in this list' });
  await search.fill(TITLE);
  await search.press('Enter');
  await list.getByText(TITLE).first().waitFor();
  await list.getByRole('group', { name: 'Show as' }).getByRole('button', { name: 'Timeline', exact: true }).click();
  const timeline = await shownList(one.page);
  const bar = timeline.locator('.kk-time-soft-start.kk-time-soft-end', { hasText: TITLE.slice(0, 8) });
  await bar.waitFor();
  await timeline.locator('.kk-time-list').getByText('about 1910').first().waitFor();
  expect(await axe(one.page)).toEqual([]);
  await screenshot(one.page, 'approximate-timeline');
});

it('[FORM-01] [EXPERIENCE] is typed and confirmed on a phone, in the dark', async () => {
  const path = await makeEntry();
  const { page } = await world.open({ as: 'staff', screen: 'phone', theme: 'dark', at: path });
  const item = columnAt(page, 1);
  await startEditing(item);
  const date = item.getByRole('textbox', { name: 'Date', exact: true });
  await date.fill('between 1910 and 1915 (back of the print)');
  await item.getByText(/^1910 to 1915 \(back of the print\) \(/).waitFor();
  await date.scrollIntoViewIfNeeded();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'approximate-date-phone');
});

it('[SRCH-06] a range of dates applies by a click while its words are shown, and says when it ends before it begins', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'wide' });
  const list = await openList(page, '/archive.catalogue');
  const facet = list.getByRole('region', { name: 'Date', exact: true });
  const [from, to] = ['Date from', 'Date to'].map((name) => facet.getByRole('textbox', { name }));
  const apply = facet.getByRole('button', { name: 'Go' });
  await from?.fill('1940');
  await to?.fill('the 1930s');
  await facet.locator('.kf-errors', { hasText: 'The end is before the start.' }).waitFor();
  expect(await to?.getAttribute('aria-invalid')).toBe('true');
  expect(await apply.isDisabled()).toBe(true);
  await to?.fill('32 June');
  const wrong = facet.locator('[aria-live] .kf-errors', { hasText: /^This is not a date\./ });
  await wrong.waitFor();
  expect(await to?.getAttribute('aria-describedby')).toBe(await wrong.getAttribute('id'));
  expect(
    await facet
      .getByText(/^Such as/)
      .filter({ visible: true })
      .count(),
  ).toBe(0);
  await screenshot(page, 'range-wrong');
  await to?.fill('yesterday');
  await wrong.waitFor({ state: 'detached' });
  await to?.fill('the 1930s');
  await from?.fill('May 1931');
  await facet.getByText(/^May 1931 \(/).waitFor();
  await to?.focus();
  await apply.click();
  await list.getByText('Date: 01-May-1931 to 31-Dec-1939').waitFor();
});

it('[EXPERIENCE] an exact date in a row never breaks', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'phone' });
  const list = await openList(page, '/search?c0=first%20count%20at%20the%20new%20weir');
  const date = list.locator('.kk-row-summary .kf-date', { hasText: '26-Apr-2025' }).first();
  await date.waitFor();
  expect(await date.evaluate((element) => element.getClientRects().length)).toBe(1);
});

/** Returns what the first row shows as its year of publication; an empty text where it shows none. */
const firstYear = async (list: Locator): Promise<string> =>
  /Year of publication (.*)/.exec(await list.locator('.kk-list-row .kk-row-summary').first().innerText())?.[1] ?? '';

it('[SRCH-05] [EXPERIENCE] rows show the date by which the list is filtered or sorted', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'wide' });
  const list = await openList(page, '/archive.catalogue');
  await list.locator('.kk-list-row .kk-row-summary').first().waitFor();
  expect(await firstYear(list)).toBe('');
  const years = list.getByRole('region', { name: 'Year of publication', exact: true });
  await years.locator('label', { hasText: '1960–1979' }).getByRole('checkbox').check();
  await expect.poll(() => firstYear(list)).toMatch(/19[67]\d/);
  const shown = await list.locator('.kk-list-row .kk-row-summary').allInnerTexts();
  expect(shown.filter((text) => !/Year of publication .*19[67]/.test(text))).toEqual([]);
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'filtered-year');

  const sorted = await openList(page, `/archive.catalogue?c0=${encodeURIComponent('.sort=yearPublished')}`);
  await expect.poll(() => firstYear(sorted)).toMatch(/\d{4}/);
  const phone = await world.open({ as: 'staff', screen: 'phone', theme: 'dark' });
  const byCreation = await openList(phone.page, `/archive.catalogue?c0=${encodeURIComponent('.sort=-created')}`);
  await byCreation
    .locator('.kk-list-row .kk-row-summary')
    .getByText(/^Created/)
    .first()
    .waitFor();
  await screenshot(phone.page, 'sorted-by-creation');
});
