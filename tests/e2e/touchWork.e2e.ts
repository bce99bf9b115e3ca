// A person with a phone works in a table and talks about a record, with taps only; others see it at once.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { drag, onPhone } from 'tests/e2e/harness/phone.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();

const TABLE = `/archive.catalogue?c0=${encodeURIComponent('.show=TABLE&sort=title&cols=$label*type*category')}`;

const cellAt = (page: Page, row: number, col: number): Locator =>
  page.locator(`.bp6-table-quadrant-main .bp6-table-cell-row-${row}.bp6-table-cell-col-${col} [role=gridcell]`).first();

it('[EXPERIENCE] [CELL-05] changes a cell of a table by taps, and another person sees it', async () => {
  const page = await onPhone(world, TABLE);
  const cell = cellAt(page, 2, 1);
  await expect.poll(() => cell.innerText()).toMatch(/^(?!Loading)\S/u);
  const id = await cell.locator('[data-shows]').getAttribute('data-shows');
  const before = await cell.innerText();
  const next = before === 'Map' ? ['BOOK', 'Book'] : ['MAP', 'Map'];
  const { page: other } = await world.open({ as: 'admin', at: `/i-${id}` });
  await columnAt(other, 1).getByText(before, { exact: true }).first().waitFor();

  await cell.tap();
  await page.getByRole('button', { name: 'Change the cell' }).tap();
  const editor = page.getByRole('group', { name: 'Edit Type' });
  await editor.getByRole('combobox').selectOption({ label: next[1] ?? '' });
  await screenshot(page, 'touch-cell');
  await editor.getByRole('button', { name: 'Save' }).tap();
  await editor.waitFor({ state: 'detached' });
  await expect.poll(() => cell.innerText()).toBe(next[1]);
  await columnAt(other, 1)
    .getByText(next[1] ?? '', { exact: true })
    .first()
    .waitFor();
  expect((await askAs(world.url, 'staff', [`read/${id}`, null]))['type']).toBe(next[0]);

  await page.getByRole('button', { name: /^Undo/ }).first().tap();
  await expect.poll(() => cell.innerText()).toBe(before);
  await columnAt(other, 1).getByText(before, { exact: true }).first().waitFor();
});

/** Swipes with one finger. */
const swipe = async (page: Page, from: { x: number; y: number }, by: { x?: number; y?: number }): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  const distances = { xDistance: by.x ?? 0, yDistance: by.y ?? 0 };
  await session.send('Input.synthesizeScrollGesture', {
    ...from,
    ...distances,
    gestureSourceType: 'touch',
    speed: 600,
  });
  await session.detach();
};

/** Returns how far a part of the table is scrolled to the side and down. */
const scrolled = (page: Page, part: string): Promise<readonly number[]> =>
  page
    .locator(`.bp6-table-quadrant-${part} > .bp6-table-quadrant-scroll-container`)
    .evaluate(({ scrollLeft, scrollTop }) => [Math.round(scrollLeft), Math.round(scrollTop)]);

it('[EXPERIENCE] scrolls the whole table by a swipe over its titles or its heads, and a tap still opens a record', async () => {
  const page = await onPhone(world, TABLE);
  await cellAt(page, 2, 1).waitFor();
  const title = await page.locator('.bp6-table-quadrant-left .bp6-table-cell-row-3').boundingBox();
  const head = await page.locator('.bp6-table-quadrant-top [role=columnheader]').first().boundingBox();
  if (!title || !head) throw new Error('The table has no titles or no heads.');
  await swipe(page, { x: title.x + 60, y: title.y + 100 }, { y: -220 });
  await expect.poll(async () => (await scrolled(page, 'main'))[1]).toBeGreaterThan(150);
  for (const x of [25, 60, 110]) await drag(page, { x: title.x + x, y: title.y + 200 }, { y: -180 });
  await expect.poll(async () => (await scrolled(page, 'main'))[1]).toBeGreaterThan(600);
  await expect.poll(async () => (await scrolled(page, 'left'))[1] === (await scrolled(page, 'main'))[1]).toBe(true);
  // Rows of both parts are at the same height.
  const row = page.locator('.bp6-table-quadrant-main .bp6-table-cell-col-1').nth(6);
  const name = /bp6-table-cell-row-\d+/.exec((await row.getAttribute('class')) ?? '')?.[0] ?? '';
  const tops = await Promise.all(
    [row, page.locator(`.bp6-table-quadrant-left .${name}`)].map(async (each) => (await each.boundingBox())?.y),
  );
  expect(tops[0]).toBe(tops[1]);

  await swipe(page, { x: head.x + head.width - 10, y: head.y + 12 }, { x: -80 });
  await expect.poll(async () => (await scrolled(page, 'main'))[0]).toBeGreaterThan(40);
  // Browsers round what they scroll to.
  await expect
    .poll(async () => Math.abs(((await scrolled(page, 'top'))[0] ?? 0) - ((await scrolled(page, 'main'))[0] ?? 0)))
    .toBeLessThanOrEqual(1);
  await screenshot(page, 'touch-table-swiped');

  const link = page.locator('.bp6-table-quadrant-left .bp6-table-cell a').nth(4);
  const label = await link.innerText();
  await link.tap();
  await page.getByRole('heading', { name: label }).first().waitFor();
});

