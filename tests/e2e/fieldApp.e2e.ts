// The field page on a phone: prepared with a connection, used without one, killed, and sent once.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addFieldProgram, isPrepared } from 'tests/e2e/fieldPrograms.ts';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { axe, axeColours } from 'tests/e2e/harness/axe.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { signIn } from 'tests/e2e/harness/signIn.ts';
import { CUT_LINE_ERRORS, noisePicture } from 'tests/e2e/harness/useCutLine.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

/** Limit of the scripts before the first form, in bytes. */
const MAX_FIELD_SCRIPTS = 250_000;

it(
  '[GEO-01] records offline on a phone, survives a tab that is killed twice, and sends the record and its photo once',
  { timeout: 240_000 },
  async () => {
    const program = await addFieldProgram(world.url, 'Herons of the upper creek');
    const { page, context, allowConsole } = await world.open({ as: 'member', serviceWorker: true, screen: 'touch' });
    await page.goto('/field');
    allowConsole(CUT_LINE_ERRORS);
    const start = (from: Page) => from.getByRole('button', { name: 'New: Heron nests' });
    await start(page).waitFor();
    await isPrepared(page);
    await start(page).waitFor();
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'field-programs');
    await context.setOffline(true);
    await start(page).tap();
    await page.getByLabel('Species').fill('Great blue heron');
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        ...{ name: 'nest.png', mimeType: 'image/png', buffer: await noisePicture(400) },
      });
    await page.locator('.kk-field-page img').first().waitFor();
    await page.close();
    const second = await context.newPage();
    await second.goto('/field');
    await second.getByText('Nest of Great blue heron').first().waitFor();
    expect(await second.getByLabel('Species').inputValue()).toBe('Great blue heron');
    await second.locator('.kk-field-page img').first().waitFor();
    await screenshot(second, 'field-record');
    expect(await axe(second)).toEqual([]);
    await second.getByRole('button', { name: 'Finish' }).tap();
    await second.getByText('Waiting to be sent').waitFor();
    // The form shows this state, too, until the list takes its place.
    await second.getByRole('button', { name: 'Entries' }).waitFor();
    await screenshot(second, 'field-queue');
    await second.close();
    const third = await context.newPage();
    await third.goto('/field');
    await third.getByText('1 entry to send').waitFor();
    await context.setOffline(false);
    await third.getByRole('button', { name: 'Entries' }).tap();
    await third.getByText('Sent', { exact: true }).waitFor({ timeout: 90_000 });
    await third.getByText('nothing to send').waitFor();
    const must = { _t: ['GeoKeeperFieldData'], program: [program] };
    const { ids } = await askAs(world.url, 'staff', ['search/ids', { must, max: 10 }]);
    expect(ids).toHaveLength(1);
    const record = await askAs(world.url, 'staff', [`read/${String((ids as readonly string[])[0])}`, null]);
    expect(record['$label']).toBe('Nest of Great blue heron');
    expect(record['state']).toBe('RECEIVED');
    expect(record['files']).toHaveLength(1);
  },
);

it(
  '[GEO-01] starts without a connection after the first page on a new device, as soon as it says so',
  { timeout: 120_000 },
  async () => {
    const { page, context, allowConsole } = await world.open({ serviceWorker: true, screen: 'touch', at: '/field' });
    await page.getByRole('link', { name: 'Sign in' }).tap();
    await page.getByLabel('Email').waitFor();
    await signIn(page, 'member');
    const tabs = page.getByRole('navigation');
    await tabs.getByRole('button', { name: 'Device' }).tap();
    await page.getByText('You can work without a connection').waitFor({ timeout: 60_000 });
    await context.setOffline(true);
    allowConsole(CUT_LINE_ERRORS);
    await page.reload();
    await tabs.getByRole('button', { name: 'Device' }).tap();
    await page.getByText('You can work without a connection').waitFor({ timeout: 30_000 });
    await screenshot(page, 'field-first-offline');
    await tabs.getByRole('button', { name: 'Programs' }).tap();
    await page.locator('.kk-field-card').getByRole('button').first().tap();
    await page.locator('.kk-field-page form, .kk-field-page fieldset, .kk-field-page input').first().waitFor();
    await screenshot(page, 'field-first-form');
    await context.setOffline(false);
  },
);

it(
  '[GEO-01] shows programs, entries and the device in both themes, with high contrast and at 1440 pixels',
  { timeout: 180_000 },
  async () => {
    for (const theme of ['light', 'dark'] as const) {
      const { page } = await world.open({ as: 'member', screen: 'phone', theme });
      await page.goto('/field');
      await page.getByRole('link', { name: 'Home' }).click();
      await page.getByRole('region', { name: 'My days' }).waitFor();
      await page.goBack();
      await page.getByRole('navigation').getByRole('button', { name: 'Device' }).click();
      await page.getByText('High contrast').waitFor();
      await screenshot(page, `field-device-${theme}`);
      await page.getByLabel('High contrast').check();
      expect(await axeColours(page)).toEqual([]);
      await screenshot(page, `field-contrast-${theme}`);
      await page.getByRole('button', { name: 'Programs' }).click();
      expect(await axeColours(page)).toEqual([]);
      await page.setViewportSize({ width: 1440, height: 900 });
      await screenshot(page, `field-wide-${theme}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440);
    }
  },
);

it('[GEO-01] follows the theme of the device for visitors, and leaves the sign-in form as it is elsewhere', async () => {
  const { page } = await world.open({ screen: 'phone', theme: 'dark', at: '/sign-in' });
  const height = (): Promise<number> =>
    page.getByLabel('Email').evaluate((input) => Math.round(input.closest('div')?.getBoundingClientRect().height ?? 0));
  const isDark = (): Promise<boolean> => page.evaluate(() => document.body.classList.contains('bp6-dark'));
  await page.getByLabel('Email').waitFor();
  const before = await height();
  await page.goto('/field');
  await page.getByText('Sign in to get your programs').waitFor();
  expect(await isDark()).toBe(true);
  expect(await axeColours(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(isDark).toBe(false);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').waitFor();
  expect(await height()).toBe(before);
  expect(await axe(page)).toEqual([]);
});

it('[GEO-01] loads at most 250 kB of scripts before the first form, and asks visitors to sign in', async () => {
  const { page } = await world.open({ screen: 'phone', at: '/field' });
  await page.getByText('Sign in to get your programs').waitFor();
  const sizes = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, encodedBodySize }) => [name, encodedBodySize] as const),
  );
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(MAX_FIELD_SCRIPTS);
});

it('[GEO-01] loads at most 250 kB of scripts for a person who is signed in, before the first form', async () => {
  const { page } = await world.open({ as: 'member', screen: 'phone' });
  await page.addInitScript(() => {
    const seen = globalThis as { programsAt?: number };
    new MutationObserver(() => {
      if (document.querySelector('.kk-field-card')) seen.programsAt ??= performance.now();
    }).observe(document, { subtree: true, childList: true });
  });
  await page.goto('/field');
  await page.locator('.kk-field-card').first().waitFor();
  const sizes = await page.evaluate(() => {
    const { programsAt = 0 } = globalThis as { programsAt?: number };
    return (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime < programsAt)
      .map(({ name, encodedBodySize }) => [name, encodedBodySize] as const);
  });
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  expect(sizes.length).toBeGreaterThan(3);
  expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(MAX_FIELD_SCRIPTS);
});
