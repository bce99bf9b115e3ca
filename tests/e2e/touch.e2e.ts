// A person with a phone: a whole ordinary visit with taps only.
import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { emailOf, samplePassword } from 'tests/e2e/harness/accounts.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { ENDED_SESSION } from 'tests/e2e/harness/openVisit.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useSharedWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useSharedWorld();

it('[ROUTE-06] signs in, finds, opens, edits, saves, looks at a picture and signs out by taps', async () => {
  const { page, allowConsole } = await world.open({ screen: 'touch', at: '/' });
  allowConsole(ENDED_SESSION);
  await page.getByRole('button', { name: 'OK' }).tap();
  await page.getByLabel('Email').tap();
  await page.keyboard.insertText(emailOf('staff'));
  await page.getByLabel('Password').tap();
  await page.keyboard.insertText(samplePassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).tap();
  await page.getByRole('region', { name: 'Home' }).waitFor();
  expect(await page.evaluate(() => [innerWidth, matchMedia('(hover: none)').matches])).toEqual([390, true]);

  await page.getByRole('button', { name: 'Menu' }).tap();
  await page.locator('.kk-drawer').getByRole('button', { name: 'Show the pages of Archive' }).tap();
  await page.locator('.kk-drawer').getByRole('link', { name: 'Catalogue', exact: true }).tap();
  const column = columnAt(page, 1);
  await column.locator('li[data-item]').first().waitFor();
  await column.getByRole('searchbox', { name: 'Search in this list' }).tap();
  await page.keyboard.insertText('long line');
  await column.getByRole('link', { name: 'The day of the long line' }).tap();

  await page.getByRole('tab', { name: 'Edit' }).tap();
  const box = page.getByLabel(/^Secondary title/);
  await box.tap();
  const text = `Written with a thumb ${Date.now()}`;
  await box.fill(text);
  await page
    .getByRole('button', { name: /^Save( now)?$/ })
    .filter({ visible: true })
    .first()
    .tap();
  await page.getByRole('tab', { name: 'Archive entry' }).tap();
  await page.getByRole('article').getByText(text).waitFor();

  const cover = page.getByRole('article').locator('.kk-cover-loaded');
  await cover.tap();
  const viewer = page.getByRole('dialog');
  const picture = viewer.getByRole('img').first();
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await viewer.getByRole('button', { name: 'Close', exact: true }).tap();
  await viewer.waitFor({ state: 'detached' });

  await page.locator('.kk-user').tap();
  await page.getByRole('menuitem', { name: 'Sign out' }).tap();
  await page.waitForURL(/\/sign-in$/);
  await page.getByLabel('Password').waitFor();
});

it('[SRCH-02] [EXPERIENCE] a sent search leaves the box and the keyboard, and a tapped button shows no tooltip', async () => {
  const { page } = await world.open({ screen: 'touch', as: 'staff', at: '/' });
  const toggle = page.getByRole('banner').getByRole('button', { name: 'Search', exact: true });
  await toggle.tap();
  const box = page.getByRole('combobox', { name: 'Search everything' });
  await box.waitFor();
  // A tooltip appears within this time, if it appears.
  await page.waitForTimeout(1000);
  expect(await page.locator('.kk-tooltip').count()).toBe(0);
  await page.keyboard.insertText('canoe');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/search\?/);
  await columnAt(page, 1).locator('li[data-item]').first().waitFor();
  expect(await box.count()).toBe(0);
  const holder = await page.evaluate(() => document.activeElement?.matches('input, textarea'));
  expect(holder).toBe(false);
});

/** Swipes up with one finger, as the browser itself would receive it. */
const swipeUp = async (page: Page, { x, y, by }: { x: number; y: number; by: number }): Promise<void> => {
  const devtools = await page.context().newCDPSession(page);
  const move = async (type: 'touchStart' | 'touchMove' | 'touchEnd', to?: number): Promise<unknown> =>
    await devtools.send('Input.dispatchTouchEvent', { type, touchPoints: to === undefined ? [] : [{ x, y: to }] });
  await move('touchStart', y);
  for (let moved = 10; moved <= by; moved += 10) await move('touchMove', y - moved);
  await move('touchEnd');
};

it.each([
  ['LIST', '.kk-results', 600],
  ['MAP', '.kk-map', 640],
])(
  '[SRCH-01] [EXPERIENCE] a phone on its side has the window for its %s after a swipe on it',
  async (show, part, x) => {
    const { page } = await world.open({ screen: 'touch', as: 'staff', at: '/' });
    await page.getByRole('button', { name: 'OK' }).tap();
    await page.setViewportSize({ width: 740, height: 360 });
    await page.goto(`/archive.catalogue?c0=.show%3D${show}`);
    await columnAt(page, 1).locator('li[data-item], .kk-map-canvas canvas').first().waitFor();
    const results = page.locator(part).first();
    const inWindow = async (): Promise<number> => {
      const { y, height } = (await results.boundingBox())!;
      return Math.min(360, y + height) - Math.max(0, y);
    };
    await expect.poll(inWindow).toBeGreaterThan(60);
    await swipeUp(page, { x, y: 340, by: 300 });
    await expect.poll(inWindow).toBeGreaterThan(200);
    await screenshot(page, `side-${show}`);
    if (show === 'MAP') return;
    // The heads are out of view, so the next swipe moves the rows.
    await swipeUp(page, { x, y: 300, by: 200 });
    await expect.poll(() => page.locator('.kk-results-scroll').evaluate((each) => each.scrollTop)).toBeGreaterThan(100);
  },
);