it('[EXPERIENCE] [SRCH-05] groups a table and chooses its columns by taps', async () => {
  const page = await onPhone(world, TABLE);
  await cellAt(page, 0, 1).waitFor();
  await page.getByRole('button', { name: 'Group', exact: true }).tap();
  await page.getByRole('menuitemradio', { name: 'Type', exact: true }).tap();
  const heading = page.locator('.kk-group-heading').first();
  await heading.waitFor();
  const [name = '', count = ''] = (await heading.innerText()).split(/\n/u);
  expect(name).not.toBe('');
  expect(Number(count.replace(/\D/gu, ''))).toBeGreaterThan(0);
  await heading.tap();
  await expect.poll(() => heading.getAttribute('aria-expanded')).toBe('false');
  await screenshot(page, 'touch-groups');

  await page.getByRole('button', { name: 'Columns' }).tap();
  const menu = page.getByRole('group', { name: 'Columns' });
  await menu.getByRole('searchbox').tap();
  await page.keyboard.insertText('call');
  await menu.getByRole('checkbox', { name: 'Call number' }).tap();
  await screenshot(page, 'touch-columns');
  expect(await axe(page)).toEqual([]);
  await expect.poll(() => page.getByRole('columnheader', { name: 'Call number' }).count()).toBe(1);

  const place = (): Promise<number> =>
    page.getByRole('columnheader', { name: 'Call number' }).getAttribute('aria-colindex').then(Number);
  const before = await place();
  await menu.getByRole('button', { name: 'Move Call number forward' }).tap();
  await expect.poll(place).toBe(before - 1);
});

it('[EXPERIENCE] [CELL-05] fills cells by dragging the corner with a finger; a cancelled touch fills nothing', async () => {
  // No two call numbers are the same.
  const page = await onPhone(world, TABLE.replace('type', 'callNumber'));
  const row = 1;
  await expect.poll(() => cellAt(page, row + 2, 1).innerText()).toMatch(/^(?!Loading)\S/u);
  const values = (): Promise<string[]> => Promise.all([0, 1, 2].map((by) => cellAt(page, row + by, 1).innerText()));
  const before = await values();
  expect(new Set(before).size).toBe(3);
  const undo = page.getByRole('button', { name: 'Undo', exact: true }).first();
  const corner = page.locator('.bp6-table-quadrant-main .kk-fill-handle').first();
  const fillDown = async (end: 'touchEnd' | 'touchCancel'): Promise<void> => {
    await cellAt(page, row, 1).tap();
    await page.getByText('1 cell selected').waitFor();
    const { x, y, width, height } = (await corner.boundingBox())!;
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    const target = (await cellAt(page, row + 2, 1).boundingBox())!;
    // The finger is on the part of the corner that is not drawn.
    await drag(page, { x: x + 8, y: y + 8 }, { y: target.y + target.height / 2 - y - 8 }, end);
  };

  await fillDown('touchCancel');
  await page.getByText('1 cell selected').waitFor();
  await cellAt(page, row + 2, 1).tap();
  await expect.poll(() => page.locator('.kk-table-current').getAttribute('id')).toMatch(new RegExp(`-${row + 2}-1$`));
  expect(await values()).toEqual(before);
  expect(await undo.isDisabled()).toBe(true);

  await fillDown('touchEnd');
  await expect.poll(values).toEqual([before[0], before[0], before[0]]);
  await screenshot(page, 'touch-filled');
  // On a phone, the message is above the buttons of the table, with one of its own.
  await page.locator('.kk-alert').getByRole('button', { name: 'Undo' }).tap();
  await expect.poll(values).toEqual(before);
});

