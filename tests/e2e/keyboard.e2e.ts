// The whole task without a mouse: sign in, find, open, edit, save, sign out. There is no trap, and the focus is always visible.
import { describe, expect, it } from 'vitest';
import { emailOf, samplePassword } from 'tests/e2e/harness/accounts.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { arrowTo, focused, tabTo } from 'tests/e2e/harness/keys.ts';
import { ENDED_SESSION } from 'tests/e2e/harness/openVisit.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

describe('with the keyboard only', () => {
  const world = useWorld();

  it('[ROUTE-06] signs in, finds, opens, edits, saves and signs out', { timeout: 120_000 }, async () => {
    const { page, allowConsole } = await world.open({ screen: 'wide', at: '/' });
    allowConsole(ENDED_SESSION);
    await page.waitForURL(/\/sign-in/);
    await tabTo(page, /^Email/);
    await page.keyboard.type(emailOf('staff'));
    await tabTo(page, /^Password/);
    await page.keyboard.type(samplePassword);
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Home' }).waitFor();

    await tabTo(page, /^Show the pages of Archive$/, 300);
    await page.keyboard.press('Enter');
    await tabTo(page, /^Catalogue$/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/archive\.catalogue/);
    const list = columnAt(page, 1);
    await list
      .getByText(/\d results?$/)
      .first()
      .waitFor();
    await tabTo(page, /Search in this list/);
    await page.keyboard.type('steaming');
    await page.waitForURL(/c0=/);
    await list.locator('a[href*="/i-ArchiveEntry-"]').first().waitFor();
    await tabTo(page, /^Steaming the canoe open/, 150);
    await page.keyboard.press('Enter');
    await page.waitForURL(/i-ArchiveEntry/);

    const item = columnAt(page, 2);
    await item.getByRole('tab', { name: 'Edit' }).waitFor();
    await expect.poll(() => item.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await tabTo(page, /^Archive entry$/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await item.getByLabel(/^Secondary title/).waitFor();
    await tabTo(page, /^Secondary title/);
    await page.keyboard.type('Typed without a mouse');
    await page.keyboard.press('Control+s');
    await item.getByRole('button', { name: 'Save now' }).waitFor({ state: 'detached' });
    await page
      .getByText(/Your changes (are|were) saved|Saved/)
      .first()
      .waitFor();

    await page.keyboard.press('F6');
    await tabTo(page, /Isaro Brightwater|Your account/, 300);
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    await arrowTo(page, /^Sign out$/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/sign-(in|out)/);
  });

  it('[EXPERIENCE] opens the first result within 8 strokes of signing in, besides what is typed', async () => {
    const { page } = await world.open({ at: '/' });
    await page.getByLabel('Email').waitFor();
    let strokes = 0;
    const press = async (key: string): Promise<void> => {
      strokes += 1;
      await page.keyboard.press(key);
    };
    while ((await focused(page)) !== 'Email') await press('Tab');
    await page.keyboard.type(emailOf('staff'));
    await press('Tab');
    await page.keyboard.type(samplePassword);
    await press('Enter');
    await page.getByRole('region', { name: 'Home' }).waitFor();
    await press('/');
    await expect.poll(() => focused(page)).toBe('Search everything');
    await page.keyboard.type('steaming');
    const first = page.getByRole('option', { name: /^Steaming the canoe open/ });
    await first.waitFor();
    await press('ArrowDown');
    await page.getByRole('option', { selected: true }).waitFor();
    await press('Enter');
    await page.waitForURL(/\/i-ArchiveEntry-/);
    await page
      .getByRole('heading', { name: /^Steaming the canoe open/ })
      .first()
      .waitFor();
    expect(strokes).toBeLessThanOrEqual(8);
  });

  it('[ROUTE-01] goes from region to region with F6 and back with Shift+F6', async () => {
    const { page } = await world.open({ as: 'staff', screen: 'wide', at: '/archive.catalogue/i-Organization-1' });
    await columnAt(page, 2).getByRole('heading').first().waitFor();
    await columnAt(page, 1)
      .getByText(/\d results?$/)
      .first()
      .waitFor();
    const regions = page.locator('[data-kk-region]').filter({ visible: true });
    const names = await regions.evaluateAll((all) => all.map((each) => each.getAttribute('data-kk-region')));
    expect(names).toEqual(['header', 'menu', 'column', 'column', 'cookies']);
    const at = (): Promise<number> =>
      regions.evaluateAll((all) => all.findIndex((each) => each.contains(document.activeElement)));
    const after = async (key: string): Promise<number> => {
      await page.keyboard.press(key);
      return await at();
    };
    const first = await after('F6');
    for (const step of [1, 2, 3, 4, 5]) expect(await after('F6')).toBe((first + step) % 5);
    for (const step of [4, 3, 2, 1, 0]) expect(await after('Shift+F6')).toBe((first + step) % 5);
    // The palette finds a screen by a few letters.
    await page.keyboard.press('Control+k');
    await expect.poll(() => focused(page)).toBe('Search, open or do anything');
    await page.keyboard.type('catal');
    await page.getByRole('option', { name: /^Catalogue/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/archive\.catalogue/);
    const list = columnAt(page, 1);
    await list.locator('a[href*="/i-ArchiveEntry-"]').first().waitFor();
    await page.keyboard.press('/');
    await expect.poll(() => focused(page)).toBe('Search in this list');
    // Moves past all filters to the first result.
    await list.getByRole('link', { name: 'Skip to the results' }).focus();
    await page.keyboard.press('Enter');
    await expect
      .poll(() =>
        list
          .locator('a[href*="/i-ArchiveEntry-"]')
          .first()
          .evaluate((each) => each === document.activeElement),
      )
      .toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForURL(/i-ArchiveEntry-/);
    await expect.poll(() => columnAt(page, 2).evaluate((each) => each.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await columnAt(page, 2).waitFor({ state: 'detached' });
  });
});
