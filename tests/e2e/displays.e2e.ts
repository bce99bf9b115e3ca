// One search in every display: the same question, selection and place in each, after a reload, by a shared address, and at the very end.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt, shownList, resultCount } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useSharedWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useSharedWorld();

const paramOf = (page: Page, name: string): string | null =>
  new URLSearchParams(new URL(page.url()).searchParams.get('c0')?.slice(1)).get(name);

/** In view, and not only drawn beyond its edge. */
const isInView = (list: Locator, id: string): Promise<boolean> =>
  list.evaluate((column, wanted) => {
    const rows = [...column.querySelectorAll<HTMLElement>(`[data-item="${wanted}"]`)];
    const frame = column.querySelector('.kk-results')?.getBoundingClientRect();
    return rows.some((row) => {
      const { top, bottom, height } = row.getBoundingClientRect();
      return frame !== undefined && height > 0 && top < frame.bottom && bottom > frame.top;
    });
  }, id);

const show = async (list: Locator, name: string): Promise<void> => {
  await list.getByRole('group', { name: 'Show as' }).getByRole('button', { name, exact: true }).click();
};

it('[CELL-05] [EXPERIENCE] keeps question, selection and place in every display', { timeout: 120_000 }, async () => {
  const { page } = await world.open({
    as: 'staff',
    screen: 'wide',
    at: '/archive.catalogue?c0=.f.type%3DPHOTOGRAPH%26sort%3Dtitle',
  });
  const list = await shownList(page);
  const count = await resultCount(list);
  const boxes = list.locator('li[data-item] input[type=checkbox]');
  // The box is next to its row before anything is selected, which brings further styles.
  const [box, row] = await Promise.all([
    boxes.nth(0).boundingBox(),
    list.locator('.kk-list-row').first().boundingBox(),
  ]);
  expect((box?.y ?? 0) - (row?.y ?? 0)).toBeGreaterThan(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(row?.x ?? 0);
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  const selected = list.getByText(/^2 selected/).first();
  await selected.waitFor();

  const scroller = list.locator('.kk-results-scroll');
  await scroller.evaluate((element) => element.scrollTo({ top: 1_200 }));
  await expect.poll(() => paramOf(page, 'at')).not.toBeNull();
  const id = paramOf(page, 'at')!;
  await expect.poll(() => isInView(list, id)).toBe(true);

  const isKept = async (): Promise<void> => {
    await selected.waitFor();
    expect(await resultCount(list)).toBe(count);
    expect([paramOf(page, 'f.type'), paramOf(page, 'at')]).toEqual(['PHOTOGRAPH', id]);
  };
  await show(list, 'Table');
  const table = list.locator('.kk-table');
  await expect.poll(() => table.getAttribute('data-current-item')).toBe(id);
  await isKept();
  await show(list, 'Carousel');
  const front = list.locator('.kk-carousel-title');
  await expect.poll(() => front.getAttribute('href')).toContain(`i-${id}`);
  await isKept();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'displays-carousel');
  for (const name of ['Cards', 'Timeline', 'List']) {
    await show(list, name);
    await expect.poll(() => isInView(list, id), { message: name }).toBe(true);
    await isKept();
  }
  await page.reload();
  await expect.poll(() => isInView(list, id)).toBe(true);

  // A position opened by one display is where the others begin.
  await show(list, 'Carousel');
  await expect.poll(() => front.getAttribute('href')).toContain(`i-${id}`);
  await list.getByRole('button', { name: 'Next result' }).focus();
  await page.keyboard.press('End');
  await list.getByText(`${count} of ${count}`).waitFor();
  await expect.poll(() => paramOf(page, 'at')).not.toBe(id);
  const last = paramOf(page, 'at')!;
  await show(list, 'Table');
  await expect.poll(() => table.getAttribute('data-current-item')).toBe(last);
});

it('[CELL-05] a shared address leads far down, and Ctrl+End to the very last row', { timeout: 90_000 }, async () => {
  const { page } = await world.open({
    as: 'staff',
    screen: 'wide',
    at: '/archive.catalogue?c0=.show%3DTABLE%26sort%3Dtitle',
  });
  const list = await shownList(page);
  const count = await resultCount(list);
  const grid = list.getByRole('grid');
  await list.locator('.bp6-table-cell a').first().waitFor();
  await grid.focus();
  await page.keyboard.press('Control+End');
  const row = (): Promise<string | undefined> =>
    grid.evaluate((element) => {
      const cell = document.getElementById(element.getAttribute('aria-activedescendant') ?? 'none');
      return cell?.parentElement?.getAttribute('aria-rowindex') ?? undefined;
    });
  await expect.poll(row, { timeout: 20_000 }).toBe(String(count + 1));
  await expect.poll(() => paramOf(page, 'at')).not.toBeNull();
  const [address, id] = [page.url(), paramOf(page, 'at')!];

  const other = await world.open({ as: 'staff', screen: 'wide', at: address });
  const table = columnAt(other.page, 1).locator('.kk-table');
  await expect.poll(() => table.getAttribute('data-current-item'), { timeout: 20_000 }).toBe(id);
  await other.page.goto(address.replace('show%3DTABLE', 'show%3DCARDS'));
  await expect.poll(() => isInView(columnAt(other.page, 1), id), { timeout: 20_000 }).toBe(true);
});

it(
  '[CELL-05] [CELL-08] a place is found in its tree, from the map and the list, and moved',
  { timeout: 90_000 },
  async () => {
    const { page } = await world.open({ as: 'staff', at: '/spatial.features?c0=.q%3DSteps%26f.state%3D"ACTIVE"' });
    const list = await shownList(page);
    const found = list.getByRole('link', { name: 'Heron Steps' });
    await found.waitFor();
    await show(list, 'Tree');
    const tree = list.getByRole('tree');
    // It is below a place that is not part of the results.
    const above = tree.getByRole('treeitem').filter({ hasText: 'Weir Narrows' });
    await above.waitFor();
    expect(await above.getAttribute('aria-expanded')).toBe('false');
    await tree.focus();
    await page.keyboard.type('weir');
    await page.keyboard.press('ArrowRight');
    const steps = tree.getByRole('treeitem').filter({ hasText: 'Heron Steps' });
    await steps.waitFor();
    expect(await steps.getAttribute('aria-level')).toBe('2');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await list
      .getByText(/^1 selected/)
      .first()
      .waitFor();
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'displays-tree');
    await expect.poll(() => paramOf(page, 'at')).not.toBeNull();
    await show(list, 'Map');
    await list.locator('.kk-map-list').getByRole('checkbox', { name: 'Select Heron Steps', checked: true }).waitFor();
    await page.reload();
    await show(list, 'Tree');
    await steps.waitFor();
  },
);
