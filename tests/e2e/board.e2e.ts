// The board: cards in columns by state, moved by mouse, by menu and by finger where a transition allows it, with a second person who sees it.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { focused } from 'tests/e2e/harness/keys.ts';
import { onPhone } from 'tests/e2e/harness/phone.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { setTheme } from 'tests/e2e/harness/setTheme.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

const CLAIMS = `/belongings.repatriation?c0=${encodeURIComponent('.show=BOARD')}`;
const WORK = `/geokeeper.work-items?c0=${encodeURIComponent('.show=BOARD')}`;

const boardColumn = (list: Locator, name: string): Locator =>
  list.getByRole('region', { name: new RegExp(`^${name}, [\\d,]+ record`) });

const countIn = async (column: Locator): Promise<number> =>
  Number((await column.locator('.kk-board-count').innerText()).replaceAll(',', ''));

const openBoard = async (page: Page, path: string): Promise<Locator> => {
  await page.goto(path);
  const list = columnAt(page, 1);
  await list.locator('.kk-board-card a').first().waitFor();
  return list;
};

/** The middle of an element. */
const middleOf = async (element: Locator): Promise<{ x: number; y: number }> => {
  const { x, y, width, height } = (await element.boundingBox())!;
  return { x: x + width / 2, y: y + Math.min(height / 2, 60) };
};

/** Returns the place of the focused card: the name of its column and its number there. */
const focusedCard = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const card = document.activeElement?.closest('[data-index]');
    const column = card?.closest('section')?.querySelector('.kk-board-name')?.textContent;
    return `${column ?? ''} ${card?.getAttribute('data-index') ?? ''}`;
  });

it('[EXPERIENCE] [WF-03] cards are reached, moved and moved back by keyboard only', { timeout: 120_000 }, async () => {
  const { page } = await world.open({ as: 'admin', screen: 'wide' });
  const list = await openBoard(page, WORK);
  const [active, complete] = [boardColumn(list, 'To do'), boardColumn(list, 'Done')];
  await complete.locator('.kk-board-card a').first().waitFor();
  const [before, after] = [await countIn(active), await countIn(complete)];
  for (let count = 0; (await focusedCard(page)) !== 'To do 0'; count += 1) {
    expect(count).toBeLessThan(200);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focusedCard(page)).toBe('To do 1');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => focusedCard(page)).not.toMatch(/^To do|^ /);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => focusedCard(page)).toMatch(/^To do \d/);
  const title = await focused(page);
  await page.keyboard.press('t');
  const target = page.getByRole('menu').getByRole('menuitem', { name: 'Done', exact: true });
  await target.waitFor();
  for (let count = 0; (await focused(page)) !== 'Done'; count += 1) {
    expect(count).toBeLessThan(12);
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await expect.poll(() => countIn(complete)).toBe(after + 1);
  expect(await countIn(active)).toBe(before - 1);
  await complete.getByRole('link', { name: title }).first().waitFor();
  await page.keyboard.press('Control+z');
  await expect.poll(() => countIn(active)).toBe(before);
  expect(await countIn(complete)).toBe(after);
});

