// Tests that the harness shows both themes to visitors and to signed-in people, and that axe finds violations.
import { describe, expect, it } from 'vitest';
import { axe } from 'tests/e2e/harness/axe.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { askWith } from 'tests/e2e/harness/askAs.ts';
import { preferTheme, setTheme, untilWorn } from 'tests/e2e/harness/setTheme.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

describe('the first views in both themes', () => {
  it.for(['light', 'dark'] as const)('are accessible and %s', async (theme) => {
    const visitor = await world.open({ theme, at: '/' });
    await visitor.page.waitForURL(/\/sign-in/);
    await visitor.page.locator('input[type=password]').waitFor();
    expect(await axe(visitor.page)).toEqual([]);
    await screenshot(visitor.page, `sign-in-${theme}`);
    const staff = await world.open({ as: 'staff', theme, at: '/' });
    await staff.page.getByRole('heading', { name: 'Recently changed' }).waitFor();
    expect(await staff.page.locator('body.bp6-dark').count()).toBe(theme === 'dark' ? 1 : 0);
    expect(await axe(staff.page)).toEqual([]);
    await screenshot(staff.page, `home-${theme}`);
  });

  it('wears the theme of who is signed in from the first moment of the next visit', async () => {
    const { page } = await world.open({ as: 'staff', theme: 'dark', at: '/' });
    await preferTheme(world.url, await tokenOf(world.url, 'staff'), 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.addInitScript(() => {
      const worn = ((globalThis as { worn?: string[] }).worn = [] as string[]);
      new MutationObserver(() => {
        const now = document.body?.classList.contains('bp6-dark') ? 'dark' : 'light';
        if (document.querySelector('.kk-shell') && worn.at(-1) !== now) worn.push(now);
      }).observe(document, { subtree: true, childList: true, attributes: true });
    });
    await page.reload();
    await page.getByRole('heading', { name: 'Recently changed' }).waitFor();
    expect(await page.evaluate(() => (globalThis as { worn?: string[] }).worn)).toEqual(['dark']);
  });

  it('[SHELL-07] follow the device until the person has chosen', async () => {
    const { page } = await world.open({ as: 'partner', at: '/' });
    const token = await tokenOf(world.url, 'partner');
    const { _t = '', _i = 0 } = await askWith(world.url, token, ['getSessionUser', null]);
    await askWith(world.url, token, ['act/setPreferences', { _t, _i, values: { dark: null } }]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await untilWorn(page, 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await untilWorn(page, 'light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await untilWorn(page, 'dark');
    await setTheme(page, 'light');
    await page.reload();
    await untilWorn(page, 'light');
  });

  it('would show a violation', async () => {
    const { page } = await world.open({ at: '/' });
    await page.evaluate(() => document.body.append(document.createElement('button')));
    expect((await axe(page)).map(({ rule }) => rule)).toContain('button-name');
  });
});
