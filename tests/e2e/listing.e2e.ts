// Work with a whole list: many records changed at once and restored, searches saved for oneself and others, and the list on paper.
import type { Locator } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { organisationDay } from 'tests/clock/organisationDay.ts';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { axe, axeColours } from 'tests/e2e/harness/axe.ts';
import { shownList, resultCount } from 'tests/e2e/harness/columns.ts';
import { printedPages, printListing, tight } from 'tests/e2e/harness/paper.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { forgetRates } from 'tests/e2e/harness/Store.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useWorld();
// People search less often in a minute than the tests of this file.
beforeEach(() => forgetRates(world.store));

/** Results that are not changed, of those that are listed. */
const LEFT_OUT = 10;

/** Returns the number of results that a value of a facet promises. */
const countOf = async (value: Locator): Promise<number> =>
  Number((await value.locator('.kk-facet-count').innerText()).replaceAll(',', ''));

it('[TASK-01] changes a relation of many records as a task that any device shows, and takes it back', async () => {
  const { page } = await world.open({ as: 'staff', at: '/archive.catalogue?c0=.show%3DTABLE' });
  const list = await shownList(page);
  const boxes = list.getByRole('checkbox', { name: /^Select / });
  await boxes.first().check();
  await list.getByRole('button', { name: /^Select the \d+ listed$/ }).click();
  // A page of results, or two where the next one is here already.
  const selected = list.getByText(/^\d+0 selected$/);
  await selected.waitFor();
  const chosen = Number.parseInt(await selected.innerText(), 10) - LEFT_OUT;
  for (let at = 0; at < LEFT_OUT; at += 1) await boxes.nth(at).uncheck();
  await list.getByText(`${chosen} selected`).waitFor();

  await list.getByRole('button', { name: 'Change…' }).click();
  const dialog = page.getByRole('dialog', { name: `Change ${chosen} records` });
  await dialog.getByLabel('What to change').selectOption({ label: 'Topics' });
  const topic = dialog.getByRole('combobox', { name: 'Topics' });
  await topic.click();
  const option = page.getByRole('listbox').getByRole('option').first();
  await option.waitFor();
  await option.click();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'bulk-change');
  await dialog.getByRole('button', { name: `Change ${chosen} records` }).click();
  const outcome = list.getByRole('group', { name: 'Selected results' });
  await outcome.getByText(/^Done: \d+ changed/).waitFor();
  const text = await outcome.innerText();
  const [changed = 0, same = 0, refused = 0] = [/(\d+) changed/, /(\d+) unchanged/, /(\d+) refused/].map((pattern) =>
    Number(pattern.exec(text)?.[1] ?? 0),
  );
  expect(changed + same + refused).toBe(chosen);
  expect(changed).toBeGreaterThan(0);

  const other = await world.open({ as: 'staff', theme: 'dark', at: '/tasks' });
  const task = other.page.getByRole('listitem').filter({ hasText: 'Change records' });
  await task.getByText(/^Done: \d+ changed/).waitFor();
  expect(await axe(other.page)).toEqual([]);
  await screenshot(other.page, 'tasks');
  await task.getByRole('button', { name: 'Undo' }).click();
  await other.page.getByText(`Done: ${changed} restored`).waitFor();
  await outcome.getByText(`Done: ${changed} restored`).waitFor();
  await outcome.getByRole('button', { name: 'Close' }).click();
  await outcome.waitFor({ state: 'detached' });
  await task.getByRole('button', { name: 'Remove Change records from the list' }).click();
  await task.waitFor({ state: 'detached' });
});

