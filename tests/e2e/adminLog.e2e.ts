// The log of administrators and the reads of private records, as an administrator uses them in the browser.
import { parse } from 'csv-parse/sync';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { askAs, findItem } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt, openList } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { setTheme } from 'tests/e2e/harness/setTheme.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();
const STAFF_NAME = 'Isaro Brightwater';

/** Returns the first item of the type that has a picture. */
const withPicture = async (type: 'Organization' | 'User'): Promise<string> => {
  const { ids } = await askAs(world.url, 'admin', ['search/ids', { must: { _t: [type] }, max: 50 }]);
  for (const id of ids as readonly string[]) {
    const { avatar, logo } = await askAs(world.url, 'admin', [`read/${id}`, null]);
    if ([avatar, logo].flat().some((each) => typeof each === 'string')) return id;
  }
  throw new Error(`no ${type} of the sample has a picture`);
};

it('[ADM-01] [TRUST] the log lists sign-ins and given rights, is filtered, and is exported', async () => {
  const user = await findItem(world.url, { _t: ['User'], text: ['Wren'] });
  const { owner } = await askAs(world.url, 'staff', [
    `read/${await findItem(world.url, { _t: ['ArchiveEntry'] })}`,
    null,
  ]);
  for (const reads of ['COMMUNITY', 'PROTECTED']) {
    const rights = { reads, admin: false, capabilities: [], from: null, to: null };
    const on = { _t: 'User', _i: Number(user.split('-')[1]), owner: owner ?? null, rights };
    await askAs(world.url, 'admin', ['act/setMembership', on]);
  }
  const { page } = await world.open({ as: 'admin', screen: 'wide' });
  const list = await openList(page, '/admin.log');
  const changed = list.getByText('Rights changed', { exact: true });
  await changed.first().waitFor();
  await list.getByRole('link', { name: 'Rights changed: Wren Oakhanger' }).first().waitFor();
  await list
    .getByText(/May read up to: Protected \(before: Community\)/)
    .first()
    .waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'admin/log-1440-light');
  await setTheme(page, 'dark');
  await screenshot(page, 'admin/log-1440-dark');
  await list.getByRole('link', { name: 'Rights changed: Wren Oakhanger' }).first().click();
  const entry = columnAt(page, 2);
  await entry.getByText('Could read before, up to').waitFor();
  await entry.getByText('May read, up to').waitFor();
  await screenshot(page, 'admin/log-entry');
  await list
    .getByRole('checkbox', { name: /^Sign ins/ })
    .first()
    .click();
  await expect.poll(() => changed.count()).toBe(0);
  await list.getByText('Signed in', { exact: true }).first().waitFor();
  await list.getByRole('button', { name: 'Export…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  const lines = parse(await buffer(await download.createReadStream()), { bom: true }) as string[][];
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.slice(1).every((line) => line.some((value) => value.includes('Signed in')))).toBe(true);
});

it('[ADM-01] the card of the log says what was done, to whom, and which rights changed', async () => {
  const { page } = await world.open({ as: 'admin', screen: 'wide', at: '/admin' });
  const card = page.getByRole('region', { name: 'Log', exact: true });
  const line = card.getByRole('listitem').filter({ hasText: 'Rights changed: Wren Oakhanger' }).first();
  await line.waitFor();
  expect(await line.textContent()).toMatch(/May read up to: Protected \(before: Community\)/);
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'admin/area-1440');
  await page.setViewportSize({ width: 360, height: 740 });
  await line.scrollIntoViewIfNeeded();
  await screenshot(page, 'admin/area-360');
});

