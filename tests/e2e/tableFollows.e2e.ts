// A table whose rows change while a person works in it: the current cell stays on its record, and no key acts on another one.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { askAs, changeItem } from 'tests/e2e/harness/askAs.ts';
import { openList } from 'tests/e2e/harness/columns.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

const PATH = `/archive.catalogue?c0=${encodeURIComponent('.show=TABLE&sort=title&cols=$label*callNumber*type*category')}`;

/** Finds a cell by its row and column, both counted from 0. */
const cellAt = (list: Locator, row: number, col: number): Locator =>
  list.locator(`.bp6-table-quadrant-main .bp6-table-cell-row-${row}.bp6-table-cell-col-${col} [role=gridcell]`).first();

/** Creates a record that its title puts before all of the sample. */
const createFirst = async (title: string): Promise<string> => {
  const values = { owner: 'Organization-1', title, type: 'PHOTOGRAPH', callNumber: `Call ${title}` };
  return String((await askAs(world.url, 'staff', ['create/ArchiveEntry', values]))['$id']);
};

const remove = async (id: string): Promise<void> => {
  const { _u } = await askAs(world.url, 'staff', [`read/${id}`, null]);
  await askAs(world.url, 'staff', [`delete/${id}`, { _u: _u ?? null }]);
};
const callNumberOf = async (id: string): Promise<unknown> =>
  (await askAs(world.url, 'staff', [`read/${id}`, null]))['callNumber'];

const openTable = async (page: Page): Promise<Locator> => {
  const list = await openList(page, PATH);
  await list.locator('.bp6-table-cell a').first().waitFor();
  return list;
};

it('[EXPERIENCE] [CELL-05] what is typed into a cell goes to its record when rows above it leave', async () => {
  const above = await createFirst('0 above');
  const below = await createFirst('0 below');
  const { page } = await world.open({ as: 'staff', screen: 'desktop' });
  const list = await openTable(page);
  await list.getByText('Call 0 below', { exact: true }).click();
  await list.locator('.kk-table-current', { hasText: 'Call 0 below' }).waitFor();
  await remove(above);
  await list.getByText('Call 0 above', { exact: true }).waitFor({ state: 'detached' });
  await list.locator('.kk-table-current', { hasText: 'Call 0 below' }).waitFor();
  await page.keyboard.type('BELOW-1');
  await page.keyboard.press('Enter');
  await expect.poll(() => callNumberOf(below)).toBe('BELOW-1');
  await remove(below);
});

it('[EXPERIENCE] [CELL-05] no key changes another record when the record of the current cell is gone', async () => {
  const gone = await createFirst('0 gone');
  const next = await createFirst('0 next');
  const { page } = await world.open({ as: 'staff', screen: 'desktop' });
  const list = await openTable(page);
  await list.getByText('Call 0 gone', { exact: true }).click();
  await page.getByRole('button', { name: 'Change the cell' }).waitFor();
  await remove(gone);
  await page.getByText('The record of the selected cell is no longer in this table').waitFor();
  expect(await list.locator('.kk-table-current').count()).toBe(0);
  expect(await list.locator('.bp6-table-selection-region:visible').count()).toBe(0);
  await page.keyboard.type('WRONG');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Enter');
  expect(await page.locator('.kk-table-editor').count()).toBe(0);
  // The first key that moves shows the current cell again, and typing works there.
  await page.keyboard.press('ArrowDown');
  await list.locator('.kk-table-current', { hasText: 'Call 0 next' }).waitFor();
  expect(await callNumberOf(next)).toBe('Call 0 next');
  await page.keyboard.type('NEXT-1');
  await page.keyboard.press('Enter');
  await expect.poll(() => callNumberOf(next)).toBe('NEXT-1');
  await remove(next);
});

it('[EXPERIENCE] [CELL-05] a typed cell does not overwrite what another person saved meanwhile', async () => {
  const id = await createFirst('0 both');
  const { page } = await world.open({ as: 'staff', screen: 'desktop' });
  const list = await openTable(page);
  await list.getByText('Call 0 both', { exact: true }).click();
  await page.keyboard.type('MINE');
  await page.locator('.kk-table-editor').waitFor();
  await changeItem(world.url, id, { callNumber: 'THEIRS' });
  await page.keyboard.press('Enter');
  await page.getByText('0 both: Call number was not saved, because someone else has changed it').first().waitFor();
  expect(await callNumberOf(id)).toBe('THEIRS');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByText('Someone else changed the same values.').waitFor();
  await remove(id);
});

it('[EXPERIENCE] [CELL-05] what another person saves before the editor has loaded is not overwritten', async () => {
  const id = await createFirst('0 slow');
  const { page } = await world.open({ as: 'staff', screen: 'desktop' });
  let release = (): void => undefined;
  const saved = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/TableEditor-/, (route) => saved.then(() => route.continue()));
  const asked = page.waitForRequest(/TableEditor-/);
  const list = await openTable(page);
  await list.getByText('Call 0 slow', { exact: true }).click();
  await page.getByRole('button', { name: 'Change the cell' }).waitFor();
  await page.keyboard.type('MINE');
  await asked;
  await changeItem(world.url, id, { callNumber: 'THEIRS' });
  await list.getByText('THEIRS', { exact: true }).waitFor();
  release();
  await page.locator('.kk-table-editor').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('0 slow: Call number was not saved, because someone else has changed it').first().waitFor();
  expect(await callNumberOf(id)).toBe('THEIRS');
  await remove(id);
});

it('[EXPERIENCE] [CELL-05] the current cell follows its record into a group, and several cells do not become others', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'desktop' });
  const list = await openTable(page);
  await cellAt(list, 2, 1).click();
  const text = await cellAt(list, 2, 1).innerText();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByText('3 cells selected').waitFor();
  await list.getByRole('button', { name: 'Group', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'Type', exact: true }).click();
  await list.locator('.kk-group-heading').first().waitFor();
  await expect
    .poll(async () => {
      const current = await list.locator('.kk-table-current').allInnerTexts();
      return current.every((each) => each === text);
    })
    .toBe(true);
  expect(await page.getByText('3 cells selected').count()).toBe(0);
});
