// Every story of the built storybook, in both themes and three widths: it draws something, without an error, nothing stands outside
// of the page, and axe finds nothing.
// The build is read from storybook-static; nothing is served, and nothing else is asked for.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe, axeColours, type Violation } from 'tests/e2e/harness/axe.ts';
import { connectBrowser } from 'tests/e2e/harness/connectBrowser.ts';
import type { Theme } from 'tests/e2e/harness/openVisit.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';

const built = fileURLToPath(new URL('../../storybook-static', import.meta.url));
const HOST = 'http://stories.test';
/** What a part of a page cannot have by itself; the pages that stand in stories are asked for them by the browser tests. */
const WHOLE_PAGE = ['page-has-heading-one', 'landmark-one-main', 'landmark-unique', 'region', 'avoid-inline-spacing'];
/** Made of the same parts for every type and screen: by turns they are looked at whole in one theme or the other. */
const DECLARED = /^(?:types|screens)-/;
const DESKTOP = { width: 1280, height: 800 };
const NARROW = [
  { width: 768, height: 1024 },
  { width: 360, height: 740 },
];
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><rect width="4" height="3" fill="#7ea6b8"/></svg>';
const AT_ONCE = 4;

interface Entry {
  readonly id: string;
  readonly type: string;
}

const entries = (): readonly Entry[] => {
  const { entries } = JSON.parse(readFileSync(join(built, 'index.json'), 'utf8')) as { entries: Record<string, Entry> };
  return Object.values(entries).filter(({ type }) => type === 'story');
};

/** Gives the build, and a picture where the product would ask its server for one; notes what else is asked for, and what the console says. */
const openStories = async (browser: Browser, told: string[]): Promise<BrowserContext> => {
  const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce' });
  await context.route('**/*', (route) => {
    const { origin, pathname } = new URL(route.request().url());
    const path = join(built, decodeURIComponent(pathname));
    if (origin === HOST && existsSync(path)) return route.fulfill({ path });
    if (/^\/(?:item-id-image|attachment)\//.test(pathname))
      return route.fulfill({ contentType: 'image/svg+xml', body: PICTURE });
    told.push(`nothing is served at ${route.request().url()}`);
    return route.fulfill({ status: 404, body: '' });
  });
  context.on('console', (message) => {
    if (message.type() === 'error') told.push(`console: ${message.text().slice(0, 300)}`);
  });
  context.on('weberror', (error) => told.push(`uncaught: ${error.error().message}`));
  return context;
};

/** Until a third of a second has passed without a change. */
const settled = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let quiet = setTimeout(resolve, 350);
        new MutationObserver(() => {
          clearTimeout(quiet);
          quiet = setTimeout(resolve, 350);
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
  );

/** Tells the storybook of the page something, and waits until it has drawn a story again, or failed to. */
const tell = (page: Page, event: string, told: unknown): Promise<void> =>
  page.evaluate(
    ([event, told]) =>
      new Promise<void>((resolve) => {
        const { __STORYBOOK_ADDONS_CHANNEL__: channel } = globalThis as unknown as {
          __STORYBOOK_ADDONS_CHANNEL__: {
            emit(event: string, told: unknown): void;
            once(event: string, then: () => void): void;
          };
        };
        for (const end of ['storyRendered', 'storyErrored', 'storyThrewException', 'storyMissing'])
          channel.once(end, () => resolve());
        channel.emit(event, told);
      }),
    [event, told] as const,
  );

const inWords = (violations: readonly Violation[]): string[] =>
  violations.map(({ rule, nodes }) => `${rule}: ${nodes.slice(0, 2).join(' | ')}`);

/** What is wrong with the story that the page shows on a desktop. */
const faultsOnDesktop = async (page: Page, id: string): Promise<string[]> => {
  await settled(page);
  const failed = await page.locator('body:not(.sb-show-main)').count();
  const drawn = await page.evaluate(() => document.querySelector('#storybook-root')?.textContent.trim() ?? '');
  return [
    ...(failed > 0 ? ['storybook shows an error'] : []),
    ...(new URL(page.url()).searchParams.get('id') === id ? [] : ['another story is drawn']),
    ...(drawn.length < 15 ? ['nothing is drawn'] : []),
    ...inWords(await axe(page, WHOLE_PAGE)),
  ];
};

/** What is wrong with the same story in the other theme, on less and less wide pages. */
const faultsWhenNarrow = async (page: Page, id: string, theme: Theme): Promise<string[]> => {
  const faults: string[] = [];
  for (const size of NARROW) {
    await page.setViewportSize(size);
    await settled(page);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (over > 0) faults.push(`at ${size.width} px the page is ${over} px too wide`);
  }
  const dark = await page.evaluate(() => document.body.classList.contains('bp6-dark'));
  return [
    ...faults,
    ...(dark === (theme === 'dark') ? [] : ['is drawn in the other theme']),
    ...(DECLARED.test(id) ? [] : inWords(await axeColours(page))),
  ];
};

/** One page draws one story after the other, wide in one theme and narrow in the other, by turns. */
const faultsOfStories = async (page: Page, next: () => string | undefined, told: string[]): Promise<string[]> => {
  const faults: string[] = [];
  let theme: Theme = 'light';
  // The accessibility checker of storybook waits to be asked: two at once get in each other's way.
  const address = `${HOST}/iframe.html?viewMode=story&globals=theme:light;a11y.manual:!true`;
  for (let id = next(); id !== undefined; id = next()) {
    await page.setViewportSize(DESKTOP);
    if (page.url().startsWith(HOST)) await tell(page, 'setCurrentStory', { storyId: id, viewMode: 'story' });
    else await page.goto(`${address}&id=${id}`);
    await page
      .locator('body.sb-show-main, body.sb-show-errordisplay, body.sb-show-nopreview')
      .waitFor({ state: 'attached' });
    const wide = await faultsOnDesktop(page, id);
    await screenshot(page, `stories/${id}-${theme}`);
    theme = theme === 'light' ? 'dark' : 'light';
    await tell(page, 'updateGlobals', { globals: { theme } });
    const narrow = await faultsWhenNarrow(page, id, theme);
    await screenshot(page, `stories/${id}-${theme}-narrow`);
    faults.push(...[...wide, ...narrow, ...told.splice(0)].map((fault) => `${id}, now ${theme}: ${fault}`));
  }
  return faults;
};

describe('every story', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await connectBrowser();
  });
  afterAll(() => browser.close());

  it(
    'is drawn in both themes and three widths, without an error or an axe violation',
    { timeout: 600_000 },
    async () => {
      const waiting = entries().map(({ id }) => id);
      expect(waiting.length).toBeGreaterThan(100);
      const faults: string[] = [];
      const work = async (): Promise<void> => {
        const told: string[] = [];
        const context = await openStories(browser, told);
        const page = await context.newPage();
        faults.push(...(await faultsOfStories(page, () => waiting.shift(), told)));
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      expect(faults).toEqual([]);
    },
  );
});