it('[SRCH-03] keeps a search, opens it again, renames and shares it, and deletes it', async () => {
  const { page } = await world.open({ as: 'staff', at: '/spatial.features' });
  const list = await shownList(page);
  const messages = page.getByRole('region', { name: 'Messages' });
  const count = list.locator('.kk-count');
  const all = await count.innerText();
  const search = list.getByRole('searchbox').or(list.getByRole('textbox')).first();
  await search.fill('river');
  await page.waitForURL(/river/);
  await expect.poll(() => count.innerText()).not.toBe(all);
  // The count is empty while the answer to a new question is awaited.
  await expect.poll(() => count.innerText()).toMatch(/results$/);
  const found = await count.innerText();
  const menu = list.getByRole('button', { name: 'Saved searches' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Save this search' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Along the river');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await messages.getByText('“Along the river” is saved.').waitFor();

  await search.fill('');
  await expect.poll(() => count.innerText()).toBe(all);
  await menu.click();
  await page.getByRole('menuitemradio', { name: 'Along the river' }).click();
  await expect.poll(() => count.innerText()).toBe(found);

  const member = await world.open({ as: 'member', at: '/spatial.features' });
  const theirs = await shownList(member.page);
  const theirMenu = theirs.getByRole('button', { name: 'Saved searches' });
  await theirMenu.click();
  await member.page.getByRole('menuitem', { name: 'Save this search' }).waitFor();
  expect(await member.page.getByText('Along the river').count()).toBe(0);
  await member.page.keyboard.press('Escape');

  await menu.click();
  await page.getByRole('menuitem', { name: 'Rename or share “Along the river”' }).click();
  await dialog.getByRole('textbox').fill('River, for all');
  await dialog.getByLabel('Shared with').selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await messages.getByText('“River, for all” is saved.').waitFor();

  await member.page.reload();
  await theirMenu.click();
  await member.page.getByRole('menuitemradio', { name: 'River, for all' }).click();
  await expect.poll(() => member.page.url()).toContain('river');

  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete “River, for all”' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Save this search' }).waitFor();
  await expect.poll(() => page.getByRole('menuitemradio', { name: 'River, for all' }).count()).toBe(0);
});