it('[ADM-01] [TRUST] reads of private records are filtered by person and exported', async () => {
  const id = await findItem(world.url, { _t: ['ArchiveEntry'], visibility: ['PRIVATE'] });
  for (const account of ['staff', 'admin'] as const) await askAs(world.url, account, [`read/${id}`, null]);
  const { page } = await world.open({ as: 'admin', screen: 'wide', at: '/admin.reads' });
  const column = columnAt(page, 1);
  const rows = column.getByRole('row');
  await rows.nth(1).waitFor();
  await column.getByRole('columnheader', { name: 'Kind of record', exact: true }).waitFor();
  expect(await rows.filter({ has: page.getByRole('cell', { name: /^(User|Saved search)$/ }) }).count()).toBe(0);
  await column.getByRole('combobox', { name: 'Kind of record' }).selectOption('ArchiveEntry');
  await column.getByRole('cell', { name: 'Archive entry' }).first().waitFor();
  const readers = async (): Promise<readonly string[]> => [
    ...new Set(await column.getByRole('rowheader').allInnerTexts()),
  ];
  expect((await readers()).length).toBeGreaterThan(1);
  await column.getByRole('combobox', { name: /^Person/ }).fill(STAFF_NAME);
  await page.getByRole('option', { name: STAFF_NAME }).first().click();
  await expect.poll(readers).toEqual([STAFF_NAME]);
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'admin/reads-1440-light');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    column.getByRole('button', { name: 'Export as CSV' }).click(),
  ]);
  const lines = parse(await buffer(await download.createReadStream()), { bom: true }) as string[][];
  expect(lines[0]).toContain('Record number');
  expect(lines.map((line) => line[6])).toContain(id);
  expect(new Set(lines.slice(1).map((line) => line[4]))).toEqual(new Set(['Archive entry']));
  expect(new Set(lines.slice(1).map((line) => line[1]))).toEqual(new Set([STAFF_NAME]));
  await page.setViewportSize({ width: 360, height: 740 });
  await setTheme(page, 'dark');
  await screenshot(page, 'admin/reads-360-dark');
  expect(await axe(page)).toEqual([]);
});

/** Greatest width of a portrait or a logo, in pixels (page.css). */
const MOST_PICTURE_WIDTH = 160;

it('[ADM-01] the details of a record name the people who can see it', async () => {
  const id = await findItem(world.url, { _t: ['ArchiveEntry'], visibility: ['PRIVATE'] });
  const { page } = await world.open({ as: 'admin', screen: 'wide', at: `/i-${id}` });
  await columnAt(page, 1).getByRole('tab', { name: 'About' }).click();
  const title = page.getByRole('heading', { name: /^\d+ people can see it now$/ });
  await title.waitFor();
  const names = page.locator('h4:has-text("can see it now") + ul').getByRole('link');
  await names.filter({ hasText: /^Corrin Ashdown$/ }).waitFor();
  expect(await names.count()).toBe(Number.parseInt(await title.innerText(), 10));
  await screenshot(page, 'admin/who-can-see');
});

it.each(['Organization', 'User'] as const)(
  '[ADM-01] [EXPERIENCE] the picture of %s leaves the first screen to the values',
  async (type) => {
    const { page } = await world.open({ as: 'admin', at: `/i-${await withPicture(type)}` });
    const record = columnAt(page, 1).getByRole('article');
    const picture = await record.locator('.kk-cover-loaded img').boundingBox();
    expect(picture?.width).toBeGreaterThan(20);
    expect(picture?.width).toBeLessThanOrEqual(MOST_PICTURE_WIDTH);
    const values = record.locator('.kk-values .kk-value');
    const { height } = page.viewportSize() ?? { height: 0 };
    const bottoms = await values.evaluateAll((all) =>
      all.slice(0, 3).map((each) => each.getBoundingClientRect().bottom),
    );
    expect(bottoms).toHaveLength(3);
    expect(Math.max(...bottoms)).toBeLessThan(height);
    await screenshot(page, `admin/picture-${type}`);
  },
);

it('[CELL-06] the record as JSON names the property that is wrong and why', async () => {
  const id = await findItem(world.url, { _t: ['ArchiveEntry'] });
  const { page } = await world.open({ as: 'admin', at: `/i-${id}` });
  await columnAt(page, 1).getByRole('tab', { name: 'As JSON' }).click();
  const box = page.getByRole('textbox', { name: 'Properties as JSON' });
  const values = JSON.parse(await box.inputValue()) as Record<string, unknown>;
  await box.fill(JSON.stringify({ ...values, needsAttention: 'yes', unknownThing: 1 }, null, 2));
  await page.getByText('needsAttention must be true or false, but is a text.').waitFor();
  await page.getByText('This type has no property unknownThing.').waitFor();
  await screenshot(page, 'admin/raw');
  expect(await axe(page)).toEqual([]);
});

it('[ADM-01] [SRCH-01] the page of an area counts all records as the list does', async () => {
  const { page } = await world.open({ as: 'admin', screen: 'wide', at: '/admin' });
  const card = page.getByRole('region', { name: 'All records' });
  const counted = card.getByText(/^[\d,]+ records$/);
  await counted.waitFor();
  const count = Number.parseInt((await counted.innerText()).replaceAll(',', ''), 10);
  const list = await openList(page, '/admin.all-items');
  await list.getByText(`${count.toLocaleString('en')} results`, { exact: true }).waitFor();
});
