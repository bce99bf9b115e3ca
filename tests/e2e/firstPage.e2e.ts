// The first page stays small: the data that must be loaded before a person on a slow line can sign in.
import { brotliCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { firstVisit, toBeUsable } from 'tests/e2e/harness/firstVisit.ts';
import { shownList } from 'tests/e2e/harness/columns.ts';
import { connectBrowser } from 'tests/e2e/harness/connectBrowser.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

/** Limits in bytes. */
const LIMITS = { signIn: 200_000, firstRows: 270_000, form: 78_000 };
const world = useWorld();

const sizeOf = async (path: string): Promise<number> => {
  const { headers } = await fetch(world.url + path, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
  return Number(headers.get('content-length') ?? Infinity);
};

/** Returns the bytes of the scripts that the page itself contains, as its best compression sends them. */
const embeddedScripts = async (): Promise<number> => {
  const page = await (await fetch(world.url)).text();
  const scripts = [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script = '']) => script);
  expect(scripts).toHaveLength(2);
  const compressed = brotliCompressSync(scripts.join('\n')).length;
  await expect.poll(() => sizeOf('/')).toBeLessThan(compressed * 1.35);
  return compressed;
};

it('loads at most 200 kB of scripts, compressed and kept for good, before the sign-in form can be used', async () => {
  const browser = await connectBrowser();
  const loaded = await firstVisit(browser, world.url);
  await browser.close();
  const scripts = loaded.filter(({ kind }) => kind === 'script');
  expect(scripts.length).toBeGreaterThan(1);
  expect(
    scripts.filter(({ encoding, cacheControl }) => encoding === 'none' || !cacheControl.includes('immutable')),
  ).toEqual([]);
  const requested = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(requested + (await embeddedScripts())).toBeLessThanOrEqual(LIMITS.signIn);
});

it('has at most 270 kB of scripts and style sheets come before the first rows of a list', async () => {
  const page = await (await fetch(world.url)).text();
  const brought = ['bundle', 'workspace'].map(
    (id) => page.split(`<template id="${id}">`)[1]?.split('</template>')[0] ?? '',
  );
  const files = new Set(
    brought.flatMap((tags) => [...tags.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, path = '']) => path)),
  );
  expect(files.size).toBeGreaterThan(5);
  const sheet = /<style[^>]*>([^]*?)<\/style>/.exec(page)?.[1] ?? '';
  expect(sheet.length).toBeGreaterThan(10_000);
  const embedded = (await embeddedScripts()) + brotliCompressSync(sheet).length;
  const sizes = await Promise.all([...files].map(sizeOf));
  expect(sizes.reduce((sum, each) => sum + each, embedded)).toBeLessThanOrEqual(LIMITS.firstRows);
});

/** Scripts of forms: the frame and the engine of the form of an item, and the fields of forms without a type, where an item needs them. */
const FORM_SCRIPTS = ['ItemForm', 'SchemaForm', 'fieldForm'];

