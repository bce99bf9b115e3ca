// Actions of a person in the workspace: open a list, open an item, change a value, save.
// Called by *.e2e.ts; finds elements by role and name, as assistive technology does.
import type { Locator, Page } from 'playwright-core';

/** Finds a column by its heading. */
export const column = (page: Page, name: string | RegExp): Locator => page.getByRole('region', { name, exact: true });

/** Finds the column at a position from the left, starting at 1. */
export const columnAt = (page: Page, at: number): Locator =>
  page.locator('main > [data-kk-region=column], main [data-kk-region=column]').nth(at - 1);

/** Returns the current list after it shows its count. */
export const shownList = async (page: Page): Promise<Locator> => {
  const list = columnAt(page, 1);
  await list
    .getByText(/\d results?$/)
    .first()
    .waitFor();
  return list;
};

/** Opens a list. */
export const openList = async (page: Page, path: string): Promise<Locator> => {
  await page.goto(path);
  return await shownList(page);
};

/** Opens the edit form of the item that the column shows. */
export const startEditing = async (item: Locator): Promise<void> => {
  await item.getByRole('tab', { name: 'Edit' }).click();
  await item.getByRole('textbox').first().waitFor();
};

/** Opens the export of a list on a phone, where the tools are in a menu. */
export const openExportByMenu = async (page: Page, list: Locator): Promise<void> => {
  await list.getByRole('button', { name: 'More for this list' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Export…' }).press('Enter');
};

const EMPTY = /^(?:No results|Nothing here yet)$/;

const countShown = async (list: Locator): Promise<number | undefined> => {
  const line = (await list.locator('.kk-count').first().textContent()) ?? '';
  if ((await list.getByText(EMPTY).count()) > 0) return 0;
  const [, count] = /^([\d,]+) results?$/.exec(line.trim()) ?? [];
  return count === undefined ? undefined : Number(count.replaceAll(',', ''));
};

/** Waits for the counts of the facets, which follow the results. */
export const facetsCounted = (list: Locator): Promise<void> =>
  list.locator('.kk-facets[aria-busy=true]').waitFor({ state: 'detached' });

/** Returns the number in front of "results", 0 where the list is empty. Waits until the list has an answer with its counts. */
export const resultCount = async (list: Locator): Promise<number> => {
  const known = list.locator('.kk-count', { hasText: /\d/ }).or(list.getByText(EMPTY)).first();
  for (;;) {
    await known.waitFor();
    await facetsCounted(list);
    const count = await countShown(list);
    if (count !== undefined) return count;
  }
};
