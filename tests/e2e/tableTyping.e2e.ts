// Typing in the cells of a table, at the speed of a person: cells with several values, choices, relations and texts.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openList } from 'tests/e2e/harness/columns.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

const COLUMNS = ['$label', 'category', 'type', 'contributor', 'collections', 'source', 'needsAttention', '$access'];
const PATH = `/archive.catalogue?c0=${encodeURIComponent(`.show=TABLE&sort=title&cols=${COLUMNS.join('*')}`)}`;
/** Time between two keys of a person who types, in milliseconds. */
const SPEED = { delay: 90 };

const openTable = async (page: Page): Promise<Locator> => {
  const list = await openList(page, PATH);
  await list.locator('.bp6-table-cell a').first().waitFor();
  return list;
};

/** Finds a cell by its row, counted from 0, and its column. */
const cellAt = (list: Locator, row: number, path: string): Locator =>
  list
    .locator(
      `.bp6-table-quadrant-main .bp6-table-cell-row-${row}.bp6-table-cell-col-${COLUMNS.indexOf(path)} [role=gridcell]`,
    )
    .first();

/** Returns the first row whose cell is filled. */
const filledRow = async (list: Locator, path: string): Promise<number> => {
  let found = -1;
  await expect
    .poll(async () => {
      for (let row = 0; row < 12 && found < 0; row += 1) {
        // oxlint-disable-next-line no-await-in-loop -- the first one
        if (/^(?!Loading)\S/u.test(await cellAt(list, row, path).innerText())) found = row;
      }
      return found;
    })
    .toBeGreaterThanOrEqual(0);
  return found;
};

const goTo = async (list: Locator, row: number, path: string): Promise<Locator> => {
  const cell = cellAt(list, row, path);
  await cell.click({ position: { x: 3, y: 3 } });
  await expect
    .poll(() => list.locator('.kk-table-current').getAttribute('aria-colindex'))
    .toBe(String(COLUMNS.indexOf(path) + 1));
  return cell;
};

const editorOf = (list: Locator, name: string): Locator => list.getByRole('group', { name: `Edit ${name}` });

const currentRow = (page: Page): Promise<number> =>
  page.locator('.kk-table-current').evaluate((cell) => Number(cell.parentElement?.ariaRowIndex) - 2);

it(
  '[EXPERIENCE] [CELL-05] a cell with several values keeps them and takes the suggestion',
  { timeout: 120_000 },
  async () => {
    const { page } = await world.open({ as: 'staff', screen: 'wide' });
    const list = await openTable(page);
    const row = await filledRow(list, 'category');
    const cell = await goTo(list, row, 'category');
    const before = await cell.innerText();
    const editor = editorOf(list, 'Category');
    const field = editor.getByRole('combobox');

    for (const begin of ['type', 'F2'] as const) {
      if (begin === 'F2') {
        await page.keyboard.press('F2');
        await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
      }
      await page.keyboard.type('gov', SPEED);
      await expect.poll(() => field.inputValue()).toBe('gov');
      await editor.getByRole('option', { name: 'Governance', exact: true, selected: true }).waitFor();
      await page.keyboard.press('Enter', SPEED);
      await editor.getByRole('button', { name: 'Remove Governance' }).waitFor();
      if (begin === 'type') await page.keyboard.press('Enter', SPEED);
      else await page.keyboard.press('Control+Enter', SPEED);
      await editor.waitFor({ state: 'detached' });
      await expect.poll(() => currentRow(page)).toBe(begin === 'type' ? row + 1 : row);
      await expect.poll(() => cell.innerText()).toContain('Governance');
      expect(await cell.innerText()).toContain(before);
      await page.keyboard.press('Control+z');
      await expect.poll(() => cell.innerText()).toBe(before);
      await goTo(list, row, 'category');
    }

    // A half typed word is no value, also when the focus goes to the chips and back.
    await page.keyboard.type('gov', SPEED);
    await editor.getByRole('option', { name: 'Governance', exact: true }).waitFor();
    const chips = editor.getByRole('button', { name: /^Remove / });
    const count = await chips.count();
    await chips.first().focus();
    expect(await field.inputValue()).toBe('gov');
    expect(await chips.count()).toBe(count);
    await page.keyboard.press('Escape');
    await editor.waitFor({ state: 'detached' });
    expect(await cell.innerText()).toBe(before);

    // Tab takes the suggestion, too.
    await page.keyboard.type('gov', SPEED);
    await page.keyboard.press('Tab');
    await expect.poll(() => cell.innerText()).toContain('Governance');
    await expect.poll(() => page.locator('.kk-table-current').getAttribute('aria-colindex')).toBe('3');
    expect(await cell.innerText()).toContain(before);
  },
);

