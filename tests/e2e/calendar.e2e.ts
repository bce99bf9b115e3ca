// The calendar of a listing: days with the keyboard, month, week and list, an entry in the next column, and the address at which a calendar
// program reads it over HTTP while its person has the right.
import ICAL from 'ical.js';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt, openExportByMenu, shownList } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { forgetRates } from 'tests/e2e/harness/Store.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';
import { addDays, addMonths } from 'src/model/calendar/localDay.ts';

const world = useWorld();
const PATH = '/consult.calendar';

const gridOf = (list: Locator): Locator => list.getByRole('grid', { name: /^Calendar: / });
const dayOf = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('data-day') ?? null);
/** Returns a day with an entry. */
const busyDay = async (list: Locator): Promise<string> => {
  const cell = gridOf(list)
    .locator('[data-day]', { has: list.page().locator('li a') })
    .first();
  await cell.waitFor();
  return (await cell.getAttribute('data-day')) ?? '';
};
const viewOf = (list: Locator, name: string): Locator =>
  list.getByRole('group', { name: 'View', exact: true }).getByRole('button', { name, exact: true });

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it('[CELL-05] [EXPERIENCE] shows its days by month, week and list, with the keyboard only, and an entry next to them', async () => {
    const { page } = await world.open({ as: 'staff', at: PATH, screen: 'wide', theme });
    const list = await shownList(page);
    const grid = gridOf(list);
    const start = await busyDay(list);
    expect(await axe(page)).toEqual([]);
    await screenshot(page, `calendar-month-${theme}`);
    // The office is closed on Fridays, which are no weekend.
    const marked = grid.locator('tbody tr').nth(1).locator('.kk-cal-weekend');
    expect(await marked.evaluateAll((days) => days.map((day) => (day as HTMLTableCellElement).cellIndex))).toEqual([
      0, 6,
    ]);

    await grid.locator(`[data-day="${start}"]`).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => dayOf(page)).toBe(addDays(start, 1));
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => dayOf(page)).toBe(addDays(start, 8));
    await page.keyboard.press('PageDown');
    const later = addMonths(addDays(start, 8), 1);
    await expect.poll(() => dayOf(page)).toBe(later);
    await page.keyboard.press('PageUp');
    await expect.poll(() => dayOf(page)).toBe(addMonths(later, -1));

    // Enters a day, returns to it, and enters it again to open an entry next to the calendar.
    await grid.locator(`[data-day="${start}"]`).focus();
    await page.keyboard.press('Enter');
    const entry = grid.locator(`[data-day="${start}"] li a`).first();
    await expect.poll(() => entry.evaluate((each) => each === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => dayOf(page)).toBe(start);
    await page.keyboard.press('Enter');
    const title = (await entry.locator('.kk-cal-label').textContent()) ?? '';
    await page.keyboard.press('Enter');
    await columnAt(page, 2).getByRole('heading', { name: title }).first().waitFor();
    expect(await axe(page)).toEqual([]);

    // The week of that day shows the kind of each entry, also of the open one.
    await list.locator(`[data-day="${start}"] .kk-cal-date`).click();
    await viewOf(list, 'Week').press('Enter');
    await list.locator('.kk-cal-week').waitFor();
    await list.locator(`.kk-cal-week [data-day="${start}"] .kk-cal-kind`).first().waitFor();
    await list.locator('.kk-cal-week a[aria-current=true]').first().waitFor();
    expect(await grid.locator('[data-day]').count()).toBe(7);
    expect(await axe(page)).toEqual([]);
    await screenshot(page, `calendar-week-${theme}`);

    await viewOf(list, 'List').press('Enter');
    await list.getByRole('link', { name: title }).first().waitFor();
    expect(await axe(page)).toEqual([]);
    await screenshot(page, `calendar-list-${theme}`);
  });
});

