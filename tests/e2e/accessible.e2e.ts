// Rules of WCAG 2.2 AA that neither axe nor a static page can check: focus order, announcements, movement.
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt, openList, startEditing } from 'tests/e2e/harness/columns.ts';
import { focusFault, heard, listen, looseProblems, movements } from 'tests/e2e/harness/measures.ts';
import { openPage } from 'tests/e2e/harness/openPage.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';
import { VIEWS } from 'tests/e2e/harness/views.ts';

const world = useWorld();
const long = { timeout: 600_000 };

/** Returns the style that distinguishes selected elements in forced colours. */
const look = (each: Locator): Promise<string> =>
  each.first().evaluate((element) => {
    const { backgroundColor, outlineStyle, borderWidth } = getComputedStyle(element);
    return `${backgroundColor} ${outlineStyle} ${borderWidth}`;
  });

describe('the focus', () => {
  const walk = async (page: Page, name: string): Promise<string[]> => {
    const stops = new Set<string>();
    const faults = new Set<string>();
    let first: string | undefined;
    for (let count = 0; count < 45; count += 1) {
      await page.keyboard.press('Tab');
      const { at, fault } = await focusFault(page);
      if (at === first) break; // once around
      first ??= at;
      stops.add(at);
      if (fault !== undefined) faults.add(`${name}: ${at} ${fault}`);
    }
    expect(stops.size, `${name} has somewhere to go`).toBeGreaterThan(4);
    return [...faults];
  };

  it.each(['desktop', 'zoomed'] as const)(
    '[ROUTE-06] is always to be seen and under nothing, %s',
    long,
    async (screen) => {
      const visitor = await world.open({ screen, at: '/' });
      await visitor.page.getByLabel('Email').waitFor();
      const faults = await walk(visitor.page, 'sign-in');
      const { page } = await world.open({ as: 'staff', screen });
      for (const name of ['home', 'catalogue-list', 'catalogue-table', 'entry', 'entry-edit', 'new-word', 'search']) {
        const view = VIEWS.find((each) => each.name === name);
        await page.goto(view?.path ?? name);
        await view?.shown(page);
        faults.push(...(await walk(page, name)));
      }
      expect(faults).toEqual([]);
    },
  );

  it('[SHELL-03] shows in forced colours as well, and so does what is chosen', async () => {
    const { page } = await world.open({ as: 'staff' });
    await page.emulateMedia({ forcedColors: 'active' });
    const list = await openList(page, '/archive.catalogue');
    await screenshot(page, 'forced/list');
    expect(await walk(page, 'list')).toEqual([]);
    expect(await axe(page)).toEqual([]);
    expect(await look(list.getByRole('button', { name: 'List' }))).not.toBe(
      await look(list.getByRole('button', { name: 'Table' })),
    );
    await page.goto('/i-ArchiveEntry-3');
    const item = columnAt(page, 1);
    await startEditing(item);
    await screenshot(page, 'forced/edit');
    expect(await walk(page, 'edit')).toEqual([]);
    expect(await axe(page)).toEqual([]);
    expect(await look(item.getByRole('tab', { name: 'Edit' }))).not.toBe(
      await look(item.getByRole('tab', { name: 'History' })),
    );
  });

  it('[ROUTE-06] [EXPERIENCE] begins in the first field of a dialog or on its title', async () => {
    const { page } = await world.open({ as: 'staff', screen: 'tablet' });
    const list = await openList(page, '/archive.catalogue');
    const begins = async (opener: Locator, name: string, first: (dialog: Locator) => Locator): Promise<void> => {
      await opener.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name, exact: true });
      await dialog.waitFor();
      const isIn = (each: Locator): Promise<boolean> => each.evaluate((part) => part === document.activeElement);
      await expect.poll(() => isIn(first(dialog)), { message: name }).toBe(true);
      // Tab reaches every element once, and each has a name.
      for (let count = 0; count < 12; count += 1) {
        await page.keyboard.press('Tab');
        expect((await focusFault(page)).at).not.toMatch(/^DIV.*"" $/);
      }
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    };
    const title = (dialog: Locator): Locator => dialog.getByRole('heading').first();
    await begins(list.getByRole('button', { name: 'Export…' }), 'Export', (dialog) =>
      dialog.getByRole('combobox').first(),
    );
    await begins(page.getByRole('button', { name: 'Menu', exact: true }).first(), 'Menu', title);
    await page.goto('/i-ArchiveEntry-3?c0=files');
    const item = columnAt(page, 1);
    const file = item.locator('.kk-file .kk-thumb').first();
    const name = ((await item.locator('.kk-file a').first().textContent()) ?? '').trim();
    await begins(file, name, title);
  });
});

