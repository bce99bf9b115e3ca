// Work in a table like in a spreadsheet: typing, pasting a block, filling down, undo, and groups, with a second person who sees it live.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axe } from 'tests/e2e/harness/axe.ts';
import { openList, resultCount } from 'tests/e2e/harness/columns.ts';
import { focused, tabTo } from 'tests/e2e/harness/keys.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { setTheme } from 'tests/e2e/harness/setTheme.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

const COLUMNS = '$label*callNumber*category*language*_c.ts';
const PATH = `/archive.catalogue?c0=${encodeURIComponent(`.show=TABLE&sort=title&cols=${COLUMNS}`)}`;

/** Finds a cell by its row and column, both counted from 0. */
const cellAt = (list: Locator, row: number, col: number): Locator =>
  list.locator(`.bp6-table-quadrant-main .bp6-table-cell-row-${row}.bp6-table-cell-col-${col} [role=gridcell]`).first();

const openTable = async (page: Page): Promise<Locator> => {
  const list = await openList(page, PATH);
  await list.locator('.bp6-table-cell a').first().waitFor();
  return list;
};

/** Collects the requests of the page that change records. */
const changesSentBy = (page: Page): { readonly o: string; readonly b: unknown }[] => {
  const sent: { o: string; b: unknown }[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const envelope = JSON.parse(String(payload)) as { o?: string; b?: unknown };
      const o = envelope.o ?? '';
      if (o === 'update' || o.startsWith('act/changeCells')) sent.push({ o, b: envelope.b });
    }),
  );
  return sent;
};

const paste = async (page: Page, text: string): Promise<void> => {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('Control+v');
};

it(
  '[EXPERIENCE] [CELL-05] cells are typed, pasted, filled and taken back, and another person sees it',
  {
    timeout: 120_000,
  },
  async () => {
    const { page, context } = await world.open({ as: 'staff', screen: 'wide' });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const other = await world.open({ as: 'admin', screen: 'desktop' });
    const sent = changesSentBy(page);
    const list = await openTable(page);
    const theirs = await openTable(other.page);
    await cellAt(list, 0, 1).click();
    const before = await cellAt(list, 0, 1).innerText();

    // Typing replaces the value. Enter saves it and goes down, without a pause.
    await page.keyboard.type('CN 71');
    await page.keyboard.press('Enter');
    await page.keyboard.type('CN 72');
    await page.keyboard.press('Tab');
    await expect.poll(() => cellAt(list, 0, 1).innerText()).toBe('CN 71');
    await expect.poll(() => cellAt(list, 1, 1).innerText()).toBe('CN 72');
    await expect.poll(() => cellAt(theirs, 0, 1).innerText()).toBe('CN 71');
    await expect.poll(() => cellAt(theirs, 1, 1).innerText()).toBe('CN 72');
    expect(sent.map(({ o, b }) => [o, Object.keys(b as object).toSorted()])).toEqual([
      ['update', ['$id', '_u', 'callNumber']],
      ['update', ['$id', '_u', 'callNumber']],
    ]);
    await expect.poll(() => page.locator('.kk-table-current').getAttribute('aria-colindex')).toBe('3');

    await page.keyboard.press('Control+z');
    await expect.poll(() => cellAt(list, 1, 1).innerText()).not.toBe('CN 72');
    await page.keyboard.press('Control+z');
    await expect.poll(() => cellAt(theirs, 0, 1).innerText()).toBe(before);
    await page.keyboard.press('Control+y');
    await expect.poll(() => cellAt(theirs, 0, 1).innerText()).toBe('CN 71');

    // Several values with commas are several values.
    await cellAt(list, 6, 2).click();
    await paste(page, 'Craft, Travel');
    await expect.poll(() => cellAt(theirs, 6, 2).innerText()).toMatch(/^Craft\W*Travel$/);
    await list.getByRole('grid').focus();
    await page.keyboard.press('Control+z');
    await expect.poll(() => cellAt(theirs, 6, 2).innerText()).not.toMatch(/^Craft\W*Travel$/);

    // A block of a spreadsheet: what has no such value is named before anything changes.
    await cellAt(list, 2, 1).click();
    const category = await cellAt(list, 3, 2).innerText();
    await paste(page, 'CN 81\tPhotographs\r\nCN 82\tNo such category\r\n');
    const dialog = page.getByRole('dialog', { name: 'Some cells cannot be pasted' });
    await dialog.getByText('No such category').first().waitFor();
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'table-paste');
    await dialog.getByRole('button', { name: /^Paste the other/ }).click();
    await expect.poll(() => cellAt(theirs, 2, 1).innerText()).toBe('CN 81');
    await expect.poll(() => cellAt(theirs, 3, 1).innerText()).toBe('CN 82');
    expect(await cellAt(list, 3, 2).innerText()).toBe(category);
    expect(sent.filter(({ o }) => o.startsWith('act/changeCells'))).toHaveLength(1);

    // The corner of the cells is dragged down; the keys do the same.
    await cellAt(list, 2, 1).click();
    const corner = list.locator('.bp6-table-quadrant-main .kk-fill-handle').first();
    const [from, to] = [(await corner.boundingBox())!, (await cellAt(list, 5, 1).boundingBox())!];
    await page.mouse.move(from.x + 4, from.y + 4);
    await page.mouse.down();
    await page.mouse.move(to.x + 20, to.y + 10, { steps: 6 });
    await page.mouse.up();
    for (const row of [3, 4, 5]) await expect.poll(() => cellAt(theirs, row, 1).innerText()).toBe('CN 81');
    await screenshot(page, 'table-filled');
    const undo = async (): Promise<void> => {
      await list.getByRole('grid').focus();
      await page.keyboard.press('Control+z');
      await expect.poll(() => cellAt(theirs, 3, 1).innerText()).toBe('CN 82');
    };
    await undo();
    await cellAt(list, 2, 1).click();
    for (const key of ['Shift+ArrowDown', 'Shift+ArrowDown', 'Control+d']) await page.keyboard.press(key);
    for (const row of [3, 4]) await expect.poll(() => cellAt(theirs, row, 1).innerText()).toBe('CN 81');
    await undo();
  },
);

