// Days of the organization in every place of the product: home, calendars, lists and facets agree which day today is, also in a browser with
// another day, and lists with days begin with the nearest one.
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { ORGANISATION_ZONE, organisationDay } from 'tests/clock/organisationDay.ts';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { facetsCounted, openList, shownList } from 'tests/e2e/harness/columns.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';
import { dayIn } from 'src/model/calendar/dayIn.ts';

const world = useWorld();
const TODAY_TITLE = 'A talk about the tides of this day';

/** Returns a time zone whose day differs from the day of the organization now. At every hour one of the two does. */
const zoneOfAnotherDay = (): string => {
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
  const zone = zones.find((each) => dayIn(new Date(), each) !== organisationDay());
  if (zone === undefined) throw new Error(`both zones have the day of ${ORGANISATION_ZONE}`);
  return zone;
};

/** Returns the item of the first row. */
const firstItem = async (list: Locator): Promise<string> => {
  const first = list.locator('li[data-item]').first();
  await first.waitFor();
  return (await first.getAttribute('data-item')) ?? '';
};

it('[EXPERIENCE] [SRCH-03] home, the calendar, a list and a facet have the day of the organization in a browser with another day', async () => {
  const owner = 'Organization-1';
  const today = organisationDay();
  const add = (summary: string, date: string) =>
    askAs(world.url, 'staff', ['create/Meeting', { summary, owner, date }]);
  await add(TODAY_TITLE, today);
  const { $id: next } = await add('A talk about the tides of the next day', organisationDay(1));
  const { page } = await world.open({ as: 'staff', at: '/', screen: 'wide', timeZone: zoneOfAnotherDay() });
  const written = new Intl.DateTimeFormat('en-CA', { timeZone: ORGANISATION_ZONE, day: 'numeric', month: 'long' });
  const heading = page.locator('.kk-home-head h2');
  await heading.waitFor();
  expect(await heading.innerText()).toContain(written.format(new Date()));
  await page
    .getByRole('region', { name: 'My days' })
    .getByRole('region', { name: 'Today', exact: true })
    .getByText(TODAY_TITLE)
    .waitFor();

  await page.goto('/consult.calendar');
  const calendar = await shownList(page);
  const cell = calendar.locator('td[aria-current=date]');
  await cell.waitFor();
  expect(await cell.getAttribute('data-day')).toBe(today);

  const list = await openList(page, '/consult.meetings');
  const { date } = await askAs(world.url, 'staff', [`read/${await firstItem(list)}`, null]);
  expect(date).toBe(today);
  await facetsCounted(list);
  await list
    .getByRole('region', { name: 'Date', exact: true })
    .locator('label', { has: page.getByText('Tomorrow', { exact: true }) })
    .getByRole('checkbox')
    .check();
  await list.getByText(TODAY_TITLE).waitFor({ state: 'detached' });
  await list.locator(`li[data-item="${String(next)}"]`).waitFor();
});

/** Lists with days: the screen, its type, and the property by which it is sorted. */
const LISTS = [
  ['/consult.meetings', 'Meeting', 'date', { summary: 'A talk in three days' }],
  ['/geokeeper.work-items', 'GeoKeeperWorkItem', 'due', {}],
] as const;

it.each(LISTS)('[EXPERIENCE] the list %s begins with the nearest day ahead', async (path, type, property, values) => {
  if (Object.keys(values).length > 0)
    await askAs(world.url, 'staff', [
      `create/${type}`,
      { ...values, owner: 'Organization-1', [property]: organisationDay(3) },
    ]);
  const ahead = { _t: [type], [property]: [{ from: organisationDay(), to: organisationDay(3650) }] };
  const { ids } = await askAs(world.url, 'staff', [
    'search/ids',
    { must: ahead, sort: [{ key: property, order: 'asc' }], max: 1 },
  ]);
  const [nearest] = ids as readonly string[];
  const dayOf = async (id = ''): Promise<unknown> => (await askAs(world.url, 'staff', [`read/${id}`, null]))[property];
  const { page } = await world.open({ as: 'staff', screen: 'desktop' });
  const first = await dayOf(await firstItem(await openList(page, path)));
  expect(first).toBe(await dayOf(nearest));
  expect(String(first) >= organisationDay()).toBe(true);
});
