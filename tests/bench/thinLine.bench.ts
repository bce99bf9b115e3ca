// A list of the product over a line of 1 Mbit/s and 600 ms, for HTTP and the socket. Measures when the first text and the first rows are
// shown, in a browser without a cache and in one with a cache, from the built server in a real Chromium.

import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { report } from 'tests/bench/figures.ts';
import { milliseconds, timesOf } from 'tests/bench/measure.ts';
import { openProduct } from 'tests/bench/openProduct.ts';
import { startThinLine, type ThinLine } from 'tests/bench/startThinLine.ts';
import { launchBrowser } from 'tests/e2e/harness/launchBrowser.ts';
import { openVisit } from 'tests/e2e/harness/openVisit.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';

const LINE = { bytesPerSecond: 125_000, roundTripMs: 600 };
const ROUNDS = 3;
const PATH = '/archive.catalogue';
/** Limits in milliseconds. */
const LIMITS = { text: 1500, coldRows: 4000, warmRows: 1500, laterRows: 2000 };

interface Seen {
  /** Milliseconds since the start of the navigation. */
  readonly text: number;
  readonly rows: number;
  readonly bytes: number;
}

/** Records when the first row of results has its words. The browser itself records the time of the first text. */
const noteRows = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const watch = globalThis as { rowsAt?: number };
    new MutationObserver((_, observer) => {
      const row = document.querySelector('.kk-results a[href*="/i-"]');
      if (!row || row.textContent.trim() === '') return;
      observer.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => (watch.rowsAt = performance.now())));
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });

const visit = async (page: Page, line: ThinLine): Promise<Seen> => {
  line.takeBytes();
  await page.goto(PATH, { waitUntil: 'commit' });
  await page.waitForFunction(() => 'rowsAt' in globalThis, undefined, { polling: 50 });
  const bytes = line.takeBytes();
  const [text, rows] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
    (globalThis as { rowsAt?: number }).rowsAt ?? Infinity,
  ]);
  return { text: text ?? Infinity, rows: rows ?? Infinity, bytes };
};

interface Visits {
  readonly cold: Seen;
  readonly warm: Seen;
  readonly later: Seen;
}

/** Measures in a new browser, and then in the same one again. */
const severalTimes = async (browser: Browser, line: ThinLine, token: string): Promise<Visits> => {
  const { page, context } = await openVisit(browser, line.url, { token, serviceWorker: true });
  await noteRows(context);
  const cold = await visit(page, line);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForLoadState('networkidle');
  // Loads the page once more, so that the service worker has cached its files.
  await visit(page, line);
  await page.waitForLoadState('networkidle');
  const warm = await visit(page, line);
  // Simulates the next day: the browser has its cache, but no open connection.
  await page.goto('about:blank');
  line.hangUp();
  const later = await visit(page, line);
  await context.close();
  return { cold, warm, later };
};

const tell = (name: string, of: readonly number[], atMost: number, baseline: number): void => {
  const { median, best } = timesOf(of);
  report({
    name,
    unit: 'ms',
    value: median,
    best,
    baseline: { name: 'what the line needs at least', value: baseline },
    limit: { of: 'value', atMost },
  });
};

export const run = async (): Promise<void> => {
  const { server, stop } = await openProduct({ PUBLIC_URL: '' });
  const line = await startThinLine(server.url, LINE);
  const launched = await launchBrowser();
  const browser = await chromium.connect(launched.address);
  const token = await tokenOf(server.url, 'staff');
  const visits: Visits[] = [];
  for (let round = 0; round < ROUNDS; round += 1) visits.push(await severalTimes(browser, line, token));
  await launched.close();
  await line.stop();
  await stop();
  for (const each of visits)
    console.log(
      Object.entries(each)
        .map(([when, { text, rows, bytes }]) => {
          const [words, results] = [milliseconds(text), milliseconds(rows)];
          return `${when} text ${words}, rows ${results} ms, ${(bytes / 1000).toFixed(0)} kB`;
        })
        .join('; '),
    );
  const journeys = (count: number, bytes: number): number =>
    count * LINE.roundTripMs + (bytes / LINE.bytesPerSecond) * 1000;
  const bytesCold = timesOf(visits.map(({ cold }) => cold.bytes)).median;
  // A connection and the page, which fills the line until the first of the files arrives.
  tell(
    'first text on 1 Mbit/s, 600 ms, cold',
    visits.map(({ cold }) => cold.text),
    LIMITS.text,
    journeys(2, 0),
  );
  tell(
    'rows on that line, cold',
    visits.map(({ cold }) => cold.rows),
    LIMITS.coldRows,
    journeys(2, bytesCold),
  );
  tell(
    'rows on that line, warm',
    visits.map(({ warm }) => warm.rows),
    LIMITS.warmRows,
    journeys(1, 0),
  );
  tell(
    'rows on that line, warm, with new connections',
    visits.map(({ later }) => later.rows),
    LIMITS.laterRows,
    journeys(2, 0),
  );
};