it('[EXPERIENCE] [CELL-05] columns that the system fills say so, and typing changes nothing', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'wide' });
  const list = await openTable(page);
  await cellAt(list, 0, 4).click();
  await list.getByText(/cannot be changed here/).waitFor();
  await page.keyboard.type('x');
  await page.getByText('You cannot change this cell').first().waitFor();
  await screenshot(page, 'table-fixed');
});

it(
  '[EXPERIENCE] [ERR-01] the line below the table says why a date is refused, and other rows stay visible',
  { timeout: 120_000 },
  async () => {
    const { page } = await world.open({ as: 'staff', screen: 'wide' });
    await page.setViewportSize({ width: 1440, height: 900 });
    const columns = '$label-460*date-80*callNumber*category';
    const list = await openList(page, `/archive.catalogue?c0=${encodeURIComponent(`.show=TABLE&cols=${columns}`)}`);
    await list.locator('.bp6-table-cell a').first().waitFor();
    await cellAt(list, 1, 1).click();
    await page.keyboard.type('at some time');
    await page.keyboard.press('Enter');
    const line = list.getByRole('status').filter({ has: page.locator('.kf-errors') });
    await line.waitFor();
    const editor = list.getByRole('group', { name: /^Edit / });
    const { y, height } = (await editor.boundingBox())!;
    expect(y + height).toBeLessThanOrEqual((await cellAt(list, 2, 1).boundingBox())!.y + 4);
    const problem = (await line.locator('.kf-errors').getAttribute('id')) ?? '';
    expect(await editor.getByRole('textbox').getAttribute('aria-describedby')).toContain(problem);
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'table-refused-wide');
    await page.setViewportSize({ width: 360, height: 740 });
    await screenshot(page, 'table-refused-phone');
    await page.keyboard.press('Escape');
    await line.waitFor({ state: 'detached' });
    await list.getByText('1 cell selected').waitFor();
  },
);

