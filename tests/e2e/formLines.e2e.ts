// Fields of one line of a form: their controls have one height, although only some of them have an explanation above.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axe } from 'tests/e2e/harness/axe.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { setTheme } from 'tests/e2e/harness/setTheme.ts';
import { useSharedWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useSharedWorld();

/** Returns the tops of the controls of each line. A switch is lower than a text field by a margin and has the same middle. */
const controlTops = (page: Page): Promise<readonly (readonly number[])[]> =>
  page.locator('.kf-aligned').evaluateAll((lines) =>
    lines.flatMap((line) => {
      const bodies = [...line.querySelectorAll(':scope > .kf-cell > .kf-field:not(.kf-framed) > .kf-body')];
      const controls = bodies.flatMap(({ firstElementChild: first }) =>
        first?.matches('.kf-switch') ? [] : (first ?? []),
      );
      return [controls.map((control) => Math.round(control.getBoundingClientRect().top))];
    }),
  );

const FORMS = ['SystemAlert', 'ArchiveEntry', 'Meeting', 'ResearchProject', 'Organization', 'SpatialFeature'] as const;

it.each(FORMS)('[EXPERIENCE] the controls of a line of the form of %s have one height', async (type) => {
  const { page } = await world.open({ as: 'admin', at: `/i-${type}-0-lines` });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.locator('.kf-aligned').first().waitFor();
  await expect
    .poll(async () => (await controlTops(page)).filter((tops) => new Set(tops).size > 1), { timeout: 5_000 })
    .toEqual([]);
  expect((await controlTops(page)).some((tops) => tops.length > 1)).toBe(true);
  expect(await axe(page)).toEqual([]);
  for (const theme of ['dark', 'light'] as const) {
    await setTheme(page, theme);
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await screenshot(page, `form-lines/${type}-${width}-${theme}`);
    }
  }
});
