// Rows of a search whose words are in a text, not in the title: the passage arrives after the row, and no row grows or moves.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { shownList } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();
const WORD = 'zephyrine';

interface RowLog {
  /** Different heights of each row, by the id of its item. */
  readonly heights: Record<string, number[]>;
  /** Rows that were shown before their item. */
  readonly early: string[];
}

const watchRows = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const log: RowLog = { heights: {}, early: [] };
    Object.assign(globalThis, { rowLog: log });
    const sizes = new ResizeObserver((entries) => {
      for (const { target } of entries) {
        const id = target.closest('[data-item]')?.getAttribute('data-item') ?? '';
        const height = Math.round(target.getBoundingClientRect().height);
        const known = (log.heights[id] ??= []);
        if (height > 0 && !known.includes(height)) known.push(height);
        if (target.querySelector('.kk-ghost-line')) log.early.push(id);
      }
    });
    new MutationObserver(() => {
      for (const row of document.querySelectorAll('li[data-item] .kk-list-row')) sizes.observe(row);
    }).observe(document, { subtree: true, childList: true });
  });

it(
  '[SRCH-01] [EXPERIENCE] keeps the height of found rows when their passages arrive',
  { timeout: 120_000 },
  async () => {
    const before = 'The people of the inlet carried cedar planks over the portage in spring. ';
    for (let at = 1; at <= 8; at += 1)
      await askAs(world.url, 'staff', [
        'create/ArchiveEntry',
        {
          ...{ title: `Ledger ${at}`, owner: 'Organization-1', type: 'MAP', $access: 'PUBLIC' },
          description: `${before.repeat(at % 3)}Then the ${WORD} wind turned, and ${before.repeat(3)}`,
        },
      ]);
    const { page } = await world.open({ as: 'staff' });
    await watchRows(page);
    for (const [size, viewport] of [
      ['wide', { width: 1440, height: 900 }],
      ['narrow', { width: 360, height: 740 }],
    ] as const) {
      await page.setViewportSize(viewport);
      await page.goto(`/archive.catalogue?c0=${WORD}`);
      const list = await shownList(page);
      const rows = list.locator('li[data-item] .kk-list-row');
      await expect.poll(() => rows.locator('.kk-row-found mark').count()).toBe(8);
      await screenshot(page, `found-rows-${size}`);
      // The found word itself is in the lines that are shown.
      const cut = await rows.locator('.kk-row-found').evaluateAll(
        (lines) =>
          lines.filter((line) => {
            const mark = line.querySelector('mark')?.getBoundingClientRect();
            return !mark || mark.bottom > line.getBoundingClientRect().bottom + 1;
          }).length,
      );
      expect(cut).toBe(0);
      const { heights, early } = await page.evaluate(() => (globalThis as unknown as { rowLog: RowLog }).rowLog);
      const ids = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-shows') ?? ''));
      expect(ids.filter((id) => early.includes(id)).length).toBeGreaterThan(0);
      for (const id of ids) expect([id, heights[id]]).toEqual([id, [expect.any(Number)]]);
    }
  },
);

it('[SRCH-01] [EXPERIENCE] shows the date that has a searched year as the reason of a found row', async () => {
  await askAs(world.url, 'staff', [
    'create/ArchiveEntry',
    { title: 'Quillfen ferry plan', date: '1948~', owner: 'Organization-1', type: 'MAP', $access: 'PUBLIC' },
  ]);
  const { page } = await world.open({ as: 'staff', at: '/archive.catalogue?c0=quillfen%201948' });
  const list = await shownList(page);
  const row = list.locator('.kk-list-row').filter({ hasText: 'Quillfen ferry plan' });
  await expect.poll(() => row.locator('.kk-row-found').textContent()).toMatch(/^Date.*: about 1948$/);
  await screenshot(page, 'found-year');
});