it('[EXPERIENCE] [CELL-05] the column of titles has the width of its titles', { timeout: 90_000 }, async () => {
  const { page } = await world.open({ as: 'staff', screen: 'wide' });
  await page.setViewportSize({ width: 1440, height: 900 });
  const list = await openList(page, `/archive.catalogue?c0=${encodeURIComponent('.show=TABLE')}`);
  const titles = list.locator('.kk-table-title');
  await titles.first().waitFor();
  const cut = (): Promise<number> =>
    titles.evaluateAll((all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);
  await expect.poll(cut).toBe(0);
  expect(await titles.count()).toBeGreaterThan(10);
  await screenshot(page, 'table-titles-wide');
});

/** Returns the sum of the counts of all groups, which are folded. */
const groupedCount = async (list: Locator): Promise<number> => {
  const counts = await list.locator('.kk-group-heading .kk-group-count').allInnerTexts();
  return counts.reduce((sum, text) => sum + Number(text.replaceAll(/\D/gu, '')), 0);
};

it('[EXPERIENCE] [CELL-05] rows are grouped by a facet, counted and folded', { timeout: 90_000 }, async () => {
  const { page } = await world.open({ as: 'staff', screen: 'desktop' });
  const list = await openTable(page);
  await list.getByRole('button', { name: 'Group', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'Category' }).click();
  const headings = list.locator('.kk-group-heading');
  await headings.first().waitFor();
  await list.locator('.bp6-table-cell a').first().waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'table-groups-light');
  const open = await list.getByRole('grid').getAttribute('aria-rowcount');
  await list.getByRole('grid').focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Enter');
  await expect.poll(() => headings.first().getAttribute('aria-expanded')).toBe('false');
  expect(Number(await list.getByRole('grid').getAttribute('aria-rowcount'))).toBeLessThan(Number(open));
  await list.getByRole('button', { name: 'Fold all groups' }).click();
  await expect
    .poll(() => list.getByRole('grid').getAttribute('aria-rowcount').then(Number))
    .toBe(1 + (await headings.count()));
  // A record with several categories is in several groups.
  expect(await groupedCount(list)).toBeGreaterThanOrEqual(await resultCount(list));
  await list.getByRole('button', { name: 'Open all groups' }).click();
  await expect.poll(() => list.getByRole('grid').getAttribute('aria-rowcount')).toBe(open);
  await setTheme(page, 'dark');
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'table-groups-dark');
  await page.setViewportSize({ width: 360, height: 740 });
  await screenshot(page, 'table-groups-phone');
});

it('[EXPERIENCE] columns are searched, dragged and kept in view', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'desktop' });
  const list = await openTable(page);
  await list.getByRole('button', { name: 'Columns' }).click();
  const menu = page.getByRole('group', { name: 'Columns' });
  await menu.getByRole('searchbox').fill('pages');
  await menu.getByRole('checkbox', { name: 'Pages' }).check();
  await menu.getByRole('searchbox').fill('');
  const rows = menu.locator('.kk-column-choice:has(.kk-drag-handle)');
  const named = (): Promise<string[]> => rows.evaluateAll((all) => all.map((each) => each.textContent?.trim() ?? ''));
  const [first = '', second = ''] = await named();
  await rows.nth(0).locator('.kk-drag-handle').dragTo(rows.nth(1));
  await expect.poll(named).toEqual([second, first, ...(await named()).slice(2)]);
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'table-columns');
  // The table has the new order, also after the page is loaded again.
  await page.keyboard.press('Escape');
  const heads = (): Promise<string[]> => list.getByRole('columnheader').allInnerTexts();
  const isMoved = async (): Promise<boolean> => {
    const shown = (await heads()).map((text) => text.trim());
    return shown.indexOf(second) >= 0 && shown.indexOf(second) < shown.indexOf(first);
  };
  await expect.poll(isMoved).toBe(true);
  await page.reload();
  await expect.poll(isMoved).toBe(true);
});

