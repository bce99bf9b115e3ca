// Parts of the skin where a page is read from right to left.
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { openList } from 'tests/e2e/harness/columns.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

/** How far the second box begins after the first ends, in the direction of reading from right to left. */
const gapFromRight = async (first: Locator, second: Locator): Promise<number> => {
  const [one, other] = await Promise.all([first.boundingBox(), second.boundingBox()]);
  return one && other ? one.x - (other.x + other.width) : Number.NaN;
};

it('[EXPERIENCE] from right to left an icon keeps its distance from its word, and a select has its arrow at its end', async () => {
  const { page } = await world.open({ as: 'staff' });
  const list = await openList(page, '/archive.catalogue');
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  const button = page
    .locator('.bp6-button:has(> .bp6-icon:first-child + .bp6-button-text)')
    .filter({ visible: true })
    .first();
  expect(
    await gapFromRight(button.locator('> .bp6-icon'), button.locator('> .bp6-button-text')),
  ).toBeGreaterThanOrEqual(6);
  await list.getByRole('button', { name: 'Export …' }).press('Enter');
  const select = page.getByRole('dialog').locator('.bp6-html-select').first();
  await select.waitFor();
  const [box, arrow] = await Promise.all([select.boundingBox(), select.locator('> .bp6-icon').boundingBox()]);
  expect((arrow?.x ?? 0) - (box?.x ?? 0)).toBeLessThan(16);
});
