// Work in a table like in a spreadsheet: by the keys of the grid and by pointer, by a person who may change records and one who may not.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axe } from 'tests/e2e/harness/axe.ts';
import { openList } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { setTheme } from 'tests/e2e/harness/setTheme.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

const PATH = '/archive.catalogue?c0=.show%3DTABLE%26cols%3D%24label*callNumber*category*%24access*_c.ts';

/** Finds the current cell after the grid has reported it. */
const current = async (page: Page, place: string): Promise<Locator> => {
  const grid = page.getByRole('grid');
  await expect
    .poll(() =>
      grid.evaluate((element) => {
        const cell = document.getElementById(element.getAttribute('aria-activedescendant') ?? 'none');
        return `${cell?.parentElement?.ariaRowIndex}/${cell?.ariaColIndex}`;
      }),
    )
    .toBe(place);
  return page.locator('.kk-table-current');
};

it('[EXPERIENCE] a cell is found, changed, copied and left by keyboard', { timeout: 60_000 }, async () => {
  const { page, context } = await world.open({ as: 'staff', screen: 'wide' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const list = await openList(page, PATH);
  const grid = list.getByRole('grid');
  await list.locator('.bp6-table-cell a').first().waitFor();
  await grid.focus();
  await page.keyboard.press('ArrowRight');
  const cell = await current(page, '2/2');
  // Before its record is loaded, Enter would open the row.
  await expect.poll(() => cell.innerText()).not.toBe('');

  // A different value for each attempt.
  const typed = `CN ${Date.now()}`;
  await page.keyboard.press('Enter');
  const editor = list.getByRole('group', { name: 'Edit Call number' });
  const field = editor.getByRole('textbox');
  await field.waitFor();
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'table-edit');
  await field.fill('given up');
  await page.keyboard.press('Escape');
  await editor.waitFor({ state: 'detached' });
  await page.keyboard.press('F2');
  await field.waitFor();
  await field.fill(typed);
  await page.keyboard.press('Enter');
  await editor.waitFor({ state: 'detached' });
  // Enter goes to the cell below, as in a spreadsheet.
  await current(page, '3/2');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => cell.innerText()).toBe(typed);

  await expect.poll(() => grid.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Shift+ArrowDown');
  await list.getByText('2 cells selected').waitFor();
  await page.keyboard.press('Control+c');
  await page.getByText('2 cells copied').first().waitFor();
  expect((await page.evaluate(() => navigator.clipboard.readText())).split('\n')[0]).toBe(typed);

  await page.keyboard.press('Control+Home');
  await current(page, '2/1');
  await page.keyboard.press('PageDown');
  await expect.poll(() => page.locator('.kk-table-current').count()).toBe(1);
  await page.keyboard.press('Tab');
  const isFocused = (element: Element): boolean => element === document.activeElement;
  expect(await list.getByRole('button', { name: /^Undo/ }).evaluate(isFocused)).toBe(true);
  await page.keyboard.press('Shift+Tab');
  expect(await grid.evaluate(isFocused)).toBe(true);
});

it('[EXPERIENCE] a user who may not change a record sees that at the cell, and can read and copy it', async () => {
  const { page, context } = await world.open({ as: 'member', screen: 'phone', theme: 'dark' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // One column fills the screen of a phone.
  const list = page;
  await page.goto('/spatial.features?c0=.show%3DTABLE');
  const title = list.locator('.bp6-table-cell-col-0 a').first();
  await title.waitFor();
  const label = await title.innerText();
  const scroller = list.locator('.bp6-table-quadrant-main .bp6-table-quadrant-scroll-container');
  const { x: before } = (await title.boundingBox())!;
  await scroller.evaluate((element) => element.scrollTo({ left: 200 }));
  await expect.poll(() => scroller.evaluate((element) => element.scrollLeft)).toBeGreaterThan(50);
  expect((await title.boundingBox())!.x).toBe(before);
  await scroller.evaluate((element) => element.scrollTo({ left: 0 }));
  await expect.poll(() => scroller.evaluate((element) => element.scrollLeft)).toBe(0);
  await list
    .locator('.bp6-table-cell-row-0.bp6-table-cell-col-1 [role=gridcell]')
    .dblclick({ position: { x: 4, y: 4 } });
  await page.getByText('You cannot change this cell').first().waitFor();
  // The message lies over the foot of the table until it is closed.
  await page.getByRole('region', { name: 'Messages' }).getByRole('button').first().click();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'table-phone');
  await setTheme(page, 'light');
  expect(await axe(page)).toEqual([]);
  await list.getByRole('grid').focus();
  await page.keyboard.press('Control+Home');
  await current(page, '2/1');
  await list.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByText('1 cell copied').first().waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(label);
});
