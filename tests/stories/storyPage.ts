// Shows the stories of the built storybook one after the other on the same page, controlled through storybook's own channel. The build is
// read from storybook-static without a server. Called by everyStory and differences.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { samplePictureFor } from 'stories/scripted/samplePictures.ts';
import { BROKEN, NEVER_THERE } from 'stories/viewers/madeFiles.ts';

const built = fileURLToPath(new URL('../../storybook-static', import.meta.url));
const HOST = 'http://stories.test';
export const DESKTOP = { width: 1280, height: 800 };

interface Entry {
  readonly id: string;
  readonly type: string;
}

/** Ids of all stories. */
export const storyIds = (): string[] => {
  const { entries } = JSON.parse(readFileSync(join(built, 'index.json'), 'utf8')) as { entries: Record<string, Entry> };
  return Object.values(entries).flatMap(({ id, type }) => (type === 'story' ? [id] : []));
};

/** Scripts and styles that each page waits for. A part that loads later asks for its script without making the page busy. */
const unanswered = new WeakMap<Page, Set<Request>>();
const PARTS = new Set(['script', 'stylesheet']);

const countRequests = (page: Page): void => {
  const open = new Set<Request>();
  unanswered.set(page, open);
  page.on('request', (request) => PARTS.has(request.resourceType()) && open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
};

/** Returns the answer to a request for a part of a file. */
const partOf = (path: string, from: number, to: number) => {
  const whole = readFileSync(path);
  const body = whole.subarray(from, to + 1);
  const range = `bytes ${from}-${from + body.length - 1}/${whole.length}`;
  return { status: 206, headers: { 'content-range': range, 'content-length': String(body.length) }, body };
};

/** Gives the build, and a picture where the product would ask its server for one; notes what else is asked for, and what the console says. */
export const openStories = async (browser: Browser, told: string[]): Promise<BrowserContext> => {
  const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce', timezoneId: 'UTC' });
  // A script run by tsx names its functions through this.
  await context.addInitScript('globalThis.__name ??= (named) => named');
  await context.route('**/*', (route) => {
    const { origin, pathname } = new URL(route.request().url());
    const path = join(built, decodeURIComponent(pathname));
    const range = /^bytes=(\d+)-(\d+)$/u.exec(route.request().headers().range ?? '');
    if (origin === HOST && statSync(path, { throwIfNoEntry: false })?.isFile())
      return route.fulfill(range ? partOf(path, Number(range[1]), Number(range[2])) : { path });
    if (pathname.includes(NEVER_THERE)) return undefined;
    if (pathname.includes(BROKEN)) return route.fulfill({ contentType: 'application/octet-stream', body: 'broken' });
    if (/^\/(?:item-id-image|attachment)\//.test(pathname))
      return route.fulfill({ path: join(built, samplePictureFor(pathname)) });
    told.push(`nothing is served at ${route.request().url()}`);
    return route.fulfill({ status: 404, body: '' });
  });
  context.on('page', countRequests);
  context.on('console', (message) => {
    if (message.type() === 'error') told.push(`console: ${message.text().slice(0, 300)}`);
  });
  context.on('weberror', (error) => told.push(`uncaught: ${error.error().message}`));
  return context;
};

/** Waits until all elements have their final positions for the size of the page. */
export const laidOut = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );

/** Resolves when the page has not changed for a third of a second. */
const untilQuiet = (page: Page): Promise<void> =>
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

/** Resolves when the page is quiet, waits for no part of it, and has drawn two frames since, so that its lists have measured their rows. */
export const settled = async (page: Page): Promise<void> => {
  const open = unanswered.get(page);
  do {
    await laidOut(page);
    await untilQuiet(page);
  } while (open !== undefined && open.size > 0);
  await laidOut(page);
};

/** The browser gives this reason when it drops the promise of an evaluation, which happens once in some thousand stories. */
const DROPPED_PROMISE = 'promise was garbage collected';

/**
 * Tells the storybook of the page something, and waits until it has drawn a story again, or failed to. Where the browser drops the promise,
 * callers still wait until the page is settled.
 */
export const tell = async (page: Page, event: string, told: unknown): Promise<void> => {
  const drawn = page.evaluate(
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
  await drawn.catch((error: unknown) => {
    if (!String(error).includes(DROPPED_PROMISE)) throw error;
  });
};

/** Puts the story on the page, in the theme that the page is in. */
export const showStory = async (page: Page, id: string): Promise<void> => {
  // The accessibility checker of storybook waits to be asked: two at once get in each other's way.
  const address = `${HOST}/iframe.html?viewMode=story&globals=theme:light;a11y.manual:!true`;
  if (page.url().startsWith(HOST)) await tell(page, 'setCurrentStory', { storyId: id, viewMode: 'story' });
  else await page.goto(`${address}&id=${id}`);
  await page
    .locator('body.sb-show-main, body.sb-show-errordisplay, body.sb-show-nopreview')
    .waitFor({ state: 'attached' });
  await settled(page);
};
