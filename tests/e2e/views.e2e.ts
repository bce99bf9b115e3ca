// Every view in both themes: no accessibility violation that axe can see, and a picture of each for a person to look at.
import { describe, expect, it } from 'vitest';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import type { Screen, Theme } from 'tests/e2e/harness/openVisit.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';
import { VIEWS } from 'tests/e2e/harness/views.ts';

const THEMES: readonly Theme[] = ['light', 'dark'];

describe('every view', () => {
  const world = useWorld();

  it.each(THEMES)('[SHELL-03] has no axe violation and is pictured, %s', { timeout: 240_000 }, async (theme) => {
    const { page } = await world.open({ as: 'staff', theme });
    const broken: unknown[] = [];
    for (const { name, path, shown } of VIEWS) {
      await page.goto(path);
      await shown(page).catch((error: unknown) => broken.push({ name, error: String(error).split('\n')[0] }));
      await screenshot(page, `${theme}/${name}`);
      const violations = await axe(page);
      if (violations.length > 0) broken.push({ name, violations });
    }
    expect(broken).toEqual([]);
  });

  it.each(THEMES)('[SHELL-06] menus, drawer and dialogs have none either, %s', { timeout: 120_000 }, async (theme) => {
    const { page } = await world.open({ as: 'staff', theme });
    const broken: unknown[] = [];
    const look = async (name: string): Promise<void> => {
      await screenshot(page, `${theme}/${name}`);
      const violations = await axe(page);
      if (violations.length > 0) broken.push({ name, violations });
    };
    for (const [name, button] of [
      ['menu-user', /Staff Person/],
      ['menu-help', 'Help'],
      ['menu-notifications', /^Notifications/],
      ['drawer', 'Menu'],
    ] as const) {
      await page.getByRole('button', { name: button }).first().click();
      await page.waitForTimeout(400);
      await look(name);
      await page.keyboard.press('Escape');
      await page.waitForTimeout(300);
    }
    await page.goto('/i-ArchiveEntry-3');
    await columnAt(page, 1).getByRole('tab', { name: 'Edit' }).click();
    await columnAt(page, 1)
      .getByLabel(/^Secondary title/)
      .fill('Not saved');
    await page
      .getByRole('link', { name: /Home|Our Community/ })
      .first()
      .click();
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor();
    await look('dialog-unsaved');
    expect(broken).toEqual([]);
  });

  it.each(['phone', 'tablet', 'wide'] as const)(
    '[ROUTE-13] fits %s without scrolling sideways',
    { timeout: 120_000 },
    async (screen: Screen) => {
      const { page } = await world.open({ as: 'staff', screen });
      const wide: string[] = [];
      for (const { name, path, shown } of VIEWS) {
        await page.goto(path);
        await shown(page);
        await screenshot(page, `${screen}/${name}`);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        if (over > 0) wide.push(`${name}: ${over} px`);
      }
      expect(wide).toEqual([]);
    },
  );

  it('[SHELL-10] shows a visitor the sign-in page without a violation', async () => {
    for (const theme of THEMES) {
      const { page } = await world.open({ theme });
      await page.getByLabel('E-mail').waitFor();
      await screenshot(page, `${theme}/sign-in`);
      expect(await axe(page)).toEqual([]);
    }
  });
});