describe('notices', () => {
  it('[SRCH-01] a count of results, once', async () => {
    const { page } = await world.open({ as: 'staff', at: '/' });
    await listen(page);
    const counts = async (): Promise<string[]> => (await heard(page)).filter((told) => told.includes('results'));
    await openPage(page, 'Archive', 'Catalogue');
    const list = columnAt(page, 1);
    await expect.poll(counts).toHaveLength(1);
    await list.getByRole('checkbox', { name: /^Map/ }).check();
    await expect.poll(counts).toHaveLength(2);
    // A count that was announced twice would be read before the next one.
    await list.getByRole('button', { name: /Remove the filter/ }).click();
    await expect.poll(async () => (await counts()).length).toBeGreaterThan(2);
    const [all, maps, ...again] = await counts();
    expect([all, maps]).toEqual([expect.stringMatching(/^[\d,]+ results$/), expect.stringMatching(/^\d+ results$/)]);
    expect(maps).not.toBe(all);
    expect(again).toEqual([all]);
  });

  it('[CELL-04] a save to who saved, a change to who looks on, each once', async () => {
    const one = await world.open({ as: 'staff' });
    const two = await world.open({ as: 'admin' });
    for (const { page } of [one, two]) {
      await page.goto('/i-ArchiveEntry-3');
      await columnAt(page, 1).getByRole('tab', { name: 'Edit' }).waitFor();
    }
    const mine = columnAt(one.page, 1);
    await startEditing(mine);
    await mine.getByLabel(/^Secondary title/).fill('Heard by everybody');
    await Promise.all([listen(one.page), listen(two.page)]);
    await mine
      .getByRole('button', { name: /^Save( now)?$/ })
      .first()
      .click();
    await expect.poll(() => heard(two.page)).not.toEqual([]);
    await expect.poll(() => heard(one.page)).not.toEqual([]);
    // A message that was announced twice would be heard before the answer to the other person's change.
    const theirs = columnAt(two.page, 1);
    await startEditing(theirs);
    await theirs.getByLabel(/^Secondary title/).fill('Answered by one');
    await theirs
      .getByRole('button', { name: /^Save( now)?$/ })
      .first()
      .click();
    await expect.poll(async () => (await heard(one.page)).join()).toContain('Secondary title');
    await expect.poll(async () => (await heard(two.page)).join()).toMatch(/saved/i);
    const told = /^(?!.*saved).*Secondary title/i;
    expect(await heard(one.page)).toEqual([expect.stringMatching(/saved/i), expect.stringMatching(told)]);
    expect(await heard(two.page)).toEqual([
      expect.stringMatching(/(Brightwater|Someone else).*Secondary title/),
      expect.stringMatching(/saved/i),
    ]);
  });

  it('[EXPERIENCE] one region tells the count, the change by another and the save, on a way that is gone by keyboard', async () => {
    const { page } = await world.open({ as: 'staff', screen: 'wide' });
    const other = await world.open({ as: 'admin' });
    await openList(page, '/archive.catalogue');
    const region = '.kk-unseen[role=status][aria-live=polite]';
    expect(await page.locator(region).count()).toBe(1);
    await listen(page, region);
    await page.keyboard.press('/');
    // Typed at once: on a slow machine, parts of the text would be queries too, and each answer would be announced.
    await page.keyboard.insertText('steaming the canoe');
    await expect.poll(() => heard(page)).toContainEqual(expect.stringMatching(/^\d+ results?$/));
    const list = columnAt(page, 1);
    const first = list.getByRole('link', { name: /^Steaming the canoe open/ });
    await first.focus();
    await page.keyboard.press('Enter');
    const item = columnAt(page, 2);
    const edit = item.getByRole('button', { name: 'Edit Description' }).first();
    await edit.waitFor({ state: 'attached' });

    const id = /i-ArchiveEntry-\d+/.exec(page.url())?.[0] ?? '';
    await other.page.goto(`/${id}`);
    const theirs = columnAt(other.page, 1);
    await startEditing(theirs);
    await theirs.getByLabel(/^Secondary title/).fill('By somebody else');
    await theirs
      .getByRole('button', { name: /^Save( now)?$/ })
      .first()
      .click();
    await expect.poll(() => heard(page)).toContainEqual(expect.stringMatching(/changed.*Secondary title/));

    await edit.focus();
    await page.keyboard.press('Enter');
    const field = item.locator('.kk-in-place').getByRole('textbox').first();
    await expect.poll(() => field.evaluate((each) => each === document.activeElement)).toBe(true);
    await page.keyboard.type('Typed and told. ');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => heard(page)).toContainEqual(expect.stringMatching(/saved/i));
    // The focus is back on the changed value, and nothing was announced twice.
    await expect.poll(() => edit.evaluate((each) => each === document.activeElement)).toBe(true);
    const told = await heard(page);
    expect(told).toHaveLength(new Set(told).size);
  });

  it('[FORM-01] every error of a form, by the field that has it', async () => {
    const { page } = await world.open({ as: 'staff', at: '/i-Lexeme-0-new' });
    const form = columnAt(page, 1);
    await form.getByRole('button', { name: 'Create' }).click();
    await form.locator('[aria-invalid=true]').first().waitFor();
    expect(await looseProblems(page)).toEqual([]);
    const first = form.locator('[aria-invalid=true]').first();
    await expect.poll(() => first.evaluate((each) => each === document.activeElement)).toBe(true);
  });
});

describe('with less motion', () => {
  it('[FORM-02] nothing moves, and what shakes otherwise stands still', async () => {
    const { page } = await world.open({ as: 'staff', screen: 'tablet', at: '/' });
    const moved: string[] = [];
    const look = async (): Promise<void> => void moved.push(...(await movements(page)));
    await page.getByRole('button', { name: 'Menu' }).first().click();
    await page.locator('.kk-drawer nav').waitFor();
    await look();
    await page.keyboard.press('Escape');
    await page.locator('.kk-drawer nav').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Help' }).first().click();
    await look();
    await page.goto('/i-Lexeme-0-new');
    await columnAt(page, 1).getByRole('button', { name: 'Create' }).click();
    await columnAt(page, 1).locator('[aria-invalid=true]').first().waitFor();
    await look();
    expect(moved).toEqual([]);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await columnAt(page, 1).getByRole('button', { name: 'Create' }).click();
    await expect.poll(() => movements(page), { interval: 20 }).not.toEqual([]);
  });
});
