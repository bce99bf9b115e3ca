// What is typed and not yet saved: two tabs of one person, one of which is lost.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { columnAt, openList, startEditing } from 'tests/e2e/harness/columns.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

/** What is typed is kept each second. */
const KEPT = 2_500;

const secondary = (page: Page) => columnAt(page, 1).getByLabel(/^Secondary title/);

describe('drafts', () => {
  const world = useWorld();

  it('[CELL-02] two tabs keep what each of them holds; a lost one is offered back', { timeout: 60_000 }, async () => {
    const { page, context } = await world.open({ as: 'staff' });
    const list = await openList(page, '/archive.catalogue');
    const href = await list.locator('a[href*="/i-ArchiveEntry-"]').nth(2).getAttribute('href');
    const path = `/${/i-ArchiveEntry-\d+/.exec(href ?? '')?.[0] ?? ''}`;
    const other = await context.newPage();
    for (const [tab, text] of [
      [page, 'from the first tab'],
      [other, 'from the second tab'],
    ] as const) {
      await tab.goto(path);
      await startEditing(columnAt(tab, 1));
      expect(await secondary(tab).inputValue()).not.toContain('tab');
      await secondary(tab).fill(text);
    }
    await page.waitForTimeout(KEPT);
    await page.reload();
    await columnAt(page, 1)
      .getByText(/found again|not saved/i)
      .first()
      .waitFor();
    await startEditing(columnAt(page, 1));
    expect(await secondary(page).inputValue()).toBe('from the first tab');
    expect(await secondary(other).inputValue()).toBe('from the second tab');

    await other.close();
    await columnAt(page, 1)
      .getByRole('button', { name: /^Discard/ })
      .first()
      .click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Discard/ })
      .click();
    await page.waitForTimeout(KEPT);
    await page.reload();
    await startEditing(columnAt(page, 1));
    expect(await secondary(page).inputValue()).toBe('from the second tab');
  });
});
