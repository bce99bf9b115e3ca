// A day of records by the keyboard: create, save, next and previous, edit, assign, change the state; and the same in the list of keys and the
// palette.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { askAs, findItem } from 'tests/e2e/harness/askAs.ts';
import { columnAt, shownList } from 'tests/e2e/harness/columns.ts';
import { tabTo } from 'tests/e2e/harness/keys.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

/** Types what a new archive entry needs, from wherever the focus is. */
const typeNew = async (page: Page, created: Locator, title: string): Promise<void> => {
  await created
    .getByLabel(/^Title/)
    .first()
    .waitFor();
  await tabTo(page, /^Title/);
  await page.keyboard.type(title);
  await tabTo(page, /^Type/);
  await page.keyboard.press('ArrowDown');
};

it(
  '[ROUTE-06] creates with C and saves with Ctrl+Enter, edits with E, and goes on with J and K',
  { timeout: 120_000 },
  async () => {
    const { page } = await world.open({ as: 'staff', screen: 'wide', at: '/archive.catalogue' });
    const list = await shownList(page);
    await page.keyboard.press('c');
    const created = columnAt(page, 2);
    const title = `Written with keys ${Date.now()}`;
    await typeNew(page, created, title);
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/i-ArchiveEntry-[1-9]/);
    await created.getByRole('heading', { name: title }).first().waitFor();

    await created.getByRole('tab', { name: 'Edit' }).waitFor();
    await page.keyboard.press('e');
    await created.getByLabel(/^Secondary title/).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
    await tabTo(page, /^Secondary title/);
    await page.keyboard.type('Second');
    await page.keyboard.press('Control+Enter');
    const id = /i-(ArchiveEntry-\d+)/.exec(page.url())?.[1] ?? '';
    await expect
      .poll(async () => (await askAs(world.url, 'admin', [`read/${id}`, null]))['secondaryTitle'], { timeout: 20_000 })
      .toBe('Second');

    await page.goto('/archive.catalogue');
    await list.locator('li[data-index="2"] a').first().waitFor();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await page.waitForURL(/i-ArchiveEntry-[1-9]/);
    const third = page.url();
    await columnAt(page, 2).getByRole('button', { name: 'Next result' }).waitFor();
    await page.keyboard.press('j');
    await page.waitForURL((url) => url.href !== third);
    await columnAt(page, 2).getByRole('button', { name: 'Previous result' }).waitFor();
    await page.keyboard.press('k');
    await page.waitForURL(third);
  },
);

it('[ROUTE-06] creates a record with Ctrl+S', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'wide', at: '/archive.catalogue' });
  await shownList(page);
  await page.keyboard.press('c');
  const created = columnAt(page, 2);
  const title = `Saved with keys ${Date.now()}`;
  await typeNew(page, created, title);
  await page.keyboard.press('Control+s');
  await page.waitForURL(/i-ArchiveEntry-[1-9]/);
  await created.getByRole('heading', { name: title }).first().waitFor();
});

it('[ROUTE-06] lists the keys, and offers them in the palette', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'desktop', at: '/archive.catalogue' });
  const list = await shownList(page);
  await list.locator('li[data-item] a[href*="/i-ArchiveEntry-"]').nth(1).click();
  await columnAt(page, 2).getByRole('tab', { name: 'Edit' }).waitFor();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog');
  const names = ['Create a record', 'Edit the record', 'Open the next result', 'Open the previous result'];
  const further = [
    'Assign the record',
    'Change the state of the record',
    'Give the selected cells of a table the value of the first row',
  ];
  for (const text of [...names, ...further]) await keys.getByText(text, { exact: true }).waitFor();
  await screenshot(page, 'keys');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search, open or do anything' }).fill('edit the rec');
  await page.getByRole('option', { name: /Edit the record/ }).waitFor();
  await screenshot(page, 'palette-keys');
  await page.keyboard.press('Enter');
  await columnAt(page, 2)
    .getByLabel(/^Secondary title/)
    .waitFor();
});

it('[ROUTE-06] assigns a person with A, typed and saved by keys', { timeout: 90_000 }, async () => {
  const { page } = await world.open({ as: 'staff', screen: 'desktop', at: '/conversations' });
  const list = columnAt(page, 1);
  await list.locator('a[href*="/i-Thread-"]').first().click();
  await page.waitForURL(/i-Thread-/);
  await page.goto(`${page.url().split('?')[0] ?? ''}?c1=read`);
  await page.getByRole('tab', { name: 'Edit' }).waitFor();
  await page.keyboard.press('a');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('.kf-field')?.textContent ?? ''))
    .toMatch(/Assigned to/);
  await page.keyboard.type('Wren');
  await page.getByRole('option', { name: /^Wren Oakhanger/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  const id = /i-(Thread-\d+)/.exec(page.url())?.[1] ?? '';
  const wren = await findItem(world.url, { _t: ['User'], text: ['Wren'] });
  await expect
    .poll(async () => JSON.stringify(await askAs(world.url, 'admin', [`read/${id}`, null])), { timeout: 20_000 })
    .toContain(`"${wren}"`);
});

