// Research as staff use it: the dashboard leads to its lists, and the path from an interview over its data to a place, a topic and a species
// is walked in both directions.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { column, columnAt, resultCount } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useSharedWorld } from 'tests/e2e/harness/useWorld.ts';
import { zip } from 'tests/server/geoFiles/makeFiles.ts';

const world = useSharedWorld();

const PANELS: Readonly<Record<string, string>> = {
  'Latest projects': 'Research projects',
  'Data by topic and category': 'Research data',
  'Latest interviews': 'Interviews',
  'Interviews by respondent and type': 'Interviews',
  'Data by project and category': 'Research data',
  'Data by species': 'Research data',
};

it('[RES-02] each of the six panels of the dashboard opens the list that it counts', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'wide', at: '/research.dashboard' });
  for (const [name, list] of Object.entries(PANELS)) {
    const all = page.getByRole('region', { name, exact: true }).getByRole('link', { name: /^All \d/ });
    await all.waitFor();
    const count = Number(/\d+/.exec(await all.innerText())?.[0]);
    expect(count).toBeGreaterThan(5);
    if (list === 'Research projects') {
      await screenshot(page, 'research-dashboard');
      expect(await axe(page)).toEqual([]);
    }
    await all.click();
    await page.getByRole('region', { name: list, exact: true }).waitFor();
    expect(await resultCount(columnAt(page, 1))).toBe(count);
    await page.goto('/research.dashboard');
  }
});

/** Follows a link of the last column, and returns the column that it opens. */
const follow = async (page: Page, from: Locator, name: string): Promise<Locator> => {
  await from.getByRole('link', { name, exact: true }).first().click();
  const opened = page
    .locator('main [data-kk-region=column]')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });
  await opened.last().waitFor();
  return opened.last();
};

it('[RES-01] [RES-02] [CELL-05] an interview, its data, place, topic and species lead to each other, in both directions', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'wide', at: '/research.activities' });
  const [interview, data] = ['Soren Kettlewell on setting stakes', 'Two rows of stakes across the narrows'];
  const list = columnAt(page, 1);
  await list.getByRole('searchbox').first().fill('setting stakes');
  let at = await follow(page, list, interview);
  await at.getByRole('heading', { name: /^Data from this interview \d+/ }).waitFor();
  await screenshot(page, 'research-interview');
  for (const [name, related] of [
    ['Weir Narrows', /^Research data about this place \d+/],
    ['Weirs and fish fences', /^Research data about this \d+/],
    ['Silver perch', /^Research data about this species \d+/],
  ] as const) {
    const record = await follow(page, at, data);
    if (name === 'Weir Narrows') await screenshot(page, 'research-data');
    const there = await follow(page, record, name);
    await there.getByRole('heading', { name: related }).waitFor();
    await screenshot(page, `research-${name.replaceAll(' ', '-')}`);
    const back = await follow(page, there, data);
    at = await follow(page, back, interview);
  }
});

const kml = (codes: readonly string[]): string =>
  `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${codes
    .map(
      (code, at) =>
        `<Placemark><name>${code}</name><Point><coordinates>${-139 - at / 50},50.3</coordinates></Point></Placemark>`,
    )
    .join('')}</Document></kml>`;

it('[RES-02] [EXPERIENCE] a KMZ with site codes adds places to the data of a project', async () => {
  const [title, owner] = [`Sites ${Date.now()}`, 'Organization-1'];
  const project = String((await askAs(world.url, 'staff', ['create/ResearchProject', { title, owner }]))['$id']);
  const site = { label: 'Landing of the story', owner, project, siteCode: 'Z1-F01', access: 'COMMUNITY' };
  await askAs(world.url, 'staff', ['create/ResearchData', site]);
  const { page } = await world.open({ as: 'staff', at: `/i-${project}` });
  await column(page, title).getByRole('button', { name: 'More options for this column' }).click();
  await page.getByRole('menuitem', { name: 'Import places…' }).click();
  const view = column(page, 'Import places').last();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    view.getByRole('button', { name: /^Choose (a|another) file/ }).click(),
  ]);
  const buffer = await zip({ 'doc.kml': kml(['Z1-F01', 'Z1-F02']) });
  await chooser.setFiles({ name: 'sites.kmz', mimeType: 'application/octet-stream', buffer });
  await view.getByText('2 points').waitFor();
  expect(await view.getByLabel('Save name as').inputValue()).toBe('siteCode');
  await view.getByRole('button', { name: 'Check the table' }).click();
  await view.getByText('No record that you can see has this code.').waitFor({ timeout: 60_000 });
  await view.getByLabel('Create a record for each code that no record has').check({ force: true });
  await view.getByRole('button', { name: 'Check again' }).click();
  await view.getByText('1 new record').waitFor({ timeout: 60_000 });
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'research-import');
  await view.getByRole('button', { name: 'Import', exact: true }).click();
  await view.getByText('1 record created').waitFor({ timeout: 60_000 });

  await page.goto(`/i-${project}`);
  const data = await follow(page, column(page, title), 'Landing of the story');
  await data.getByRole('link', { name: 'Z1-F01', exact: true }).first().waitFor();
  await column(page, title).getByRole('link', { name: 'Z1-F02', exact: true }).first().waitFor();
});
