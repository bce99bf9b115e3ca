// Every view at every width, completely in one theme, alternating, and with its colours in the other: no violation found by axe or by the
// project's own measures (WCAG 2.2 AA), and a picture of each for review by a person.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Account } from 'tests/e2e/harness/accounts.ts';
import { axe, axeColours } from 'tests/e2e/harness/axe.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import {
  type Measure,
  onceSettled,
  outlineFaults,
  sidewaysFaults,
  smallTargets,
  spacingFaults,
} from 'tests/e2e/harness/measures.ts';
import { screens, type Screen, type Theme } from 'tests/e2e/harness/openVisit.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { setThemeElsewhere } from 'tests/e2e/harness/setTheme.ts';
import { useSharedWorld } from 'tests/e2e/harness/useWorld.ts';
import { OTHER_VIEWS, VIEWS } from 'tests/e2e/harness/views.ts';
import { casesToTake, DIVISIONS } from 'tests/runner/parts.ts';

const THEMES: readonly Theme[] = ['light', 'dark'];
const SITE = 'Our Community';
// All views take some ten minutes, and longer on a busy machine; a part of them takes about one.
const long = { timeout: 1_800_000 };

const outline: Measure = (page) => outlineFaults(page, SITE);
const tooWide: Measure = async (page) => {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return over > 0 ? [`${over} px too wide`] : [];
};

/** Measures a view in each size of the window, one after the other, without a reload. */
const MEASURES: Readonly<Partial<Record<Screen, readonly Measure[]>>> = {
  desktop: [axe, outline, smallTargets, spacingFaults],
  zoomed: [sidewaysFaults, smallTargets],
  phone: [tooWide, outline, smallTargets, spacingFaults],
  tablet: [tooWide],
  wide: [tooWide],
};

/** Stores pictures of the view in the four sizes that people use. */
const photograph = async (page: Page, theme: Theme, name: string): Promise<void> => {
  for (const screen of ['wide', 'desktop', 'tablet', 'phone'] as const) {
    await page.setViewportSize(screens[screen]);
    await screenshot(page, `${screen}-${theme}/${name}`);
  }
};

/** Consecutive views on one page without a reload stay together. */
const series = VIEWS.reduce<(typeof VIEWS)[number][][]>((all, view) => {
  if (view.stays) all.at(-1)?.push(view);
  else all.push([view]);
  return all;
}, []);
const viewsOfStaff = casesToTake('views', series, ([first]) => first?.name ?? '').flat();
const otherViews = casesToTake(
  'views of others',
  OTHER_VIEWS.flatMap(({ as, views }) => views.map((view) => ({ as, view }))),
  ({ as = 'a visitor', view }) => `${as} ${view.name}`,
  DIVISIONS.files,
);
const otherViewsOf = (account: Account | undefined) =>
  otherViews.filter(({ as }) => as === account).map(({ view }) => view);

