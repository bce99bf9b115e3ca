// Home and the menu, as a person arranges and opens them.
import type { Locator, Page } from 'playwright-core';

/** Adds an optional panel to home, and returns it. The page shows home. */
export const addHomePanel = async (page: Page, title: string): Promise<Locator> => {
  await page.getByRole('button', { name: 'Arrange', exact: true }).click();
  await page.getByRole('button', { name: 'Add a panel' }).click();
  await page.getByRole('menuitem', { name: title, exact: true }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  return page.getByRole('region', { name: title });
};
