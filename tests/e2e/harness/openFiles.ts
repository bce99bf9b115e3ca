// The files of a record of the sample, found by its title. Called by viewers.e2e.ts and for the views of views.ts.
import type { Page } from 'playwright-core';

/** Where the record with that title is found. */
export const recordSearch = (title: string): string => `/archive.catalogue?c0=${encodeURIComponent(`.q=${title}`)}`;

/** From where it was found to its files. */
export const openFoundFiles = async (page: Page, title: string): Promise<void> => {
  const href = await page.getByRole('link', { name: title }).first().getAttribute('href');
  await page.goto(`/${/i-ArchiveEntry-\d+/.exec(href ?? '')?.[0]}?c0=files`);
};

export const openFiles = async (page: Page, title: string): Promise<void> => {
  await page.goto(recordSearch(title));
  await openFoundFiles(page, title);
};