describe('every view', () => {
  const world = useSharedWorld();

  it(
    '[SHELL-03] [ROUTE-13] has no axe violation in one theme, by turns, nor of colours in the other; headings in order, targets of 24 px and room for wider text; fits every screen, and at 400 % nothing scrolls sideways',
    long,
    async () => {
      const { page, allowConsole } = await world.open({ as: 'staff' });
      allowConsole(/404.*no\.such-place/); // the view of an address without a page
      const faults: unknown[] = [];
      let theme: Theme = 'light';
      for (const { name, path, stays, shown } of viewsOfStaff) {
        // People open fewer pages in a minute.
        await world.forgetRates();
        await page.setViewportSize(screens.desktop);
        if (!stays) await page.goto(path);
        await shown(page);
        for (const [screen, measures] of Object.entries(MEASURES)) {
          await page.setViewportSize(screens[screen as Screen]);
          await screenshot(page, `${screen}-${theme}/${name}`);
          for (const measure of measures)
            faults.push(...(await onceSettled(page, measure)).map((fault) => ({ name, theme, screen, fault })));
        }
        // A view is checked completely in one theme, alternating. In the other, only its colours can differ.
        theme = theme === 'light' ? 'dark' : 'light';
        await setThemeElsewhere(page, 'staff', theme);
        await photograph(page, theme, name);
        faults.push(...(await axeColours(page)).map((fault) => ({ name, theme, fault })));
      }
      expect(faults).toEqual([]);
    },
  );

  it.each([...new Set(otherViews.map(({ as }) => as))].map((as) => ({ who: as ?? 'a visitor', as })))(
    '[SHELL-03] [ROUTE-13] for $who have none either, wide in one theme and on a phone in the other',
    long,
    async ({ as }) => {
      const { page } = await world.open(as === undefined ? {} : { as, at: '/' });
      const faults: unknown[] = [];
      for (const { name, path, shown } of otherViewsOf(as)) {
        await world.forgetRates();
        const look = async (screen: Screen, theme: Theme, measures: readonly Measure[]): Promise<void> => {
          await page.setViewportSize(screens[screen]);
          // For visitors, the browser decides the theme.
          await (as === undefined ? page.emulateMedia({ colorScheme: theme }) : setThemeElsewhere(page, as, theme));
          for (const measure of measures)
            faults.push(...(await onceSettled(page, measure)).map((fault) => ({ name, theme, screen, fault })));
        };
        await page.setViewportSize(screens.desktop);
        await page.goto(path);
        await shown(page);
        await look('desktop', 'light', [axe, outline, smallTargets]);
        await photograph(page, 'light', name);
        await look('phone', 'dark', [axeColours, tooWide, smallTargets]);
        await photograph(page, 'dark', name);
      }
      expect(faults).toEqual([]);
    },
  );

  it.each(THEMES)('[SHELL-06] menus, drawer and dialogs have none either, %s', long, async (theme) => {
    const { page } = await world.open({ as: 'staff', theme, screen: 'tablet', at: '/' });
    const broken: unknown[] = [];
    const look = async (name: string): Promise<void> => {
      await screenshot(page, `${theme}/${name}`);
      const violations = await axe(page);
      if (violations.length > 0) broken.push({ name, violations });
    };
    for (const [name, button, content] of [
      ['menu-user', /Isaro Brightwater/, page.getByText('Sign out')],
      ['menu-help', 'Help', page.getByText(/^Version /)],
      ['menu-notifications', /^Notices/, page.locator('.bp6-portal').getByText('All notices')],
      ['drawer', 'Menu', page.locator('.kk-drawer nav')],
    ] as const) {
      await page.getByRole('button', { name: button }).first().click();
      await content.first().waitFor();
      await look(name);
      await page.keyboard.press('Escape');
      await content.first().waitFor({ state: 'hidden' });
    }
    for (const [name, keys] of [
      ['palette', 'Control+k'],
      ['keys', '?'],
    ] as const) {
      await page.keyboard.press(keys);
      await page.getByRole('dialog').waitFor();
      await look(name);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
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

  it('[EXPERIENCE] compact lists show at least 25 results in a window of 1440 x 900, each a target of 24 px', async () => {
    const { page } = await world.open({ as: 'staff' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/archive.catalogue');
    await page.getByRole('button', { name: /Isaro Brightwater/ }).click();
    await page.getByRole('menu').getByText('Compact lists', { exact: true }).click();
    await page.keyboard.press('Escape');
    const rows = page.locator('.kk-list-row', { has: page.locator('.kk-row-title') });
    const wholeRows = (): Promise<number> =>
      rows.evaluateAll((all) => all.filter((each) => each.getBoundingClientRect().bottom <= window.innerHeight).length);
    await expect.poll(wholeRows).toBeGreaterThanOrEqual(25);
    await screenshot(page, 'compact');
    expect(await smallTargets(page)).toEqual([]);
    expect(await axe(page)).toEqual([]);
  });

  it('[SHELL-10] shows a visitor the sign-in page without a violation', async () => {
    for (const theme of THEMES) {
      const { page } = await world.open({ theme, at: '/' });
      await page.getByLabel('Email').waitFor();
      await screenshot(page, `${theme}/sign-in`);
      expect(await axe(page)).toEqual([]);
    }
  });
});