it(
  '[EXPERIENCE] [WF-03] a card is dragged to another column, and another person sees it',
  { timeout: 120_000 },
  async () => {
    const { page } = await world.open({ as: 'admin', screen: 'wide' });
    const other = await world.open({ as: 'staff', screen: 'wide' });
    const list = await openBoard(page, WORK);
    const theirs = await openBoard(other.page, WORK);
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'board-work-light');
    const [active, complete] = [boardColumn(list, 'To do'), boardColumn(list, 'Done')];
    const [before, after] = [await countIn(active), await countIn(complete)];
    const card = active.locator('.kk-board-card').first();
    const title = await card.locator('a').first().innerText();
    const [from, to] = [await middleOf(card), await middleOf(complete)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 20, from.y + 8, { steps: 4 });
    await page.mouse.move(to.x, to.y, { steps: 10 });
    await screenshot(page, 'board-dragging');
    await page.mouse.up();
    await expect.poll(() => countIn(complete)).toBe(after + 1);
    expect(await countIn(active)).toBe(before - 1);
    await complete.getByRole('link', { name: title }).waitFor();
    // The counts next to the board follow.
    const facet = list.getByRole('region', { name: 'State', exact: true }).getByRole('listitem');
    const counted = async (name: string): Promise<number> =>
      Number((await facet.filter({ hasText: name }).locator('.kk-facet-count').innerText()).replaceAll(',', ''));
    await expect.poll(() => counted('Done')).toBe(after + 1);
    expect(await counted('To do')).toBe(before - 1);
    await boardColumn(theirs, 'Done').getByRole('link', { name: title }).waitFor();
    await expect.poll(() => countIn(boardColumn(theirs, 'Done'))).toBe(after + 1);
    // The drag opened nothing.
    expect(await page.locator('[data-kk-region=column]').count()).toBe(1);
    await page.keyboard.press('Control+z');
    await boardColumn(theirs, 'To do').getByRole('link', { name: title }).waitFor();
    await page
      .getByText(/is now in “To do”/)
      .first()
      .waitFor();
    await page.keyboard.press('Control+y');
    await boardColumn(theirs, 'Done').getByRole('link', { name: title }).waitFor();
  },
);

it(
  '[EXPERIENCE] [WF-03] the menu of a card makes the moves of its state, with their questions',
  { timeout: 120_000 },
  async () => {
    const { page } = await world.open({ as: 'admin', screen: 'desktop', theme: 'dark' });
    const list = await openBoard(page, CLAIMS);
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'board-claims-dark');
    const card = list.locator('.kk-board-card').first();
    const title = await card.locator('a').first().innerText();
    // No transition leads there.
    const [from, closed] = [await middleOf(card), await middleOf(boardColumn(list, 'Under review'))];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(closed.x, closed.y, { steps: 10 });
    await list.locator('.kk-board-closed').first().waitFor();
    await screenshot(page, 'board-closed');
    await page.mouse.up();
    await page
      .getByText(/cannot move to “/)
      .first()
      .waitFor();
    const start = await card.evaluate((element) => element.closest('section')?.getAttribute('aria-label'));
    // The menu opens by mouse, and by a key on the card.
    const menu = page.getByRole('menu');
    await card.getByRole('button', { name: /^Move / }).click();
    await menu.getByRole('menuitem').first().waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await card.locator('a').first().focus();
    await page.keyboard.press('t');
    await menu.getByRole('menuitem').first().waitFor();
    await expect.poll(() => menu.getByText('Looking up').count()).toBe(0);
    await screenshot(page, 'board-menu');
    const dialog = page.getByRole('dialog');
    await menu.getByRole('menuitem', { name: 'Withdraw', exact: true }).click();
    await dialog.getByText('Withdraw this claim?').waitFor();
    await dialog.getByText(title, { exact: true }).waitFor();
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'board-withdraw');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await card.locator('a').first().focus();
    await page.keyboard.press('t');
    await menu.getByRole('menuitem', { name: 'Ask the institution' }).click();
    await dialog.waitFor();
    await screenshot(page, 'board-question');
    const day = dialog.getByRole('textbox').first();
    await day.fill('2026-11-20');
    await day.press('Tab');
    await dialog.locator('button[type=submit]').click();
    await expect
      .poll(() =>
        list
          .getByRole('link', { name: title })
          .first()
          .evaluate((element) => element.closest('section')?.getAttribute('aria-label')),
      )
      .not.toBe(start);
    // Cards name the people to whom the records are assigned.
    await list.locator('.kk-board-card', { hasText: 'Isaro Brightwater' }).first().waitFor();
    await setTheme(page, 'light');
    await page.setViewportSize({ width: 360, height: 740 });
    await screenshot(page, 'board-phone-light');
    expect(await axe(page)).toEqual([]);
  },
);

