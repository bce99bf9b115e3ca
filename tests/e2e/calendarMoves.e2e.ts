// Entries of a calendar are moved to another day by mouse, by keyboard and by finger, and new ones begin on a day; another person sees both.
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt, shownList } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

const calendarAt = (place: string): string => `/consult.calendar?c0=${encodeURIComponent(`.cal=${place}`)}`;
const meeting = async (summary: string, date: string): Promise<string> => {
  const values = { summary, date, start: '10:00', end: '11:00', owner: 'Organization-1', $access: 'COMMUNITY' };
  return String((await askAs(world.url, 'staff', ['create/Meeting', values]))['$id']);
};
const dateOf = async (id: string) => (await askAs(world.url, 'staff', [`read/${id}`, null]))['date'];
const dayIn = (list: Locator, day: string): Locator => list.locator(`td[data-day="${day}"]`);
const entryOn = (list: Locator, day: string, title: string): Locator =>
  dayIn(list, day).locator('li', { hasText: title });

const middleOf = async (element: Locator): Promise<{ x: number; y: number }> => {
  const { x, y, width, height } = (await element.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
};

const drag = async (page: Page, entry: Locator, day: Locator): Promise<void> => {
  const [from, to] = [await middleOf(entry), await middleOf(day)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 12, from.y + 8, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 8 });
};

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it('[CELL-05] [EXPERIENCE] drags an entry to another day, which another person sees, and undoes it', async () => {
    const title = `Moved by mouse, ${theme}`;
    const id = await meeting(title, '2027-03-10');
    const { page } = await world.open({ as: 'staff', at: calendarAt('*2027-03-10'), screen: 'wide', theme });
    const { page: other } = await world.open({ as: 'admin', at: calendarAt('*2027-03-10'), screen: 'wide' });
    const [list, theirs] = [await shownList(page), await shownList(other)];
    await entryOn(theirs, '2027-03-10', title).waitFor();
    const entry = entryOn(list, '2027-03-10', title);
    await entry.hover();
    await expect.poll(() => entry.locator('a').evaluate((link) => getComputedStyle(link).cursor)).toBe('grab');
    await drag(page, entry, dayIn(list, '2027-03-18'));
    await list.locator('.kk-cal-over').waitFor();
    await screenshot(page, `calendar-drag-${theme}`);
    await page.mouse.up();
    await entryOn(list, '2027-03-18', title).waitFor();
    await entryOn(theirs, '2027-03-18', title).waitFor();
    expect(await dateOf(id)).toBe('2027-03-18');
    expect(await page.locator('[data-kk-region=column]').count()).toBe(1);
    await page.getByText(`${title} is now on Thursday, March 18, 2027`).first().waitFor();
    await screenshot(page, `calendar-moved-${theme}`);
    await page.getByRole('button', { name: /^Undo/ }).first().click();
    await entryOn(theirs, '2027-03-10', title).waitFor();
    expect(await dateOf(id)).toBe('2027-03-10');
    // In the week, and undone by keys.
    await page.goto(calendarAt('week*2027-03-10'));
    await drag(page, entryOn(list, '2027-03-10', title), dayIn(list, '2027-03-12'));
    await page.mouse.up();
    await entryOn(theirs, '2027-03-12', title).waitFor();
    await page.keyboard.press('Control+z');
    await entryOn(theirs, '2027-03-10', title).waitFor();
  });
});

it('[CELL-05] [EXPERIENCE] moves an entry by keys, with a dialog for the day', async () => {
  const title = 'Moved by keys';
  const id = await meeting(title, '2027-05-11');
  const { page } = await world.open({ as: 'staff', at: calendarAt('*2027-05-11'), screen: 'wide' });
  const list = await shownList(page);
  await entryOn(list, '2027-05-11', title).waitFor();
  await dayIn(list, '2027-05-11').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Move to another day…' }).waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'calendar-entry-menu');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Move ${title} to another day` });
  await dialog.getByRole('textbox', { name: 'New day' }).fill('2027-05-20');
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'calendar-move-dialog');
  await page.keyboard.press('Enter');
  await entryOn(list, '2027-05-20', title).waitFor();
  await expect.poll(() => dateOf(id)).toBe('2027-05-20');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-day'));
  await expect.poll(focused).toBe('2027-05-20');
});