it('[ROUTE-06] leads to the people who answer a request for consultation with A', async () => {
  const id = await findItem(world.url, { _t: ['ConsultResponse'], state: ['PENDING'] });
  const { page } = await world.open({ as: 'staff', screen: 'desktop', at: `/i-${id}` });
  await page.getByRole('tab', { name: 'Edit' }).waitFor();
  await page.keyboard.press('a');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('.kf-field')?.textContent ?? ''))
    .toMatch(/^Assigned to/);
});

it('[ROUTE-06] leads to a state without transitions with T, and says where a key does nothing', async () => {
  const { page } = await world.open({ as: 'admin', screen: 'desktop', at: '/geokeeper.work-items' });
  const openFirst = async (): Promise<void> => {
    const list = await shownList(page);
    await list.locator('li[data-item] a').first().click();
    await columnAt(page, 2).getByRole('tab', { name: 'Edit' }).waitFor();
  };
  await openFirst();
  await page.keyboard.press('t');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('.kf-field')?.textContent ?? ''))
    .toMatch(/^State/);
  await page.goto('/geokeeper.fieldwork');
  await openFirst();
  await page.keyboard.press('a');
  await page.getByText('This record is not assigned to people, or you cannot change it').first().waitFor();
});

it('[ROUTE-06] [WF-03] leads to the moves of the state with T, and Enter begins one', { timeout: 90_000 }, async () => {
  const { page } = await world.open({ as: 'admin', screen: 'desktop', at: '/belongings.repatriation' });
  const list = await shownList(page);
  await list.locator('li[data-item] a').first().click();
  const bar = columnAt(page, 2).getByRole('group', { name: 'State' });
  const move = bar.locator('.kk-state-acts button').first();
  await move.waitFor();
  const before = await bar.innerText();
  await page.keyboard.press('t');
  await expect.poll(() => move.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await page.getByRole('dialog').count()) > 0 || (await bar.innerText()) !== before)
    .toBe(true);
});

it('[SRCH-07] [EXPERIENCE] the buttons to the next result stay in place, and the head of a changed record is one row', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'wide', at: '/archive.catalogue' });
  await page.setViewportSize({ width: 1440, height: 900 });
  const list = await shownList(page);
  await list.locator('li[data-item] a[href*="/i-ArchiveEntry-"]').first().click();
  const item = columnAt(page, 2);
  const next = item.getByRole('button', { name: 'Next result' });
  const before = (await next.boundingBox())!;
  const seen = new Set<string>();
  for (let count = 0; count < 12; count += 1) {
    const address = page.url();
    await page.mouse.click(before.x + before.width / 2, before.y + before.height / 2);
    await page.waitForURL((url) => url.href !== address);
    await item.getByRole('tab', { name: 'Edit' }).waitFor();
    expect(await next.boundingBox()).toEqual(before);
    seen.add(page.url());
  }
  expect(seen.size).toBe(12);

  await item.getByRole('tab', { name: 'Edit' }).click();
  const title = item.getByLabel(/^Title/).first();
  await title.fill('A title that is not saved');
  await item.getByRole('button', { name: 'Save now' }).waitFor();
  await screenshot(page, 'head-changed-wide');
  const rows = await item
    .locator('.kk-cell-head')
    .getByRole('button')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()).map(({ y, height }) => y + height / 2));
  expect(Math.max(...rows) - Math.min(...rows)).toBeLessThan(4);
  await page.setViewportSize({ width: 360, height: 740 });
  await screenshot(page, 'head-changed-phone');
});

/** Returns the scripts that the page has loaded, without their hashes. */
const scriptsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(({ name }) => /assets\/([\w.]+)-[\w-]{8}\.js$/.exec(name)?.[1] ?? []),
  );

