// Personal data: stars, the arranged home, preferences on another device; and an item seen as another person.
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { column, columnAt, openList, shownList } from 'tests/e2e/harness/columns.ts';
import { onPhone } from 'tests/e2e/harness/phone.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const panels = (page: Page): Promise<(string | null)[]> =>
  page.locator('[data-panel]').evaluateAll((all) => all.map((each) => each.getAttribute('data-panel')));

describe('a person', () => {
  const world = useWorld();

  it('[EXPERIENCE] stars by mouse and by key, and finds the stars on another device at once', async () => {
    const [here, there] = [await world.open({ as: 'staff', at: '/' }), await world.open({ as: 'staff', at: '/' })];
    // Two devices of one person that open at the same time reach the rate limit of searches.
    for (const { allowConsole } of [here, there]) allowConsole(/429/);
    await there.page.goto('/starred');
    await there.page.getByText('No stars yet.').waitFor();
    const list = await openList(here.page, '/archive.catalogue');
    const rows = list.locator('li[data-item]');
    const named = async (at: number): Promise<string> =>
      (await rows.nth(at).getByRole('link').first().textContent()) ?? '';
    const [first, second] = [await named(0), await named(1)];
    await rows.nth(0).hover();
    await rows
      .nth(0)
      .getByRole('button', { name: `Star “${first}”` })
      .click();
    await there.page.getByText('1 result', { exact: true }).first().waitFor();
    // The name of the button under the pointer is shown by now, and takes no key away from the page.
    await here.page.locator('.kk-tooltip').waitFor();
    await rows.nth(1).getByRole('link').first().focus();
    await here.page.keyboard.press('s');
    await there.page.getByText('2 results', { exact: true }).first().waitFor();
    await columnAt(there.page, 1).getByRole('link', { name: second }).waitFor();
    await there.page
      .getByRole('radio', { name: 'Table' })
      .or(there.page.getByRole('button', { name: 'Table' }))
      .first()
      .click();
    await there.page.locator('.kk-table').getByText(first).first().waitFor();
    // The head of the open item, with the key.
    await rows.nth(0).getByRole('link').first().click();
    const item = column(here.page, first);
    await item.getByRole('button', { name: 'Star', pressed: true }).waitFor();
    await item.getByRole('heading', { level: 2 }).focus();
    await here.page.keyboard.press('s');
    await item.getByRole('button', { name: 'Star', pressed: false }).waitFor();
    await there.page.getByText('1 result', { exact: true }).first().waitFor();
  });

  it('[EXPERIENCE] arranges home by mouse and keyboard, the same on another device', async () => {
    const { page } = await world.open({ as: 'partner', at: '/' });
    // All panels are in view. If the page scrolled during a drag, another panel would be under the pointer.
    await page.setViewportSize({ width: 1280, height: 4000 });
    await page.getByRole('button', { name: 'Arrange', exact: true }).click();
    await expect.poll(async () => (await panels(page)).slice(0, 3)).toEqual(['days', 'waiting', 'near']);
    await page.locator('[data-panel=recent] li').nth(7).waitFor();
    await page.getByRole('button', { name: 'Add a panel' }).click();
    await page.getByRole('menuitem', { name: 'Changed by me' }).click();
    const before = await panels(page);
    const dragged = page.locator('[data-panel=mine] h3');
    // All panels have loaded, so nothing moves.
    let lastPlace = '';
    await expect
      .poll(
        async () => {
          const place = JSON.stringify(await dragged.boundingBox());
          const isSame = place === lastPlace;
          lastPlace = place;
          return isSame;
        },
        { interval: 400, timeout: 20_000 },
      )
      .toBe(true);
    await dragged.dragTo(page.locator('[data-panel=days] h3'));
    await expect.poll(() => panels(page)).toEqual(['mine', ...before.filter((name) => name !== 'mine')]);
    const down = page.getByRole('button', { name: 'Move “Changed by me” down' });
    await down.focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await panels(page)).slice(0, 2)).toEqual(['days', 'mine']);
    await page.getByRole('button', { name: 'Add a panel' }).click();
    await page.getByRole('menuitem', { name: 'Entries that need attention (Catalogue) (mine)' }).click();
    await page.getByRole('region', { name: 'Entries that need attention (Catalogue) (mine)' }).waitFor();
    await page.getByRole('button', { name: 'Hide “Figures”' }).click();
    const shown = (await panels(page)).filter((name) => name !== 'unsaved');
    await page.getByRole('button', { name: 'Done' }).click();
    const other = await world.open({ as: 'partner', at: '/' });
    await expect.poll(() => panels(other.page)).toEqual(shown);
    expect(shown).not.toContain('figures');
  });

  it('[EXPERIENCE] arranges home by taps: a panel is moved and one is hidden, the same after a reload', async () => {
    const page = await onPhone(world, '/', 'member');
    const titles = (): Promise<(string | null)[]> =>
      page.locator('[data-panel]').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
    await page.getByRole('button', { name: 'Arrange', exact: true }).tap();
    await page
      .getByRole('button', { name: /^Hide “/ })
      .first()
      .waitFor();
    const [first = '', second = '', third = '', ...others] = await titles();
    const down = page.getByRole('button', { name: `Move “${first}” down` });
    const { width = 0, height = 0 } = (await down.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await screenshot(page, 'touch-home-arranging');
    await down.tap();
    await expect.poll(titles).toEqual([second, first, third, ...others]);
    await page.getByRole('button', { name: `Hide “${third}”` }).tap();
    await expect.poll(titles).toEqual([second, first, ...others]);
    await page.getByRole('button', { name: 'Done' }).tap();
    const shown = await panels(page);
    await page.reload();
    await expect.poll(() => panels(page)).toEqual(shown);
    await screenshot(page, 'touch-home-arranged');
  });

  it('[EXPERIENCE] stars a record by taps, finds it under Starred, and takes the star back', async () => {
    const page = await onPhone(world, '/archive.catalogue', 'admin');
    await columnAt(page, 1).locator('li[data-item] a[href*="/i-ArchiveEntry-"]').first().tap();
    await page.waitForURL(/i-ArchiveEntry-[1-9]/);
    const star = (pressed: boolean): Locator =>
      page.getByRole('button', { name: 'Star', exact: true, pressed }).filter({ visible: true });
    const record = /i-ArchiveEntry-\d+/.exec(page.url())?.[0] ?? '';
    await star(false).tap();
    await star(true).waitFor();
    await screenshot(page, 'touch-star');
    await page.getByRole('button', { name: 'Menu', exact: true }).tap();
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Starred' }).tap();
    await page.waitForURL(/\/starred/);
    const link = page.locator(`li[data-item] a[href*="${record}"]`).filter({ visible: true }).first();
    await link.waitFor();
    await screenshot(page, 'touch-starred');
    await link.tap();
    await star(true).tap();
    await star(false).waitFor();
    await page.getByRole('button', { name: 'Back', exact: true }).filter({ visible: true }).tap();
    await page.getByText('No stars yet.').waitFor();
  });

  it('[PERM-01] sees a record as a visitor and as a member would, with what is hidden counted', async () => {
    const { page } = await world.open({ as: 'staff', at: '/archive.catalogue' });
    const list = await shownList(page);
    await list.locator('li[data-item]').filter({ hasText: 'Community' }).first().getByRole('link').first().click();
    const item = columnAt(page, 2);
    await item.getByRole('tab', { name: 'Edit' }).waitFor();
    const see = async (as: string): Promise<void> => {
      await item.getByRole('button', { name: 'More options for this column' }).click();
      await page.getByRole('menuitem', { name: as }).click();
    };
    await see('See as a visitor would');
    await item.getByText('A visitor does not see this').waitFor();
    await item.getByRole('button', { name: 'Back to my own view' }).click();
    await see('See as a member would');
    await item.getByText('As a member of the community sees it.').waitFor();
    await item.getByText(/They do not see \S+ things? that you see|They see everything that you see/).waitFor();
    await item.getByRole('button', { name: 'Back to my own view' }).click();
    await item.getByRole('tab', { name: 'Edit' }).waitFor();
  });

  it('[EXPERIENCE] adds a record to a collection from its menu, and takes that back', async () => {
    const { page } = await world.open({ as: 'staff', at: '/archive.catalogue' });
    const list = await shownList(page);
    await list.locator('li[data-item]').first().getByRole('link').first().click();
    const item = columnAt(page, 2);
    await item.getByRole('tab', { name: 'Edit' }).waitFor();
    await item.getByRole('button', { name: 'More options for this column' }).click();
    await page.getByRole('menuitem', { name: 'Add to collection…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').click();
    const option = page.getByRole('option').first();
    await option.waitFor();
    const collection = (await option.textContent()) ?? '';
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Add' }).click();
    const toast = page.getByText(/ is now in “.*”\.$/).first();
    await toast.waitFor();
    const name = /is now in “(.*)”/.exec((await toast.textContent()) ?? '')?.[1] ?? '';
    expect(collection).toContain(name);
    await item.getByRole('link', { name, exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await item.getByRole('link', { name, exact: true }).waitFor({ state: 'detached' });
  });
});