it('[CELL-05] [EXPERIENCE] says why an entry stays on its day', async () => {
  const state = 'DRAFT NOT_SELECTED RESPONDED OFFLINE NO_RESPONSE WITHDRAWN COMPLETE'.split(' ');
  const query = { must: { _t: ['ConsultResponse'] }, mustNot: { state }, days: true, max: 100 };
  const { ids, times } = await askAs(world.url, 'staff', ['search/ids', query]);
  const at = (times as [number | null][]).findIndex(([from]) => from !== null);
  const day = new Date((times as [number][])[at]?.[0] ?? 0).toISOString().slice(0, 10);
  const { page } = await world.open({ as: 'staff', at: calendarAt(`week*${day}`), screen: 'wide' });
  const list = await shownList(page);
  const link = page.locator(`a[title="${(ids as string[])[at]}"]`);
  const computed = list.locator('td[data-day] li', { has: link }).first();
  await computed.waitFor();
  await computed.hover();
  expect(await computed.locator('a').evaluate((link) => getComputedStyle(link).cursor)).toBe('pointer');
  await drag(page, computed, list.locator('td[data-day]').last());
  await page
    .getByText(/^You cannot move .* follows from other dates/)
    .first()
    .waitFor();
  expect(await list.locator('.kk-cal-over').count()).toBe(0);
  await page.mouse.up();
  expect(await page.locator('[data-kk-region=column]').count()).toBe(1);
});

it('[CELL-05] [EXPERIENCE] begins a record on an empty day, and goes to the day of what was created', async () => {
  const { page } = await world.open({ as: 'staff', at: calendarAt('*2027-06-09'), screen: 'wide' });
  const { page: other } = await world.open({ as: 'admin', at: calendarAt('*2027-07-09'), screen: 'wide' });
  const [list, theirs] = [await shownList(page), await shownList(other)];
  await dayIn(list, '2027-06-16').click();
  const add = dayIn(list, '2027-06-16').getByRole('button', { name: /^New meeting/ });
  await add.waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'calendar-new');
  await add.click();
  const item = columnAt(page, 2);
  await expect.poll(() => item.getByRole('textbox', { name: /^Date/ }).inputValue()).toMatch(/16/);
  await item.getByRole('button', { name: 'Close this column' }).click();
  // The keys do the same, and the form gets another day.
  await dayIn(list, '2027-06-16').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await item.getByRole('textbox', { name: /^Date/ }).fill('2027-07-14');
  await item.getByRole('textbox', { name: /^Summary/ }).fill('Begun on a day');
  await item.getByRole('button', { name: 'Create' }).click();
  await entryOn(list, '2027-07-14', 'Begun on a day').waitFor();
  await entryOn(theirs, '2027-07-14', 'Begun on a day').waitFor();
});

it('[CELL-05] [EXPERIENCE] moves entries on a tablet by finger, and on a phone by the menu', async () => {
  const title = 'Moved by finger';
  const id = await meeting(title, '2027-09-07');
  const { page, context } = await world.open({ as: 'staff', screen: 'touch', at: '/' });
  await page.setViewportSize({ width: 900, height: 900 });
  await page.goto(calendarAt('*2027-09-07'));
  const list = await shownList(page);
  const entry = entryOn(list, '2027-09-07', title);
  await entry.waitFor();
  const session = await context.newCDPSession(page);
  const touch = (type: string, points: readonly { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints: [...points] });
  const [from, to] = [await middleOf(entry), await middleOf(dayIn(list, '2027-09-16'))];
  await touch('touchStart', [from]);
  await list.locator('.kk-cal-dragging').waitFor();
  for (let step = 1; step <= 8; step += 1)
    await touch('touchMove', [{ x: from.x + ((to.x - from.x) * step) / 8, y: from.y + ((to.y - from.y) * step) / 8 }]);
  await touch('touchEnd', []);
  await expect.poll(() => dateOf(id)).toBe('2027-09-16');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(calendarAt('*2027-09-07'));
  const row = list.locator('.kk-cal-row', { hasText: title });
  const menu = row.getByRole('button', { name: `Move ${title}` });
  await menu.waitFor();
  expect((await menu.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'calendar-phone-menu');
  await menu.tap();
  await page.getByRole('menuitem', { name: 'Move to another day…' }).tap();
  const dialog = page.getByRole('dialog', { name: `Move ${title} to another day` });
  await dialog.getByRole('textbox', { name: 'New day' }).fill('2027-09-21');
  await dialog.getByRole('button', { name: 'Move', exact: true }).tap();
  await expect.poll(() => dateOf(id)).toBe('2027-09-21');
});
