// Opens the files of a sample record, found by its title. Called by viewers.e2e.ts and for the views of views.ts.
import type { Page } from 'playwright-core';

/** Returns the address of a search for that title. */
export const recordSearch = (title: string): string => `/archive.catalogue?c0=${encodeURIComponent(`.q=${title}`)}`;

/** Opens the files of the record in the search results. */
export const openFoundFiles = async (page: Page, title: string): Promise<void> => {
  const href = await page.getByRole('link', { name: title }).first().getAttribute('href');
  await page.goto(`/${/i-ArchiveEntry-\d+/.exec(href ?? '')?.[0]}?c0=files`);
};

export const openFiles = async (page: Page, title: string): Promise<void> => {
  await page.goto(recordSearch(title));
  await openFoundFiles(page, title);
};