it('[ROUTE-06] opens the first form with E and the palette with Ctrl+K without a request for a script', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'desktop', at: '/archive.catalogue' });
  const list = await shownList(page);
  await expect.poll(() => scriptsOf(page)).toEqual(expect.arrayContaining(['EditView', 'ItemForm', 'Palette']));
  await list.locator('li[data-item] a[href*="/i-ArchiveEntry-"]').nth(1).click();
  await columnAt(page, 2).getByRole('tab', { name: 'Edit' }).waitFor();
  await page.waitForLoadState('networkidle');
  const before = await scriptsOf(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search, open or do anything' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await columnAt(page, 2)
    .getByLabel(/^Secondary title/)
    .waitFor();
  // Maps of the record and copies for reading without a connection load at a time of their own.
  const added = (await scriptsOf(page)).filter(
    (name) => !before.includes(name) && /form|edit|palette|dialog|field/i.test(name),
  );
  expect(added).toEqual([]);
});

it('[ROUTE-06] loads nothing ahead on a connection that saves data', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'desktop' });
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await page.goto('/archive.catalogue');
  await shownList(page);
  await expect.poll(() => scriptsOf(page)).toContain('FloatingParts');
  await page.waitForLoadState('networkidle');
  const loaded = await scriptsOf(page);
  expect(loaded.filter((name) => ['EditView', 'ItemForm', 'Palette'].includes(name))).toEqual([]);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search, open or do anything' }).waitFor();
});

it('[ROUTE-06] goes from a list that was opened, or from its search, into its results by keys', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'desktop', at: '/archive.catalogue' });
  const list = await shownList(page);
  await list.locator('li[data-index="0"] a').first().waitFor();
  const row = (): Promise<string | null | undefined> =>
    page.evaluate(() => document.activeElement?.closest('[data-index]')?.getAttribute('data-index'));
  for (const key of ['ArrowDown', 'j']) {
    await page.goto('/archive.catalogue');
    await list.locator('li[data-index="0"] a').first().waitFor();
    await page.keyboard.press(key);
    expect(await row()).toBe('0');
    await page.keyboard.press(key);
    expect(await row()).toBe('1');
    await page.keyboard.press('j');
    expect(await row()).toBe('2');
    await page.keyboard.press('k');
    expect(await row()).toBe('1');
  }
  await page.keyboard.press('/');
  await page.keyboard.type('weir');
  await page.keyboard.press('Enter');
  await list.locator('li[data-index="0"] a mark').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await expect.poll(row).toBe('0');
  await page.keyboard.press('Enter');
  await page.waitForURL(/i-ArchiveEntry-[1-9]/);

  await page.goto(`/archive.catalogue?c0=${encodeURIComponent('.show=TABLE')}`);
  await list.locator('.bp6-table-cell a').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('grid');
});

it('[EXPERIENCE] the palette finds a page of figures as a dashboard, and the export of a list as a download', async () => {
  const { page } = await world.open({ as: 'admin', screen: 'desktop', at: '/archive.catalogue' });
  await shownList(page);
  const first = page.getByRole('option').first();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search, open or do anything' }).fill('download');
  await first.getByText('Export…').waitFor();
  await screenshot(page, 'palette-words');
  await page.getByRole('combobox', { name: 'Search, open or do anything' }).fill('dashboard');
  await first.getByText('overview').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/dashboard/);
});

it('[EXPERIENCE] the palette offers the page of exactly this title first, and knows other words of actions', async () => {
  const { page } = await world.open({ as: 'admin', screen: 'desktop', at: '/archive.catalogue' });
  await shownList(page);
  await page.keyboard.press('Control+k');
  for (const [typed, found] of [
    ['map', 'Map'],
    ['places', 'Places'],
    ['responses', 'Responses'],
    ['meetings', 'Meetings'],
    ['invite', 'New user'],
  ] as const) {
    await page.getByRole('combobox', { name: 'Search, open or do anything' }).fill(typed);
    await page.getByRole('option').first().getByText(found, { exact: true }).waitFor();
  }
  await screenshot(page, 'palette-exact');
});

it('[ROUTE-06] [EXPERIENCE] Escape leaves a field of the form, so that J and K lead on', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'wide', at: '/archive.catalogue' });
  const list = await shownList(page);
  await list.locator('li[data-item] a[href*="/i-ArchiveEntry-"]').nth(2).click();
  await columnAt(page, 2).getByRole('tab', { name: 'Edit', exact: true }).waitFor();
  await page.keyboard.press('e');
  const title = columnAt(page, 2)
    .getByLabel(/^Title/)
    .first();
  await title.waitFor();
  const text = `${await title.inputValue()} again`;
  await title.fill(text);
  await page.keyboard.press('Control+s');
  await columnAt(page, 2).getByRole('heading', { name: text }).first().waitFor();
  await title.focus();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
  expect(await columnAt(page, 2).count()).toBe(1);
  const before = page.url();
  await page.keyboard.press('j');
  await page.waitForURL((url) => url.href !== before);
});