it('[EXPERIENCE] [CELL-05] a choice is typed by its first letters', { timeout: 120_000 }, async () => {
  const { page } = await world.open({ as: 'staff', screen: 'wide' });
  const list = await openTable(page);
  const row = await filledRow(list, 'type');
  const cell = await goTo(list, row, 'type');
  for (const [letters, value] of [
    ['map', 'Map'],
    ['Let', 'Letter'],
    ['bo', 'Book'],
  ] as const) {
    await page.keyboard.type(letters, SPEED);
    await page.keyboard.press('Enter', SPEED);
    await expect.poll(() => cell.innerText()).toBe(value);
    await expect.poll(() => currentRow(page)).toBe(row + 1);
    await page.keyboard.press('ArrowUp');
  }
  await page.keyboard.press('F2');
  const select = editorOf(list, 'Type').getByRole('combobox');
  await expect.poll(() => select.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type('map', SPEED);
  await page.keyboard.press('Enter', SPEED);
  await expect.poll(() => cell.innerText()).toBe('Map');
});

it('[EXPERIENCE] [CELL-05] texts, records and levels are typed in the cell', { timeout: 120_000 }, async () => {
  const { page } = await world.open({ as: 'staff', screen: 'wide' });
  const list = await openTable(page);

  // A typed text is a new one of several; Enter in the empty line after it saves.
  const row = await filledRow(list, 'contributor');
  const texts = await goTo(list, row, 'contributor');
  const before = await texts.innerText();
  await page.keyboard.type('Zed Writer', SPEED);
  const editor = editorOf(list, 'Contributor');
  await expect.poll(() => editor.getByRole('textbox').last().inputValue()).toBe('Zed Writer');
  await page.keyboard.press('Enter');
  await expect.poll(() => editor.getByRole('textbox').last().inputValue()).toBe('');
  await page.keyboard.press('Enter');
  await expect.poll(() => texts.innerText()).toBe(`${before}Zed Writer`);
  await expect.poll(() => currentRow(page)).toBe(row + 1);

  // A related record is found by typing, and chosen by Enter while it is searched.
  const filled = await filledRow(list, 'source');
  const source = await goTo(list, filled, 'source');
  const former = await source.innerText();
  await page.keyboard.type('lent by', SPEED);
  await page.keyboard.press('Enter');
  const found = editorOf(list, 'Source').getByRole('combobox');
  await expect.poll(() => found.getAttribute('aria-expanded')).toBe('false');
  await expect.poll(() => found.inputValue()).toMatch(/^Lent by ./u);
  const chosen = await found.inputValue();
  await page.keyboard.press('Enter');
  await editorOf(list, 'Source').waitFor({ state: 'detached' });
  await expect.poll(() => source.innerText()).toBe(chosen);
  await page.keyboard.press('Control+z');
  await expect.poll(() => source.innerText()).toBe(former);

  // A text that names nothing keeps the editor open.
  await goTo(list, filled, 'source');
  await page.keyboard.type('zzzzzz', SPEED);
  await page.keyboard.press('Tab');
  await expect.poll(() => found.getAttribute('aria-invalid')).toBe('true');
  expect(await found.inputValue()).toBe('zzzzzz');
  await page.keyboard.press('Escape');

  const level = await goTo(list, row, '$access');
  await page.keyboard.type('priv', SPEED);
  await page.keyboard.press('Enter');
  await expect.poll(() => level.innerText()).toBe('Private');
});

it('[EXPERIENCE] [CELL-05] the table stays while the next cell is in view', { timeout: 120_000 }, async () => {
  const { page } = await world.open({ as: 'staff', screen: 'wide' });
  await page.setViewportSize({ width: 1440, height: 900 });
  const list = await openList(page, `/archive.catalogue?c0=${encodeURIComponent('.show=TABLE')}`);
  await list.locator('.bp6-table-cell a').first().waitFor();
  // Places of the columns with which the type starts.
  const [type, callNumber] = [1, 4];
  const at = (row: number, col: number): Locator =>
    list
      .locator(`.bp6-table-quadrant-main .bp6-table-cell-row-${row}.bp6-table-cell-col-${col} [role=gridcell]`)
      .first();
  const scroller = list.locator('.bp6-table-quadrant-main .bp6-table-quadrant-scroll-container');
  const offset = (): Promise<number[]> => scroller.evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]);
  const titleWidth = (): Promise<number> =>
    list
      .locator('.bp6-table-cell-col-0')
      .first()
      .evaluate((cell) => cell.getBoundingClientRect().width);
  const current = list.locator('.kk-table-current');
  /** Returns the offset after the cell is the current one, and was drawn. */
  const offsetAt = async (place: string): Promise<number[]> => {
    await expect
      .poll(() => current.evaluate((cell) => `${cell.parentElement?.ariaRowIndex}/${cell.ariaColIndex}`))
      .toBe(place);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    return await offset();
  };
  const commit = async (key: string, name: string, place: string): Promise<number[]> => {
    const editor = editorOf(list, name);
    await editor.waitFor();
    await page.keyboard.press(key);
    await editor.waitFor({ state: 'detached' });
    return await offsetAt(place);
  };
  // The width of the titles is known with the first row, so that a click at once meets the right cell.
  const width = await titleWidth();
  await at(5, type).click();
  await expect.poll(() => at(5, type).innerText()).not.toMatch(/^$|Loading/u);
  await page.keyboard.type('map', SPEED);
  expect(await commit('Enter', 'Type', '8/2')).toEqual([0, 0]);
  await page.keyboard.type('boo', SPEED);
  expect(await commit('Tab', 'Type', '8/3')).toEqual([0, 0]);

  // A column that is partly out of sight is scrolled to, and no further.
  await at(5, callNumber).click({ position: { x: 3, y: 3 } });
  await page.keyboard.press('ArrowDown');
  const shown = await offsetAt('8/5');
  expect(shown[0]).toBeLessThan(width);
  await page.keyboard.type('TI-A 1', SPEED);
  expect(await commit('Enter', 'Call number', '9/5')).toEqual(shown);
  // Rows that come into view do not change the width.
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await expect.poll(async () => (await offset())[1]).toBeGreaterThan(500);
  await expect.poll(() => current.innerText()).not.toMatch(/Loading/u);
  expect(await titleWidth()).toBe(width);
});