it(
  '[EXPERIENCE] a card is dragged by finger after a moment, and the board scrolls before it',
  { timeout: 120_000 },
  async () => {
    const { page, context } = await world.open({ as: 'admin', screen: 'touch' });
    const list = await openBoard(page, WORK);
    await page.setViewportSize({ width: 760, height: 844 });
    const [active, complete] = [boardColumn(list, 'To do'), boardColumn(list, 'Done')];
    const after = await countIn(complete);
    const session = await context.newCDPSession(page);
    const touch = (type: string, points: readonly { x: number; y: number }[]) =>
      session.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints: [...points] });
    const [from, to] = [await middleOf(active.locator('.kk-board-card').first()), await middleOf(complete)];
    await touch('touchStart', [from]);
    await page.locator('.kk-board-dragging').waitFor();
    for (let step = 1; step <= 10; step += 1)
      await touch('touchMove', [
        { x: from.x + ((to.x - from.x) * step) / 10, y: from.y + ((to.y - from.y) * step) / 10 },
      ]);
    await touch('touchEnd', []);
    await expect.poll(() => countIn(complete)).toBe(after + 1);
    await screenshot(page, 'board-touch');
  },
);

it('[EXPERIENCE] a card shows the whole date, also after a long name', { timeout: 120_000 }, async () => {
  const { page } = await world.open({ as: 'admin', screen: 'phone', theme: 'dark' });
  const list = await openBoard(page, `/consult.projects?c0=${encodeURIComponent('.show=BOARD')}`);
  const dates = list.locator('.kk-board-card .kf-date');
  await dates.first().waitFor();
  await screenshot(page, 'board-dates-dark');
  const hidden = await dates.evaluateAll(
    (all) =>
      all.filter((date) => {
        const card = date.closest('.kk-row-summary')!.getBoundingClientRect();
        return date.getBoundingClientRect().right > card.right;
      }).length,
  );
  expect(hidden).toBe(0);
});

it('[EXPERIENCE] [WF-03] the menu of a card is opened and used by taps on a phone', { timeout: 90_000 }, async () => {
  const page = await onPhone(world, WORK, 'admin');
  const list = columnAt(page, 1);
  await list.locator('.kk-board-card a').first().waitFor();
  const [active, complete] = [boardColumn(list, 'To do'), boardColumn(list, 'Done')];
  const [before, after] = [await countIn(active), await countIn(complete)];
  await complete
    .locator('.kk-board-card')
    .first()
    .getByRole('button', { name: /^Move / })
    .tap();
  const target = page.getByRole('menuitem', { name: 'To do', exact: true });
  await target.waitFor();
  await screenshot(page, 'board-touch-menu');
  expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await target.tap();
  await expect.poll(() => countIn(active)).toBe(before + 1);
  expect(await countIn(complete)).toBe(after - 1);
});

it('[EXPERIENCE] shows all columns on a screen that opens with a filter by them', { timeout: 90_000 }, async () => {
  const { page } = await world.open({ as: 'staff', at: '/consult.responses', screen: 'wide' });
  const list = columnAt(page, 1);
  const filter = list.getByRole('button', { name: /State: Waiting for an answer/ });
  await filter.first().waitFor();
  await list.getByRole('button', { name: 'Board', exact: true }).click();
  await list.locator('.kk-board-card a').first().waitFor();
  await expect.poll(() => list.locator('.kk-board-column').count()).toBeGreaterThan(3);
  await screenshot(page, 'board-all-columns');
  // The list has its filter again.
  await list.getByRole('button', { name: 'List', exact: true }).click();
  await filter.first().waitFor();
});

it('[EXPERIENCE] a card is assigned from its menu and by the key A', async () => {
  const { page } = await world.open({ as: 'admin', screen: 'wide' });
  const list = await openBoard(page, WORK);
  const card = boardColumn(list, 'To do').locator('.kk-board-card').first();
  const crew = columnAt(page, 2).getByRole('combobox', { name: /^Crew/ });
  await card.getByRole('button', { name: /^Move / }).click();
  await page.getByRole('menuitem', { name: 'Assign…' }).click();
  await crew.waitFor();
  await expect.poll(() => crew.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.goBack();
  await crew.waitFor({ state: 'detached' });
  await card.locator('a').first().focus();
  await page.keyboard.press('a');
  await crew.waitFor();
});