it('[EXPERIENCE] a column is dragged by its head, the title stays first, and a click still sorts', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'desktop' });
  const list = await openTable(page);
  const head = (at: number): Locator => list.locator(`[role=columnheader][aria-colindex="${at + 1}"]`);
  const names = async (): Promise<string[]> =>
    (await Promise.all([0, 1, 2, 3].map((at) => head(at).innerText()))).map((text) => text.trim());
  const dragHead = async (from: number, to: number): Promise<void> => {
    const [start, end] = [await head(from).boundingBox(), await head(to).boundingBox()];
    if (!start || !end) throw new Error('The table has fewer columns.');
    const y = end.y + end.height / 2;
    await page.mouse.move(start.x + start.width / 2, y);
    await page.mouse.down();
    await page.mouse.move(end.x + end.width / 2, y, { steps: 8 });
    await page.mouse.move(from < to ? end.x + end.width - 8 : end.x + 8, y, { steps: 4 });
    await screenshot(page, 'table-head-dragged');
    await page.mouse.up();
  };
  const [title = '', first = '', second = '', third = ''] = await names();
  await dragHead(1, 2);
  await expect.poll(names).toEqual([title, second, first, third]);
  const sorted = (): Promise<string | null> =>
    list.locator('[role=columnheader][aria-sort]').getAttribute('aria-colindex');
  expect(await sorted()).toBe('1');
  // The title cannot be dragged, and nothing comes before it.
  await dragHead(0, 2);
  await dragHead(2, 0);
  await expect.poll(names).toEqual([title, first, second, third]);
  await dragHead(1, 3);
  await page.reload();
  await expect.poll(names).toEqual([title, second, third, first]);

  await list.locator('.kk-head-sort').first().click();
  await expect.poll(sorted).not.toBe('1');
});

it('[EXPERIENCE] a column that is dragged scrolls the table at its edge, and Escape leaves it where it was', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'desktop' });
  await page.setViewportSize({ width: 900, height: 800 });
  const list = await openTable(page);
  const heads = list.locator('[role=columnheader]');
  const names = (): Promise<string[]> => heads.allInnerTexts();
  const scroller = list.locator('.bp6-table-quadrant-main > .bp6-table-quadrant-scroll-container');
  const scrolled = (): Promise<number> => scroller.evaluate(({ scrollLeft }) => scrollLeft);
  const before = await names();
  const start = (await list.locator('[role=columnheader][aria-colindex="2"]').boundingBox())!;
  const edge = (await scroller.boundingBox())!;
  const y = start.y + start.height / 2;
  await page.mouse.move(start.x + start.width / 2, y);
  await page.mouse.down();
  await page.mouse.move(edge.x + edge.width - 10, y, { steps: 8 });
  await expect.poll(scrolled).toBeGreaterThan(100);
  await list.locator('.bp6-table-vertical-guide:not(.bp6-table-vertical-guide-flush-left)').first().waitFor();
  await page.keyboard.press('Escape');
  const end = await scrolled();
  await page.mouse.move(edge.x + edge.width - 20, y, { steps: 4 });
  await page.mouse.up();
  expect(await scrolled()).toBe(end);
  await scroller.evaluate((part) => part.scrollTo({ left: 0, behavior: 'instant' }));
  await expect.poll(names).toEqual(before);
});

it('[EXPERIENCE] [CELL-05] the editor of a cell scrolls with it, and opens over a cell that was out of view', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'desktop' });
  const list = await openTable(page);
  const scroller = list.locator('.bp6-table-quadrant-main > .bp6-table-quadrant-scroll-container');
  const editor = list.getByRole('group', { name: /^Edit Call number/ });
  const topOf = async (part: Locator): Promise<number> => Math.round((await part.boundingBox())?.y ?? NaN);
  const cell = cellAt(list, 6, 1);
  await cell.dblclick();
  await editor.locator('input').waitFor();
  const before = await topOf(cell);
  await scroller.evaluate((element) => element.scrollBy(0, 64));
  await expect.poll(() => topOf(cell)).toBe(before - 64);
  await expect.poll(async () => Math.abs((await topOf(editor)) - (await topOf(cell)))).toBeLessThan(4);
  await page.keyboard.press('Escape');
  await editor.waitFor({ state: 'detached' });

  await scroller.evaluate((element) => element.scrollBy(0, 1_500));
  await cell.waitFor({ state: 'detached' });
  await page.keyboard.press('F2');
  await editor.locator('input').waitFor();
  await expect.poll(async () => Math.abs((await topOf(editor)) - (await topOf(cell)))).toBeLessThan(4);
  await page.keyboard.press('Escape');
});

