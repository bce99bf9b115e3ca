// Searches accept words and phrases, and facets count in ranges of time.
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { organisationDay } from 'tests/clock/organisationDay.ts';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { facetsCounted, openList, resultCount } from 'tests/e2e/harness/columns.ts';
import { operations, relayed } from 'tests/e2e/harness/shell.ts';
import { useSharedWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useSharedWorld();

it('[SRCH-03] [SRCH-02] words of wildcards, words that end in a colon and single characters are left out of a search', async () => {
  const visit = await world.open({ as: 'staff', at: '/search', screen: 'wide' });
  const { page } = visit;
  await page.clock.install();
  const relay = await relayed(visit);
  const box = page.getByRole('combobox', { name: 'Search everything' });
  const note = page.getByRole('search').getByRole('status');
  for (const [typed, said] of [
    ['w', 'Type one more letter'],
    ['***', 'Type one more letter'],
    ['*** %%%', 'No results'],
    ['title: *', 'No results'],
    ['a b c', 'No results'],
  ] as const) {
    await box.fill(typed);
    await note.getByText(said).waitFor();
    await page.clock.runFor(1000);
    expect([typed, operations(relay, 'suggest')]).toEqual([typed, 0]);
  }
  await box.fill('zzqzzq');
  await page.clock.runFor(1000);
  await note.getByText('No results').waitFor();
  expect(operations(relay, 'suggest')).toBe(1);
  await box.fill('***');
  await note.getByText('Type one more letter').waitFor();
  await box.fill('');
  await page.clock.resume();

  const list = await openList(page, '/search?c0=weir');
  await expect.poll(() => resultCount(list)).toBeGreaterThan(0);
  const found = await resultCount(list);
  const search = list.getByRole('searchbox').or(list.getByRole('textbox')).first();
  const typeAndCount = async (text: string, count: number): Promise<void> => {
    await search.fill(text);
    await expect.poll(() => resultCount(list)).toBe(count);
  };
  await typeAndCount('zzqzzq', 0);
  await typeAndCount('weir *** title: x', found);
});

/** Returns the visible ranges of a facet, except for the one without a value. */
const rangesOf = async (list: Locator, facet: string): Promise<string[]> => {
  await facetsCounted(list);
  const names = await list
    .getByRole('region', { name: facet, exact: true })
    .locator('.kk-facet-value .kk-facet-name')
    .allInnerTexts();
  return names.filter((name) => name !== 'None');
};

/** Chooses a range and expects as many results as its number promised. */
const choose = async (list: Locator, facet: string, range: string): Promise<void> => {
  await facetsCounted(list);
  const label = list
    .getByRole('region', { name: facet, exact: true })
    .locator('label', { has: list.page().getByText(range, { exact: true }) });
  const promised = Number((await label.locator('.kk-facet-count').innerText()).replaceAll(',', ''));
  expect(promised).toBeGreaterThan(0);
  await label.getByRole('checkbox').check();
  await expect.poll(() => resultCount(list)).toBe(promised);
};

it('[SRCH-06] facets count the days since records were made, the days until something happens, and the years of history', async () => {
  const owner = 'Organization-1';
  for (const yearPublished of ['1650', '1720', '1770', '1820', '1870'])
    await askAs(world.url, 'staff', [
      'create/ArchiveEntry',
      { title: `A chart of ${yearPublished}`, owner, type: 'MAP', yearPublished },
    ]);
  for (const days of [1, 4, 20, 45, 75, 120, 300])
    await askAs(world.url, 'staff', [
      'create/Meeting',
      { summary: `A talk about charts in ${days} days`, owner, date: organisationDay(days) },
    ]);
  const { page } = await world.open({ as: 'staff', at: '/archive.catalogue', screen: 'wide' });
  const list = await openList(page, '/archive.catalogue');
  // The counts follow the results.
  await expect
    .poll(() => rangesOf(list, 'Created'))
    .toEqual([
      'Today',
      'Yesterday',
      'In the last 7 days',
      '7 to 30 days ago',
      '30 to 60 days ago',
      '60 to 90 days ago',
      '90 to 180 days ago',
      'More than 180 days ago',
    ]);
  expect(await rangesOf(list, 'Year of publication')).toEqual([
    'Before 1700',
    '1700–1749',
    '1750–1799',
    '1800–1849',
    '1850–1899',
    '1900–1919',
    '1920–1939',
    '1940–1959',
    '1960–1979',
    '1980–1999',
    'From 2000',
  ]);
  await choose(list, 'Created', 'Today');
  await list.getByText('A chart of 1650').first().waitFor();
  await choose(list, 'Year of publication', 'Before 1700');

  const meetings = await openList(page, '/consult.meetings');
  expect(await rangesOf(meetings, 'Date')).toEqual([
    'Tomorrow',
    'Within a week',
    'In 7 to 30 days',
    'In 30 to 60 days',
    'In 60 to 90 days',
    'In 90 to 180 days',
    'In more than 180 days',
  ]);
  await choose(meetings, 'Date', 'In more than 180 days');
  await meetings.getByText('A talk about charts in 300 days').first().waitFor();
});