it('[EXPERIENCE] [CONV-01] writes about a record by taps, and the person at a desk reads and answers', async () => {
  const page = await onPhone(world, '/i-ArchiveEntry-9');
  await page.getByRole('tab', { name: /^Conversations/ }).tap();
  const column = columnAt(page, 1);
  const box = column.getByRole('textbox', { name: /Write a message|Start a conversation/ }).first();
  await box.tap();
  const subject = `Asked by thumb ${Date.now()}`;
  await page.keyboard.insertText(subject);
  await screenshot(page, 'touch-conversation');
  expect(await column.getByText(/Enter sends/).count()).toBe(0);
  expect(await axe(page)).toEqual([]);
  await column.getByRole('button', { name: 'Send' }).tap();

  const { page: desk } = await world.open({ as: 'admin', at: '/i-ArchiveEntry-9?c0=conversations' });
  await desk.getByRole('link', { name: subject }).first().click();
  const thread = columnAt(desk, 2);
  const answer = `Answered at a desk ${Date.now()}`;
  await thread.getByRole('textbox', { name: /Write a message/ }).fill(answer);
  await thread.getByRole('button', { name: 'Send' }).click();
  await column.getByRole('link', { name: subject }).first().tap();
  await page.getByText(answer).first().waitFor();
  // The box keeps the focus after Send, so the next message is typed at once.
  const more = column.getByRole('textbox', { name: /Write a message/ });
  await more.tap();
  await page.keyboard.insertText('One');
  await column.getByRole('button', { name: 'Send' }).tap();
  await expect.poll(() => more.inputValue()).toBe('');
  await page.keyboard.insertText('Two');
  await expect.poll(() => more.inputValue()).toBe('Two');
  await screenshot(page, 'touch-answer');
  // Text that is written while a message is sent belongs to the next one.
  await column.getByRole('button', { name: 'Send' }).tap();
  await page.keyboard.insertText(' Three');
  await column.getByText('Two', { exact: true }).first().waitFor();
  await expect.poll(async () => (await more.inputValue()).trim()).toBe('Three');
});

it('[EXPERIENCE] [SRCH-03] a member filters the archive as staff do, and begins at the first result', async () => {
  const { page } = await world.open({ screen: 'touch', as: 'member', at: '/' });
  await page.getByRole('button', { name: 'OK' }).tap();
  await page
    .getByRole('region', { name: 'Open to you' })
    .getByRole('link', { name: /^Archive entries/ })
    .tap();
  const list = columnAt(page, 1);
  await list.locator('li[data-item]').first().waitFor();
  const all = await list.locator('.kk-count').first().innerText();
  // The list has been scrolled before it is filtered.
  await list.locator('.kk-results-scroll').evaluate((scroller) => scroller.scrollTo({ top: 2400 }));
  await expect.poll(() => list.locator('li[data-item]').first().getAttribute('data-index')).not.toBe('0');
  await list.getByRole('button', { name: /^Filters/ }).tap();
  const facet = list.locator('.kk-facet').filter({ has: page.getByRole('button', { name: 'Type', exact: true }) });
  await facet.getByRole('checkbox', { name: /^Photograph/ }).tap();
  await screenshot(page, 'touch-member-filters');
  await list.getByRole('button', { name: /^Show [\d,]+ results/ }).tap();
  await expect.poll(() => list.locator('.kk-count').first().innerText()).not.toBe(all);
  const first = list.locator('li[data-item][data-index="0"]');
  await first.waitFor();
  await expect.poll(() => list.locator('.kk-results-scroll').evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  await screenshot(page, 'touch-member-list');
  expect(await axe(page)).toEqual([]);
  expect(new URL(page.url()).search).not.toContain('at%3D');
});

it('[CONV-01] [NTFY-01] mentions a person by taps, who opens the message from the bell of a phone', async () => {
  const page = await onPhone(world, '/i-ArchiveEntry-3');
  await page.getByRole('tab', { name: /^Conversations/ }).tap();
  const item = columnAt(page, 1);
  await item.getByRole('textbox', { name: /^Start a conversation/ }).tap();
  const said = `Named by thumb ${Date.now()}`;
  await page.keyboard.insertText(`${said} @Corr`);
  const person = item.getByRole('option', { name: /^Corrin/ });
  await person.waitFor();
  expect((await person.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await screenshot(page, 'touch-mention');
  await person.tap();
  await item.getByRole('button', { name: 'Send' }).first().tap();
  await item.getByRole('link', { name: new RegExp(`^${said}`) }).waitFor();

  const theirs = await onPhone(world, '/', 'admin');
  await theirs.getByRole('button', { name: /^Notices, \d+ unread/ }).tap();
  const line = theirs.getByRole('menuitem', { name: /mentioned you/ }).filter({ hasText: said });
  await line.waitFor();
  await screenshot(theirs, 'touch-bell');
  await line.tap();
  await theirs.locator('li[aria-current=true]').getByText(said).waitFor();
  await screenshot(theirs, 'touch-mentioned');
});
