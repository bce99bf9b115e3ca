// Every view in both themes and at every width: nothing that axe finds, nothing that measures find beyond it (WCAG 2.2 AA), and a
// picture of each for a person to look at.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axe, axeColours } from 'tests/e2e/harness/axe.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { outlineFaults, sidewaysFaults, smallTargets, spacingFaults } from 'tests/e2e/harness/measures.ts';
import { screens, type Screen, type Theme, type VisitOptions } from 'tests/e2e/harness/openVisit.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';
import { VIEWS } from 'tests/e2e/harness/views.ts';

const THEMES: readonly Theme[] = ['light', 'dark'];
const SITE = 'Our Community';
const long = { timeout: 600_000 };

type Measure = (page: Page) => Promise<unknown[]>;

const outline: Measure = (page) => outlineFaults(page, SITE);
const tooWide: Measure = async (page) => {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return over > 0 ? [`${over} px too wide`] : [];
};

interface Pass {
  readonly title: string;
  /** Folder of its pictures. */
  readonly name: string;
  readonly visit: VisitOptions;
  readonly measures: readonly Measure[];
  /** The window is drawn to these while a view stands in it, and measured again. */
  readonly widths?: Readonly<Partial<Record<Screen, readonly Measure[]>>>;
}

const PASSES: readonly Pass[] = [
  {
    title:
      '[SHELL-03] light: has no axe violation, headings in order, targets of 24 px and room for wider text; at 400 % nothing scrolls sideways',
    name: 'light',
    visit: {},
    measures: [axe, outline, smallTargets, spacingFaults],
    widths: { zoomed: [sidewaysFaults, smallTargets] },
  },
  {
    title:
      '[ROUTE-13] dark: fits a phone, a tablet and a wide screen, has headings, targets and room on a phone, and the contrasts',
    name: 'dark',
    visit: { theme: 'dark', screen: 'phone' },
    measures: [tooWide, outline, smallTargets, spacingFaults],
    widths: { tablet: [tooWide], wide: [tooWide, axeColours] },
  },
];

describe('every view', () => {
  const world = useWorld();

  it.for(PASSES.map((pass) => [pass.title, pass] as const))('%s', long, async ([, pass]) => {
    const { page } = await world.open({ as: 'staff', ...pass.visit });
    const faults: unknown[] = [];
    for (const { name, path, shown } of VIEWS) {
      await page.setViewportSize(screens[pass.visit.screen ?? 'desktop']);
      await page.goto(path);
      await shown(page);
      await screenshot(page, `${pass.name}/${name}`);
      for (const measure of pass.measures) faults.push(...(await measure(page)).map((fault) => ({ name, fault })));
      for (const [width, measures] of Object.entries(pass.widths ?? {})) {
        await page.setViewportSize(screens[width as Screen]);
        await screenshot(page, `${width}/${name}`);
        for (const measure of measures) faults.push(...(await measure(page)).map((fault) => ({ name, width, fault })));
      }
    }
    expect(faults).toEqual([]);
  });

  it.each(THEMES)('[SHELL-06] menus, drawer and dialogs have none either, %s', long, async (theme) => {
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

  it('[SHELL-10] shows a visitor the sign-in page without a violation', async () => {
    for (const theme of THEMES) {
      const { page } = await world.open({ theme });
      await page.getByLabel('E-mail').waitFor();
      await screenshot(page, `${theme}/sign-in`);
      expect(await axe(page)).toEqual([]);
    }
  });
});
