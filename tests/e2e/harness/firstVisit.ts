// Records all transfers of a new browser until the sign-in form can be used, as sent over the network.
// Called by firstPage.e2e.ts, which checks the limit, and by the bench, which prints details.
import type { Browser, Page, Response } from 'playwright-core';

export interface Loaded {
  readonly path: string;
  readonly kind: string;
  readonly encoding: string;
  readonly cacheControl: string;
  readonly bytes: number;
  /** Time of the request. */
  readonly askedAt: number;
}

/** Records in the page when the form can be used, so that later requests are not counted on a slow machine. */
const noteUsable = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('button[type=submit]:enabled')) return;
      observer.disconnect();
      (globalThis as { usableAt?: number }).usableAt = Date.now();
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });

export const toBeUsable = async (page: Page): Promise<void> => {
  await page.goto('/sign-in');
  await page.locator('input[type=email], input[autocomplete=username]').first().fill('somebody@sample.test');
  await page.locator('input[type=password]').fill('something');
  await page.locator('button[type=submit]:enabled').waitFor();
};

const loadedFrom = async (response: Response): Promise<Loaded> => {
  const headers = await response.allHeaders();
  const { responseBodySize, responseHeadersSize } = await response.request().sizes();
  return {
    path: new URL(response.url()).pathname,
    kind: response.request().resourceType(),
    encoding: headers['content-encoding'] ?? 'none',
    cacheControl: headers['cache-control'] ?? 'none',
    bytes: responseBodySize + responseHeadersSize,
    askedAt: response.request().timing().startTime,
  };
};

export const firstVisit = async (browser: Browser, url: string): Promise<Loaded[]> => {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  const responses: Promise<Loaded>[] = [];
  let usable = false;
  page.on('requestfinished', (request) => {
    if (usable) return;
    responses.push(
      request.response().then((response) => {
        if (!response) throw new Error(`no answer to ${request.url()}`);
        return loadedFrom(response);
      }),
    );
  });
  await noteUsable(page);
  await toBeUsable(page);
  usable = true;
  const loaded = await Promise.all(responses);
  const usableAt = await page.evaluate(() => (globalThis as { usableAt?: number }).usableAt ?? Infinity);
  await context.close();
  return loaded.filter(({ askedAt }) => askedAt <= usableAt);
};
