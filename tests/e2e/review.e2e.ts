// A community's review of a request in the browser: the records in and around its area, a statement that shows no place, selected records,
// a section and a concern of the answer.
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { askAs, findItem } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

it('[CONS-01] [SPAT-01] reviews a request by map and table, states only counts, selects records and writes the answer', async () => {
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
  await dialog.getByRole('img', { name: /^The area, and the distances of 100 m, 1 km, and 5 km around it$/ }).waitFor();
  await screenshot(page, 'review-statement');
  await dialog.getByRole('button', { name: 'Add to the answer' }).click();
  await dialog.waitFor({ state: 'detached' });
  await item.getByRole('tab', { name: 'Response', exact: true }).click();
  const section = item.locator('.kk-section', { hasText: 'Counts in the area and around it' }).last();
  await section
    .getByText(/fewer than 5/)
    .first()
    .waitFor();
  const concerns: Locator = item.locator('.kk-ledger');
  await concerns.getByText('Commitment made').first().waitFor();
  expect(await axe(page)).toEqual([]);

  const made = await findItem(world.url, { _t: ['ConsultResponseSection'], text: ['Counts in the area'] });
  const { files = [] } = await askAs(world.url, 'staff', [`read/${made}`, null]);
  const [map] = files as readonly string[];
  expect(await askAs(world.url, 'staff', [`read/${map}`, null])).toMatchObject({
    ...{ originalName: 'Counts in the area and around it.png', filetype: 'image/png' },
    caption: 'The area, and the distances of 100 m, 1 km, and 5 km around it',
  });

  await page.goto(`/i-${research}?c0=picks`);
  const picks = columnAt(page, 1);
  // The request and its response are not among the relevant records, although they match best.
  await picks.getByRole('button', { name: 'Crossing at the third step' }).click();
  await picks
    .getByText(/\d results?$/)
    .first()
    .waitFor();
  for (const name of ['Crossing at the third step', 'Crossing at the third step – Tamber Inlet'])
    expect(await picks.locator('li[data-item]').getByRole('link', { name, exact: true }).count()).toBe(0);
  await page.goto(`/i-${research}?c0=picks`);
  const search = picks.getByRole('searchbox', { name: 'Search in this list' });
  await search.fill('Weir Narrows');
  await search.press('Enter');
  await picks
    .getByRole('checkbox', { name: /Weir Narrows/ })
    .first()
    .press('Space');
  await picks.getByRole('button', { name: 'Add as relevant' }).click();
  await picks.locator('.kk-picked', { hasText: 'Weir Narrows' }).first().waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'review-picks');
});

it('[CONS-01] [WF-02] the page of a response has the steps, what lies in the area, the request with its papers, and the letters', async () => {
  const response = await findItem(world.url, { _t: ['ConsultResponse'], state: ['PENDING'], text: ['third step'] });
  const { page } = await world.open({ as: 'staff', at: `/i-${response}` });
  const item = columnAt(page, 1);
  const steps = item.getByRole('region', { name: 'Steps' });
  const next = steps.getByRole('listitem').filter({ hasText: 'Site visit' });
  await next.getByRole('link', { name: 'Isaro Brightwater' }).waitFor();
  const area = item.getByRole('region', { name: 'In the area' });
  await area.locator('.kk-map-canvas[data-ready]').waitFor();
  const inside = area.locator('.kk-overlap-totals dl > div', { hasText: 'In the area' });
  const count = Number(await inside.locator('dd').textContent());
  expect(count).toBeGreaterThan(0);
  // Requests and work items are in the area too, but are not records of knowledge.
  const [_t = '', number] = response.split('-');
  const asked = { _t, _i: Number(number), path: 'projectArea', bands: [0] };
  const { rows } = await askAs(world.url, 'staff', ['act/overlap', asked]);
  const all = (rows as { counts: number[] }[]).reduce((sum, { counts }) => sum + (counts[0] ?? 0), 0);
  expect(count).toBeLessThan(all);
  await area.getByText(/^Not counted: .*responses?/).waitFor();
  const described = area.getByText(/^\d+ records in the area and the distances around it\./);
  const total = Number.parseInt((await described.first().textContent()) ?? '', 10);
  const request = item.getByRole('region', { name: /^Request: / });
  await request.getByText('A bridge for carts').waitFor();
  await request.getByRole('link', { name: 'letter-page.jpg' }).waitFor();
  await item.getByRole('heading', { name: /^Letters/ }).waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'response-page');

  await area.getByRole('button', { name: 'Show kinds and distances' }).click();
  const table = item.getByRole('group', { name: 'Counts by kind and distance' });
  await table.waitFor();
  // The tab counts by the rule of the page, and what it leaves out can be opened.
  expect(await item.locator('.kk-overlap-count').textContent()).toBe(`${total} records`);
  await item.locator('summary').filter({ hasText: 'Not counted' }).click();
  const others = item.getByRole('group', { name: 'Records that are not counted, by kind and distance' });
  await others.getByRole('button', { name: /Responses/ }).waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'response-area');
  await page.setViewportSize({ width: 360, height: 740 });
  await others.getByRole('button').first().scrollIntoViewIfNeeded();
  await screenshot(page, 'response-area-360');
  await page.setViewportSize({ width: 1440, height: 900 });
  await item.getByRole('tab', { name: 'Response', exact: true }).click();
  await steps.getByRole('button', { name: 'Workflow' }).click();
  await item.getByRole('heading', { name: 'Next' }).waitFor();
});

