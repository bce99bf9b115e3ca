// The first page stays light: what must be loaded before a person on a thin line can sign in.
import { expect, it } from 'vitest';
import { firstVisit } from 'tests/e2e/harness/firstVisit.ts';
import { connectBrowser } from 'tests/e2e/harness/connectBrowser.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const LIMIT = 250_000;
const world = useWorld();

it('loads at most 250 kB of scripts, compressed and kept for good, before the sign-in form can be used', async () => {
  const browser = await connectBrowser();
  const loaded = await firstVisit(browser, world.url);
  await browser.close();
  const scripts = loaded.filter(({ kind }) => kind === 'script');
  expect(scripts.length).toBeGreaterThan(1);
  expect(
    scripts.filter(({ encoding, cacheControl }) => encoding === 'none' || !cacheControl.includes('immutable')),
  ).toEqual([]);
  expect(scripts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(LIMIT);
});

it('[SHELL-01] tells a browser that lacks what the product stands on, and never loads the bundle there', async () => {
  const visit = await world.open();
  await visit.page.getByLabel('E-mail').waitFor();
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
  await page.route('**/assets/**', () => {}); // never answered, as on a line that has only just brought the page
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByText('Our Community').waitFor();
  await page.getByText('Loading').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await browser.close();
});