it('[SRCH-02] prints every row of a list on numbered pages, with the site, the date and the search', async () => {
  const filters = [{ prop: 'type', kind: 'LIST', value: ['PHOTOGRAPH', 'LETTER', 'REPORT', 'RECORDING'] }];
  const groups = JSON.stringify({ groups: [], groupsShould: [{ filters }] });
  const state = new URLSearchParams({ show: 'TABLE', q: 'river', groups });
  const { page } = await world.open({ as: 'staff', at: `/archive.catalogue?c0=.${encodeURIComponent(`${state}`)}` });
  const list = await shownList(page);
  const total = await resultCount(list);
  expect(total).toBeGreaterThan(50);
  await list.locator('.bp6-table-cell a').first().waitFor();
  const paper = await printListing(page);
  expect(await paper.locator('tbody tr').count()).toBe(total);
  const head = await paper.locator('p').first().textContent();
  for (const word of [
    'Our Community',
    organisationDay().slice(0, 4),
    '“river”',
    'Type: Photograph',
    `${total.toLocaleString('en')} results`,
  ])
    expect(head).toContain(word);
  const rules = await page.evaluate(() =>
    [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map(({ cssText }) => cssText),
  );
  expect(rules.find((rule) => rule.startsWith('@page'))).toContain('counter(page)');
  expect((await printedPages(page)).length).toBeGreaterThan(1);
});

it('[SRCH-02] [EXPERIENCE] prints all cards, pictures and rows of a timeline whole, dark on white, without controls', async () => {
  // Paper is white in every theme.
  const { page } = await world.open({ as: 'staff', theme: 'dark' });
  for (const [display, shown] of [
    ['CARDS', '.kk-result-card a'],
    ['CAROUSEL', '.kk-carousel-title'],
    ['TIMELINE', '.kk-time-shown'],
  ] as const) {
    await page.goto(`/archive.catalogue?c0=.show%3D${display}%26q%3Driver%26f.type%3DPHOTOGRAPH`);
    const list = await shownList(page);
    const total = await resultCount(list);
    const isTimed = display === 'TIMELINE';
    await list.locator(shown).first().waitFor();
    // A person does not print a list at the moment when it appears.
    await forgetRates(world.store);
    const paper = await printListing(page);
    const rows = await paper.getByRole('listitem', { includeHidden: true }).allTextContents();
    expect(new Set(rows).size).toBe(total);
    const controls = paper.locator('button, input, select, textarea, audio, video, [tabindex], [role=button]');
    expect([display, await controls.count()]).toEqual([display, 0]);
    expect(await paper.locator(isTimed ? '.kk-time-picture' : 'img').count()).toBeGreaterThan(0);
    await page.emulateMedia({ media: 'print' });
    expect(await axeColours(page)).toEqual([]);
    const ground = await paper.evaluate((each) => getComputedStyle(each).backgroundColor);
    expect(ground).toBe('rgb(255, 255, 255)');
    const pages = await printedPages(page);
    expect(pages.length).toBeGreaterThan(1);
    // Each with all of its words, on one page.
    expect(rows.map(tight).filter((row) => !pages.some((words) => words.includes(row)))).toEqual([]);
    await page.emulateMedia({ media: null });
  }
});

it('[SRCH-01] choosing a value moves no other value, the rows then show other records, and only a deleted record leaves', async () => {
  const create = async (title: string): Promise<string> =>
    String(
      (await askAs(world.url, 'admin', ['create/ArchiveEntry', { title, owner: 'Organization-2', type: 'MAP' }])).$id,
    );
  const stays = await create('Chart of the sandbar');
  const leaves = await create('Chart of the spit');
  const { page } = await world.open({ as: 'admin', screen: 'wide', at: '/archive.catalogue' });
  const list = await shownList(page);
  const rows = list.locator('[data-item]');
  await expect.poll(() => rows.first().getAttribute('data-item')).toBe(leaves);
  // The elements keep this mark, which React does not know.
  await rows.evaluateAll((all) => {
    for (const row of all) row.setAttribute('data-first', row.getAttribute('data-item') ?? '');
  });
  const marks = (): Promise<(string | null)[][]> =>
    rows.evaluateAll((all) => all.map((row) => ['data-first', 'data-item'].map((name) => row.getAttribute(name))));

  const { _u = 0 } = await askAs(world.url, 'admin', [`read/${leaves}`, null]);
  await askAs(world.url, 'admin', [`delete/${leaves}`, { _u }]);
  await expect.poll(() => rows.first().getAttribute('data-item')).toBe(stays);
  const kept = (await marks()).filter(([first]) => first !== null);
  expect(kept.length).toBeGreaterThan(10);
  for (const [first, item] of kept) expect(item).toBe(first);

  const values = list.locator('.kk-facet').first().getByRole('checkbox');
  const below = await values.nth(1).boundingBox();
  const all = await resultCount(list);
  await values.first().check();
  await list.getByRole('button', { name: /^Remove the filter/ }).waitFor();
  await expect.poll(() => resultCount(list)).toBeLessThan(all);
  expect(await values.nth(1).boundingBox()).toEqual(below);
  await list.getByRole('link', { name: 'Skip to the results' }).press('Enter');
  await expect.poll(() => rows.first().locator('a:focus').count()).toBe(1);
  // The elements are the same, with all that they show of the records of before replaced.
  const shown = await rows.evaluateAll((all) =>
    all
      .filter((row) => row.hasAttribute('data-first'))
      .map((row) => ({
        ...{ first: row.getAttribute('data-first'), item: row.getAttribute('data-item') },
        parts: [...row.querySelectorAll('[data-shows]')].map((part) => part.getAttribute('data-shows')),
        picture: row.querySelector('img')?.getAttribute('src') ?? '',
      })),
  );
  expect(shown.length).toBeGreaterThan(10);
  expect(shown.filter(({ picture }) => picture !== '').length).toBeGreaterThan(3);
  for (const { first, item, parts, picture } of shown) {
    expect(item).not.toBe(first);
    expect(new Set(parts)).toEqual(new Set([item]));
    if (picture !== '') expect(picture).toContain(`/${item}?`);
  }
});

it('[SRCH-01] asks for a value while the button of the mouse is pressed, once, and shows it when the button is released', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'wide', at: '/' });
  const asked: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const { o, b } = JSON.parse(String(payload)) as {
        readonly o: string;
        readonly b?: Readonly<Record<string, unknown>>;
      };
      if (o === 'search/ids' && b?.['max'] === 50 && b['ids'] === undefined) asked.push(String(payload));
    }),
  );
  await page.goto('/archive.catalogue');
  const list = await shownList(page);
  const all = await resultCount(list);
  const before = asked.length;
  const value = list.locator('.kk-facet').first().locator('label').nth(1);
  await value.hover();
  await page.mouse.down();
  await expect.poll(() => asked.length).toBe(before + 1);
  expect(await resultCount(list)).toBe(all);
  await page.mouse.up();
  await expect.poll(() => resultCount(list)).toBeLessThan(all);
  await expect.poll(() => resultCount(list)).toBe(await countOf(value));
  // Released elsewhere, it chooses nothing.
  const one = await resultCount(list);
  await list.locator('.kk-facet').first().locator('label').nth(2).hover();
  await page.mouse.down();
  await list.locator('.kk-results').hover();
  await page.mouse.up();
  await value.getByRole('checkbox').press('Space');
  await expect.poll(() => resultCount(list)).toBe(all);
  expect(one).toBeLessThan(all);
  // Asked for: the value, the one that was left, and all again.
  expect(asked.length).toBe(before + 3);
});