/** The parts of the page of a response, as a person reads them from its top. The steps are next to the other parts if there is space. */
const partsOf = (item: Locator) => {
  const bar = item.getByRole('group', { name: 'State' });
  const headed = (name: string): Locator => item.getByRole('heading', { name: new RegExp(`^${name}`) }).first();
  const main = {
    deadline: bar.getByText(/\d+ days? (?:left|late)/),
    next: bar.getByRole('button', { name: /^Next: / }),
    area: item.getByRole('region', { name: 'In the area' }).locator('.kk-map-canvas[data-ready]'),
    request: item.getByRole('region', { name: /^Request: / }),
    sections: headed('Sections'),
    concerns: headed('Concerns'),
    letters: headed('Letters'),
    conversation: item.getByRole('region', { name: 'Conversation' }),
    log: item.getByRole('region', { name: 'Consultation log' }),
  };
  return { main, steps: item.getByRole('region', { name: 'Steps' }) };
};

/** The names in the order of the parts on the page. */
const orderOn = async (parts: Readonly<Record<string, Locator>>): Promise<readonly string[]> => {
  const tops = Object.entries(parts).map(async ([name, part]) => {
    const { y = 0, height = 0 } = (await part.boundingBox()) ?? {};
    return { name, y: y + Math.min(height, 20) / 2 };
  });
  return (await Promise.all(tops)).toSorted((one, other) => one.y - other.y).map(({ name }) => name);
};

it('[CONS-01] [WF-02] the page of a response has its parts in one order, on a wide and on a narrow screen', async () => {
  const response = await findItem(world.url, { _t: ['ConsultResponse'], state: ['PENDING'], text: ['third step'] });
  const { page } = await world.open({ as: 'staff', screen: 'wide', at: `/i-${response}` });
  const { main, steps } = partsOf(columnAt(page, 1));
  for (const part of [...Object.values(main), steps]) await part.waitFor();
  const { deadline, next, ...rest } = main;
  const names = Object.keys(rest);
  await expect.poll(() => orderOn({ bar: next, ...rest })).toEqual(['bar', ...names]);
  // The task, its due day and the button of the next step are in one bar, the day before the button.
  const isBefore = await deadline.evaluate(
    (one, other) => Boolean(one.compareDocumentPosition(other as Node) & Node.DOCUMENT_POSITION_FOLLOWING),
    await next.elementHandle(),
  );
  expect(isBefore).toBe(true);
  await page.setViewportSize({ width: 360, height: 780 });
  const narrow = { deadline, next, steps, ...rest };
  await expect.poll(() => orderOn(narrow), { timeout: 10_000 }).toEqual(Object.keys(narrow));
  await screenshot(page, 'response-page-narrow');

  const must = { _t: ['ConsultResponse'], state: ['PENDING'], text: ['Mussel Stairs'] };
  const { ids } = await askAs(world.url, 'partner', ['search/ids', { must, max: 1 }]);
  const [late = ''] = ids as readonly string[];
  for (const screen of ['wide', 'phone'] as const) {
    const { page: other } = await world.open({ as: 'partner', screen, at: `/i-${late}` });
    const bar = columnAt(other, 1).getByRole('group', { name: 'State' });
    await bar.getByText(/\d+ days? late$/).waitFor();
    expect(await bar.getByText(/ left/).count()).toBe(0);
  }
});