it('brings at most 78 kB of scripts for the form itself, without the Markdown that no form has', async () => {
  const { page } = await world.open({ as: 'staff', at: '/i-ArchiveEntry-1?c0=edit' });
  await page.getByLabel(/^Secondary title/).waitFor();
  const sizes = await page.evaluate((names) => {
    const scripts = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return names.map((name) => scripts.find((each) => each.name.includes(`/${name}-`))?.encodedBodySize ?? 0);
  }, FORM_SCRIPTS);
  expect(sizes.slice(0, 2)).not.toContain(0);
  expect(sizes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(LIMITS.form);
});

it('[SHELL-01] informs users of browsers without the required features, and never loads the bundle there', async () => {
  const visit = await world.open({ serviceWorker: true, at: '/' });
  await visit.page.getByLabel('Email').waitFor();
  const page = await visit.context.newPage();
  await page.addInitScript(() => {
    Reflect.deleteProperty(Array.prototype, 'toSorted');
  });
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await page.goto('/');
  await page
    .getByRole('alert')
    .getByText(/browser/i)
    .waitFor();
  await page.waitForLoadState('networkidle');
  expect(scripts).toEqual([]);
  expect(await page.locator('#app').innerHTML()).toBe('');
});

it('shows whose site it is before any script or style sheet has come', async () => {
  const browser = await connectBrowser();
  const page = await browser.newPage({ baseURL: world.url, serviceWorkers: 'block' });
  await page.route('**/assets/**', () => {}); // never answered, as on a line that has only just delivered the page
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByText('Our Community').waitFor();
  await page.getByText('Loading').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await browser.close();
});

it('[SHELL-15] the service worker keeps the files of this build and of the one before, and no older ones', async () => {
  const browser = await connectBrowser();
  const context = await browser.newContext({ baseURL: world.url });
  const page = await context.newPage();
  // An address of the site that starts no service worker.
  await page.goto('/sw.js');
  await page.evaluate(async () => {
    for (const name of ['assets', 'assets-older', 'shell-before', 'assets-before'])
      await (await caches.open(name)).put('/assets/shared.js', new Response(name));
  });
  await toBeUsable(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  const kept = async (): Promise<readonly string[]> =>
    page.evaluate(async () => (await caches.keys()).filter((name) => /^assets|before/.test(name)));
  await expect.poll(kept).toEqual(['assets-before', expect.stringMatching(/^assets-/)]);
  expect(await page.evaluate(async () => (await fetch('/assets/shared.js')).text())).toBe('assets-before');
  await context.close();
});

it('[SHELL-15] is kept for a visit without the line by a service worker for the whole site, and goes on without one', async () => {
  const browser = await connectBrowser();
  const context = await browser.newContext({ baseURL: world.url });
  const page = await context.newPage();
  await toBeUsable(page);
  const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  expect(scope).toBe(new URL('/', world.url).href);
  await page.reload(); // requests from before the worker are cached now
  await page.getByLabel('Email').waitFor();
  await expect
    .poll(() => page.evaluate(async () => (await caches.match('/', { ignoreSearch: true })) !== undefined))
    .toBe(true);
  await context.setOffline(true);
  await page.reload();
  await page.getByText('Our Community').first().waitFor();
  await page.locator('button[type=submit]').waitFor();
  await context.close();

  const refused = await browser.newContext({ baseURL: world.url });
  await refused.route('**/sw.js', (route) => route.fulfill({ status: 404 }));
  const other = await refused.newPage();
  const errors: string[] = [];
  other.on('pageerror', ({ message }) => errors.push(message));
  await toBeUsable(other);
  await other.waitForLoadState('networkidle');
  expect(await other.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  expect(errors).toEqual([]);
  expect(await other.getByRole('alert').filter({ hasText: /\w/, visible: true }).count()).toBe(0);
  await refused.close();
  await browser.close();
});

it('[SHELL-15] gets the page only once while it is the same, at any address', async () => {
  const browser = await connectBrowser();
  const context = await browser.newContext({ baseURL: world.url });
  const statuses: number[] = [];
  context.on('response', (response) => {
    const isDocument = /\/(?:sign-in|forgot-password|terms)$/.test(response.url());
    if (response.request().serviceWorker() && isDocument) statuses.push(response.status());
  });
  const page = await context.newPage();
  await toBeUsable(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.goto('/forgot-password');
  // The first request may have had the quicker compression, so the second one may be sent the page again.
  await page.goto('/terms');
  await expect.poll(async () => (await page.goto('/sign-in')) && statuses.at(-1)).toBe(304);
  await page.goto('/forgot-password');
  await expect.poll(() => statuses.slice(-2)).toEqual([304, 304]);
  await page.getByLabel('Email').waitFor();
  await context.close();
  await browser.close();
});

it('[SRCH-01] [AUTH-05] sends the first search of a list while the scripts load, once, and sends none without a session', async () => {
  const { page, allowConsole } = await world.open({ serviceWorker: true, as: 'staff', at: '/archive.catalogue' });
  await shownList(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/item')) asked.push(request.postData() ?? '');
  });
  // Other tests search as the same person. If they reach the rate limit, the page sends the request again.
  allowConsole(/429/);
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 429) refused.push(response.request().postData() ?? '');
  });
  // Without a socket, the page gets its user and its content from the answers to its early requests.
  await page.routeWebSocket('**/ws', () => {});
  await page.reload();
  const rows = page.locator('.kk-results a[href*="/i-"]');
  await rows.first().waitFor();
  const early = asked.filter((text) => text.includes('"openingSearch"'));
  expect(early.map((text) => JSON.parse(text) as object)).toMatchObject([
    { s: 'early', b: { address: '/archive.catalogue' } },
  ]);
  const more = asked.filter((text) => text.includes('"search/ids"') && text.includes('"max":50,'));
  expect(more).toHaveLength(refused.filter((text) => text.includes('"openingSearch"')).length);
  await page.evaluate(() => localStorage.removeItem('Access-Token'));
  // Waits until no picture is loading when the cookie is removed.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto('/archive.catalogue');
  await page.getByLabel('Email').waitFor();
  expect(asked.filter((text) => text.includes('"early"'))).toHaveLength(2);
});