it('[SHELL-16] [EXPERIENCE] on a phone lists its days, and no notice of the page lies over the buttons of a dialog', async () => {
  const { page } = await world.open({ as: 'staff', at: PATH, screen: 'phone' });
  await page.evaluate(() => localStorage.removeItem('Cookies-Accepted'));
  await page.reload();
  const list = await shownList(page);
  const cookies = page.locator('.kk-cookies');
  await cookies.waitFor();
  await list.locator('.kk-cal-row').first().waitFor();
  expect(await gridOf(list).count()).toBe(0);
  // Names have the width of the phone, with their times above them.
  const { width = 0 } = (await list.locator('.kk-cal-row > .kk-fill').first().boundingBox()) ?? {};
  expect(width).toBeGreaterThan(200);
  const subscribe = () => list.getByRole('button', { name: 'Subscribe' }).click();
  for (const [open, name, button] of [
    [subscribe, 'Subscribe to this calendar', 'Create the address'],
    [() => openExportByMenu(page, list), 'Export', 'Export'],
  ] as const) {
    await open();
    const dialog = page.getByRole('dialog', { name });
    const last = dialog.getByRole('button', { name: button, exact: true });
    await last.scrollIntoViewIfNeeded();
    const isOnTop = await last.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const found = document.elementFromPoint(left + width / 2, top + height / 2);
      return found !== null && element.contains(found);
    });
    expect({ button, isOnTop }).toEqual({ button, isOnTop: true });
    await screenshot(page, `calendar-phone-${button.replaceAll(/\W/g, '')}`);
    // The notice is still there, below the dialog.
    const isBelow = await cookies.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const found = document.elementFromPoint(left + width / 2, top + height / 2);
      return found !== null && !element.contains(found);
    });
    expect(isBelow).toBe(true);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
  }
});

const entriesAt = async (address: string): Promise<readonly string[]> => {
  const answer = await fetch(address);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  const calendar = new ICAL.Component(ICAL.parse(await answer.text()) as unknown[]);
  return calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event).summary);
};

const subscribe = async (page: Page, list: Locator, name: string): Promise<string> => {
  await list.getByRole('button', { name: 'Subscribe' }).click();
  const dialog = page.getByRole('dialog', { name: 'Subscribe to this calendar' });
  await dialog.getByRole('textbox', { name: 'Name of the calendar' }).fill(name);
  expect(await axe(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create the address' }).click();
  const address = await dialog.getByRole('textbox', { name: 'Address' }).inputValue();
  expect(await axe(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  return address;
};

it('[EXCHANGE] [CELL-05] [PERM-01] an address for a calendar program tells what its person may see, until either is ended', async () => {
  const { page } = await world.open({ as: 'staff', at: PATH });
  const list = await shownList(page);
  const first = await subscribe(page, list, 'My days');
  const second = await subscribe(page, list, 'On my phone');
  expect(first).not.toBe(second);
  const seen = await entriesAt(first);
  expect(seen.some((summary) => summary.includes('Crossing at the third step'))).toBe(true);
  expect(await entriesAt(second)).toEqual(seen);

  await page.goto('/my-account');
  const addresses = page.locator('section', { has: page.getByRole('heading', { name: 'Calendar addresses' }) });
  await addresses.getByText('last read').first().waitFor();
  expect(await axe(page)).toEqual([]);
  await addresses.getByRole('button', { name: 'End My days' }).click();
  await addresses.getByRole('button', { name: 'End My days' }).waitFor({ state: 'detached' });
  expect((await fetch(first)).status).toBe(410);
  expect(await entriesAt(second)).toEqual(seen);

  // The person loses the right to answer consultations, and the next request for the address no longer contains them.
  const { ids } = await askAs(world.url, 'admin', ['search/ids', { must: { _t: ['User'] }, max: 50, labels: true }]);
  const users = await Promise.all((ids as string[]).map((id) => askAs(world.url, 'admin', [`read/${id}`, null])));
  const staff = users.find(({ email }) => email === 'staff@sample.test');
  if (!staff) throw new Error('the sample has no staff');
  const { $id = '', _u = 0 } = staff;
  await askAs(world.url, 'admin', ['update', { $id, _u, memberships: [], siteReads: null, siteCapabilities: [] }]);
  const crossing = async (): Promise<readonly string[]> => {
    // A program that sends as many requests as this test would have to wait.
    await forgetRates(world.store);
    return (await entriesAt(second)).filter((summary) => summary.includes('Crossing at the third step'));
  };
  await expect.poll(crossing).toEqual([]);
});
