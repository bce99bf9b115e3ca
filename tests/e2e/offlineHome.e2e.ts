// Home and search without a connection: they lead to what is on this device.
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt, shownList, startEditing } from 'tests/e2e/harness/columns.ts';
import { untilStored, withoutNetwork } from 'tests/e2e/harness/deviceCopies.ts';
import { tabTo } from 'tests/e2e/harness/keys.ts';
import type { VisitOptions } from 'tests/e2e/harness/openVisit.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { CUT_LINE_ERRORS } from 'tests/e2e/harness/useCutLine.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const PANEL = 'On this device';

interface Offline {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly title: string;
}

/** Returns the record among the offers of the search. The first offer shows all results. */
const foundOption = (page: Page, title: string): Locator =>
  page.getByRole('option', { name: new RegExp(`^${title.replaceAll(/[^\w ]/gu, '.')}`) }).first();

describe('without a connection', { timeout: 240_000 }, () => {
  const world = useWorld();

  it('[CONN-05] home lists what can be read, the search finds it by title, and a copy says that own changes wait', async () => {
    const query = { must: { _t: ['ArchiveEntry'], $access: ['PUBLIC'] }, max: 1 };
    const { ids } = await askAs(world.url, 'staff', ['search/ids', query]);
    const id = String((ids as readonly string[])[0]);
    const title = String((await askAs(world.url, 'staff', [`read/${id}`, null]))['$label']);
    const { page, context, allowConsole } = await world.open({ serviceWorker: true, as: 'staff', at: '/' });
    allowConsole(CUT_LINE_ERRORS);
    allowConsole(/Failed to fetch|Unable to preload/);
    await page.locator('.kk-home-summary').getByText(/today/).waitFor();
    await page.goto('/archive.catalogue');
    await shownList(page);
    await untilStored(page);
    await page.goto(`/i-${id}`);
    await startEditing(columnAt(page, 1));
    await untilStored(page);
    await withoutNetwork(page, context);
    await columnAt(page, 1)
      .getByLabel(/^Secondary title/)
      .fill(`written offline ${Date.now()}`);
    await page.keyboard.press('Control+s');
    await page.locator('header').getByText('1 change not sent yet').waitFor();
    await page.reload();
    await page.getByText('This is the record as it was on').waitFor({ timeout: 30_000 });
    await page.getByText('One of your own changes is waiting on this device').waitFor();
    await screenshot(page, 'offline-own-change');

    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/');
      const panel = page.getByRole('region', { name: PANEL });
      await panel.getByRole('link', { name: title }).waitFor({ timeout: 30_000 });
      await screenshot(page, `offline-panel-${width}`);
      expect(await axe(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    const box = page.getByRole('combobox', { name: 'Search everything' });
    await box.fill('zzzzqqq');
    await page.locator('.kk-suggestions').getByText('You are offline; this is not on this device').waitFor();
    expect(await page.getByText('No results').count()).toBe(0);
    await box.fill(title);
    await foundOption(page, title).waitFor();
    await screenshot(page, 'offline-search');
    expect(await axe(page)).toEqual([]);
    await box.press('Escape');

    const panel = page.getByRole('region', { name: PANEL });
    await panel.getByRole('link', { name: 'Catalogue' }).click();
    await page.getByText(/are on this device, as of/).waitFor({ timeout: 30_000 });
    await page.goto('/search?c0=zzzz');
    await page.getByRole('link', { name: 'See what is on this device' }).click();
    await panel.getByRole('link', { name: title }).click();
    await page.getByText('This is the record as it was on').waitFor({ timeout: 30_000 });

    await context.setOffline(false);
    await page.getByText('This is the record as it was on').waitFor({ state: 'detached', timeout: 60_000 });
    await page.goto('/');
    await page.locator('.kk-home-summary').getByText(/today/).waitFor();
    expect(await panel.count()).toBe(0);
  });

  /** Opens a visit whose device has a record and the catalogue, and cuts its connection. */
  const withCopies = async (options: VisitOptions): Promise<Offline> => {
    const query = { must: { _t: ['ArchiveEntry'], $access: ['PUBLIC'] }, max: 1 };
    const { ids } = await askAs(world.url, 'staff', ['search/ids', query]);
    const id = String((ids as readonly string[])[0]);
    const title = String((await askAs(world.url, 'staff', [`read/${id}`, null]))['$label']);
    const { page, context, allowConsole } = await world.open({ serviceWorker: true, as: 'staff', at: '/', ...options });
    allowConsole(CUT_LINE_ERRORS);
    allowConsole(/Failed to fetch|Unable to preload/);
    const ok = page.getByRole('button', { name: 'OK' });
    await (options.screen === 'touch' ? ok.tap() : ok.press('Enter'));
    await page.goto('/archive.catalogue');
    await shownList(page);
    await page.goto(`/i-${id}`);
    await columnAt(page, 1).getByRole('tab', { name: 'Edit' }).waitFor();
    await untilStored(page);
    await withoutNetwork(page, context);
    await page.goto('/');
    await page.getByRole('region', { name: PANEL }).getByRole('link', { name: title }).waitFor({ timeout: 30_000 });
    return { page, context, title };
  };

  it('[CONN-05] [EXPERIENCE] what is on the device is opened and found by taps', async () => {
    const { page, title } = await withCopies({ screen: 'touch' });
    const link = page.getByRole('region', { name: PANEL }).getByRole('link', { name: title });
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await screenshot(page, 'touch-offline-panel');
    await link.tap();
    await page.getByText('This is the record as it was on').waitFor({ timeout: 30_000 });
    await page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }).tap();
    const box = page.getByRole('combobox', { name: 'Search everything' });
    await box.tap();
    await page.keyboard.insertText(title);
    await screenshot(page, 'touch-offline-search');
    await foundOption(page, title).tap();
    await page.getByText('This is the record as it was on').waitFor({ timeout: 30_000 });
    // The number of a record that no one has opened on this device.
    await page.goto('/i-Organization-2');
    await page.getByText('You are offline; this record is not on this device').first().waitFor({ timeout: 30_000 });
    await screenshot(page, 'touch-offline-absent');
    expect(await axe(page)).toEqual([]);
    await page.getByRole('link', { name: 'See what is on this device' }).tap();
    await link.waitFor();
  });

  it('[CONN-05] [EXPERIENCE] what is on the device is opened and found with the keyboard only', async () => {
    const { page, title } = await withCopies({ screen: 'desktop' });
    await tabTo(page, new RegExp(`^${title.replaceAll(/[^\w ]/gu, '.')}`), 300);
    await page.keyboard.press('Enter');
    await page.getByText('This is the record as it was on').waitFor({ timeout: 30_000 });
    await page.keyboard.press('/');
    await page.keyboard.type(title);
    const found = foundOption(page, title);
    await found.waitFor();
    for (let count = 0; (await found.getAttribute('aria-selected')) !== 'true'; count += 1) {
      expect(count).toBeLessThan(5);
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(/i-ArchiveEntry/);
    await page.getByText('This is the record as it was on').waitFor({ timeout: 30_000 });
  });

  it('[CONN-05] the sign-in page says that there is no connection, until it is back', async () => {
    const { page, context } = await world.open({ at: '/sign-in', screen: 'phone', theme: 'dark' });
    await page.getByText('Open to everyone').first().waitFor();
    await context.setOffline(true);
    const note = page.getByRole('alert').getByText('There is no connection. You can sign in when it is back.');
    await note.waitFor();
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'sign-in-offline');
    await context.setOffline(false);
    await note.waitFor({ state: 'detached' });
  });
});