it('[EXPERIENCE] [CELL-05] the message about a change undoes that change and goes with it', async () => {
  const { page, context } = await world.open({ as: 'staff', screen: 'wide' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const list = await openTable(page);
  const row = await filledRow(list, 'type');
  const first = await goTo(list, row, 'type');
  const before = await first.innerText();
  const next = before === 'Map' ? 'Book' : 'Map';
  await page.keyboard.type(next.slice(0, 3).toLowerCase(), SPEED);
  await page.keyboard.press('Enter', SPEED);
  await expect.poll(() => first.innerText()).toBe(next);
  // A block of two cells.
  const others = [cellAt(list, row + 2, 'type'), cellAt(list, row + 3, 'type')] as const;
  const former = [await others[0].innerText(), await others[1].innerText()];
  await goTo(list, row + 2, 'type');
  await page.evaluate(() => navigator.clipboard.writeText('Letter\nLetter'));
  await page.keyboard.press('Control+v');
  await expect
    .poll(async () => [await others[0].innerText(), await others[1].innerText()])
    .toEqual(['Letter', 'Letter']);
  const offer = page.getByRole('button', { name: 'Undo', exact: true }).filter({ hasText: 'Undo' });
  await offer.first().waitFor();
  await page.keyboard.press('Control+z');
  await expect.poll(async () => [await others[0].innerText(), await others[1].innerText()]).toEqual(former);
  await offer.waitFor({ state: 'detached' });
  expect(await first.innerText()).toBe(next);
  await page.keyboard.press('Control+z');
  await expect.poll(() => first.innerText()).toBe(before);
});

it('[EXPERIENCE] [CELL-05] the present value of a relation is found and marked as chosen', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'wide' });
  const list = await openList(page, `/archive.catalogue?c0=${encodeURIComponent('.show=TABLE&cols=$label*owner')}`);
  const owner = list.locator('.bp6-table-quadrant-main .bp6-table-cell-col-1 [role=gridcell]').first();
  await owner.locator('a').waitFor();
  await expect.poll(() => owner.innerText()).not.toMatch(/^$|Loading/u);
  const name = await owner.innerText();
  await owner.click({ position: { x: 3, y: 3 } });
  await page.keyboard.type(name.slice(0, 6), SPEED);
  const editor = editorOf(list, 'Owner');
  await editor.getByRole('option', { name: `${name} Chosen` }).waitFor();
  expect(await editor.getByText(/Nothing found|Ask an administrator/u).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await editor.waitFor({ state: 'detached' });
  expect(await owner.innerText()).toBe(name);
});
