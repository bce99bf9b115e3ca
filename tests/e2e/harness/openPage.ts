// Opens a page by the menu, as a person does: unfolds its area if it is folded, and follows the link.
import type { Locator, Page } from 'playwright-core';

/** Unfolds an area of the menu; one that is in the menu "More" is opened instead, which unfolds it. Returns the menu. */
export const unfoldArea = async (page: Page, area: string): Promise<Locator> => {
  const menu = page.getByRole('navigation', { name: 'Menu' });
  const fold = menu.getByRole('button', { name: new RegExp(`^(?:Show|Hide) the pages of ${area}$`) });
  const more = menu.getByRole('button', { name: 'More', exact: true });
  await fold.or(more).first().waitFor();
  if ((await fold.count()) === 0) {
    await more.click();
    await page.getByRole('menuitem', { name: area, exact: true }).click();
    await fold.waitFor();
  }
  if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click();
  return menu;
};

export const openPage = async (page: Page, area: string, name: string): Promise<void> => {
  const menu = await unfoldArea(page, area);
  await menu.getByRole('link', { name, exact: true }).click();
};
