// Copies of records and lists on the device of a visit, and the loss of its connection.
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { OFFLINE_DATABASE } from 'src/client/stores/offlineDatabase.ts';

/** Number of rows that this device stores, 0 without a database. */
export const storedRows = (page: Page): Promise<number> =>
  page.evaluate(async (name) => {
    const known = await indexedDB.databases();
    if (!known.some((database) => database.name === name)) return 0;
    const request = indexedDB.open(name);
    await new Promise((resolve) => request.addEventListener('success', resolve));
    const database = request.result;
    if (!database.objectStoreNames.contains('copies')) {
      database.close();
      return 0;
    }
    const rows = database.transaction('copies').objectStore('copies').count();
    await new Promise((resolve) => rows.addEventListener('success', resolve));
    database.close();
    return rows.result;
  }, OFFLINE_DATABASE);

/** Waits until the number of stored rows has stayed the same for some time. */
export const untilStored = async (page: Page): Promise<void> => {
  let before = -1;
  let same = 0;
  await expect
    .poll(
      async () => {
        const now = await storedRows(page);
        same = now > 0 && now === before ? same + 1 : 0;
        before = now;
        return same;
      },
      { timeout: 60_000, interval: 3_000 },
    )
    .toBeGreaterThanOrEqual(3);
};

/** Cuts the connection of a visit whose service worker runs. */
export const withoutNetwork = async (page: Page, context: BrowserContext): Promise<void> => {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await context.setOffline(true);
  await page.locator('header').getByText('no connection').waitFor({ timeout: 20_000 });
};