it('[EXPERIENCE] [CELL-05] cells are filled, taken back and done again with the buttons below the table', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'wide' });
  const list = await openTable(page);
  const button = (name: string): Locator => list.getByRole('button', { name, exact: true });
  await expect.poll(() => cellAt(list, 10, 1).innerText()).toMatch(/^(?!Loading)\S/u);
  const values = (): Promise<string[]> => Promise.all([8, 9, 10].map((row) => cellAt(list, row, 1).innerText()));
  const before = await values();
  const [from, to] = [(await cellAt(list, 8, 1).boundingBox())!, (await cellAt(list, 10, 1).boundingBox())!];
  await page.mouse.move(from.x + 20, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 10, { steps: 6 });
  await page.mouse.up();
  await list.getByText('3 cells selected').waitFor();
  await button('Fill down').click();
  const filled = [before[0], before[0], before[0]];
  await expect.poll(values).toEqual(filled);
  // The cells have the focus again.
  await page.keyboard.press('Control+z');
  await expect.poll(values).toEqual(before);
  await button('Redo').click();
  await expect.poll(values).toEqual(filled);
  await button('Undo').click();
  await expect.poll(values).toEqual(before);
});

it('[EXPERIENCE] rows are grouped, and columns are found, shown and moved, by keyboard only', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'desktop' });
  const list = await openTable(page);
  await tabTo(page, /^Group$/);
  await page.keyboard.press('Enter');
  await page.getByRole('menuitemradio', { name: 'Category' }).waitFor();
  for (let count = 0; (await focused(page)) !== 'Category'; count += 1) {
    expect(count).toBeLessThan(30);
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await list.locator('.kk-group-heading').first().waitFor();
  await expect.poll(() => focused(page)).toBe('Grouped by Category');

  await tabTo(page, /^Columns$/, 10, 'Shift+Tab');
  await page.keyboard.press('Enter');
  const menu = page.getByRole('group', { name: 'Columns' });
  await menu.waitFor();
  await tabTo(page, /^Find a column$/);
  await page.keyboard.type('pages');
  await tabTo(page, /^Pages$/);
  await page.keyboard.press('Space');
  const place = (): Promise<number> =>
    list.getByRole('columnheader', { name: 'Pages' }).getAttribute('aria-colindex').then(Number);
  const before = await place();
  await tabTo(page, /^Move Pages forward$/);
  await page.keyboard.press('Enter');
  await expect.poll(place).toBe(before - 1);
  await page.keyboard.press('Enter');
  await expect.poll(place).toBe(before - 2);
});

it('[EXPERIENCE] [CELL-05] a click with Shift selects the cells up to it, again from the same cell, and the keys go on from there', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'wide' });
  const list = await openTable(page);
  const selected = (): Promise<number> => list.locator('[role=gridcell][aria-selected=true]').count();
  await cellAt(list, 1, 1).click();
  await cellAt(list, 3, 1).click({ modifiers: ['Shift'] });
  await expect.poll(selected).toBe(3);
  await list.getByText('3 cells selected').waitFor();
  await cellAt(list, 2, 2).click({ modifiers: ['Shift'] });
  await expect.poll(selected).toBe(4);
  await page.keyboard.press('Shift+ArrowDown');
  await expect.poll(selected).toBe(6);
  await cellAt(list, 0, 1).click();
  await expect.poll(selected).toBe(1);
});
