// A person's ordinary morning: sign in, find by facet, open columns, share the address, go through results.
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { column, columnAt, openList, shownList, resultCount } from 'tests/e2e/harness/columns.ts';
import { emailOf } from 'tests/e2e/harness/accounts.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

/** The number next to a value of a facet. */
const promisedBy = async (box: Locator): Promise<string> => {
  const label = (await box.locator('xpath=ancestor::label').textContent()) ?? '';
  return /([\d,]+)\s*$/.exec(label)?.[1] ?? '';
};

/** Segment of an entry that is private to its owner. */
const hiddenFrom = async (page: Page): Promise<string> => {
  const list = columnAt(page, 1);
  const box = list.getByRole('checkbox', { name: /^Private/ });
  const promised = await promisedBy(box);
  await box.check();
  await list.getByText(`${promised} results`, { exact: true }).waitFor();
  const href = await list.locator('a[href*="/i-ArchiveEntry-"]').first().getAttribute('href');
  return /i-ArchiveEntry-\d+/.exec(href ?? '')?.[0] ?? '';
};

const middleOf = async (target: Locator): Promise<[number, number]> => {
  const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return [x + width / 2, y + height / 2];
};

describe('the workspace', () => {
  const world = useWorld();

  /** Created by an administrator through the server. */
  const create = async (type: string, b: Record<string, unknown>): Promise<void> => {
    const headers = { authorization: `Bearer ${await tokenOf(world.url, 'admin')}` };
    const body = JSON.stringify({ o: `create/${type}`, b });
    const answer = await fetch(`${world.url}/api/item`, { method: 'POST', headers, body });
    expect(await answer.json()).not.toHaveProperty('erred');
  };

  it('[AUTH-06] refuses a wrong password in words and lets the right one in', async () => {
    const { page, allowConsole } = await world.open({ at: '/' });
    allowConsole(/401/);
    await page.waitForURL(/\/sign-in$/);
    await page.getByLabel('Email').fill(emailOf('staff'));
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page
      .getByText(/email.*password|password.*email/i)
      .first()
      .waitFor();
    expect(new URL(page.url()).pathname).toBe('/sign-in');
  });

  it('[ROUTE-10] brings a visitor back to where they wanted to go', async () => {
    const { page } = await world.open();
    await page.goto('/archive.catalogue');
    await page.waitForURL(/\/sign-in\?next=/);
    await page.getByLabel('Email').fill(emailOf('staff'));
    await page.getByLabel('Password').fill('a-long-enough-sample-password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(/\/archive\.catalogue$/);
    await column(page, 'Catalogue').waitFor();
  });

  it('[ROUTE-10] never follows `next` to another host', async () => {
    const { page } = await world.open();
    await page.goto('/sign-in?next=//elsewhere.example/');
    await page.getByLabel('Email').fill(emailOf('staff'));
    await page.getByLabel('Password').fill('a-long-enough-sample-password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await column(page, /^Home, /).waitFor();
    expect(page.url().startsWith(world.url)).toBe(true);
  });

  it('[SRCH-01] narrows a list by facet to exactly the number at its value', async () => {
    const { page } = await world.open({ as: 'staff', at: '/archive.catalogue' });
    const list = await shownList(page);
    const all = await resultCount(list);
    const box = list.getByRole('checkbox', { name: /^Map/ });
    const promised = Number((await promisedBy(box)).replaceAll(',', ''));
    await box.check();
    await list.getByText(`${promised} results`, { exact: true }).waitFor();
    expect(promised).toBeLessThan(all);
    expect(await list.getByRole('button', { name: /Remove the filter/ }).count()).toBe(1);
    await screenshot(page, 'catalogue-facet');
    const shared = page.url();
    const other = await world.open({ as: 'staff', at: shared });
    await columnAt(other.page, 1).getByText(`${promised} results`, { exact: true }).waitFor();
  });

  it('[ROUTE-01] opens three columns, closes the last and gives the focus back', async () => {
    const { page } = await world.open({ as: 'staff', screen: 'wide', at: '/archive.catalogue' });
    const list = await shownList(page);
    await list.locator('a[href*="/i-"]').first().click();
    const item = columnAt(page, 2);
    await item.getByRole('heading').first().waitFor();
    const link = item.locator('a[href*="i-Organization"]').first();
    await link.click();
    const third = columnAt(page, 3);
    await third.getByRole('heading').first().waitFor();
    expect(new URL(page.url()).pathname.split('/').filter(Boolean)).toHaveLength(3);
    await screenshot(page, 'three-columns');
    await third.getByRole('button', { name: 'Close this column' }).click();
    await third.waitFor({ state: 'detached' });
    await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('[ROUTE-12] [SHELL-17] Ctrl-click opens an item on its own; names come after half a second, a copied tick goes after two', async () => {
    const { page, context } = await world.open({ as: 'staff', screen: 'wide', at: '/archive.catalogue' });
    const list = await shownList(page);
    await list.locator('a[href*="/i-"]').first().click();
    const item = columnAt(page, 2);
    const link = item.locator('a[href*="i-Organization"]').first();
    const href = (await link.getAttribute('href')) ?? '';
    expect(href).toMatch(/^\/archive\.catalogue\/i-ArchiveEntry-\d+\/i-Organization-\d+/);
    const before = page.url();
    const opened = context.waitForEvent('page');
    await link.click({ modifiers: ['ControlOrMeta'] });
    const alone = await opened;
    await alone.waitForURL(/\/i-/, { waitUntil: 'commit' });
    expect(new URL(alone.url()).pathname).toBe(/\/i-Organization-\d+/.exec(href)?.[0]);
    await alone.close();
    expect([page.url(), await link.getAttribute('href')]).toEqual([before, href]);

    const { clock } = page;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await item.getByRole('tab', { name: 'About' }).click();
    const copy = item.getByRole('button', { name: 'Copy id' });
    await copy.waitFor();
    await clock.install();
    await clock.pauseAt(new Date(Date.now() + 60_000));
    const close = item.getByRole('button', { name: 'Close this column' });
    const name = page.locator('.kk-tooltip').getByText('Close this column');
    await close.hover();
    await clock.runFor(400);
    expect(await name.count()).toBe(0);
    await clock.runFor(200);
    await name.waitFor();
    await copy.click();
    const copied = item.getByRole('button', { name: 'Copied' });
    await copied.locator('[data-icon=tick]').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^ArchiveEntry-\d+$/);
    await clock.runFor(1900);
    expect(await copied.count()).toBe(1);
    await clock.runFor(200);
    await copy.waitFor();
  });

  it('[SRCH-01] [CELL-05] facets follow each answer, Back takes back one, a click on a head sorts, and what is deleted leaves the list', async () => {
    await create('ArchiveEntry', { title: 'Zzz, last of all', owner: 'Organization-2', type: 'MAP' });
    const { page } = await world.open({ as: 'admin', screen: 'wide', at: '/archive.catalogue' });
    const list = await shownList(page);
    const facets = list.getByRole('complementary');
    const names = () => facets.locator('.kk-facet').first().locator('.kk-facet-value .kk-facet-name').allInnerTexts();
    await expect.poll(async () => (await names()).includes('Loading…')).toBe(false);
    const order = await names();
    const all = await resultCount(list);
    const filters = list.getByRole('button', { name: /^Remove the filter/ });
    await facets.locator('.kk-facet').first().getByRole('checkbox').nth(2).check();
    await expect.poll(() => filters.count()).toBe(1);
    await expect.poll(() => resultCount(list)).toBeLessThan(all);
    const one = await resultCount(list);
    await facets.getByRole('checkbox', { name: /^Private/ }).check();
    await expect.poll(() => resultCount(list)).toBeLessThan(one);
    await page.goBack();
    await expect.poll(() => resultCount(list)).toBe(one);
    expect(await filters.count()).toBe(1);
    await page.goBack();
    await expect.poll(() => resultCount(list)).toBe(all);
    expect(await filters.count()).toBe(0);
    // The values of a facet are those of the answer, in its order, without values of the answers in between.
    await expect.poll(names).toEqual(order);

    await list
      .getByRole('button', { name: 'Table' })
      .or(list.getByRole('radio', { name: 'Table' }))
      .first()
      .click();
    const rows = list.locator('.bp6-table-cell-col-0 a');
    await rows.first().waitFor();
    const first = await rows.first().innerText();
    const address = page.url();
    const head = list.locator('button.kk-head-sort:visible', { hasText: 'Archive entry' }).first();
    const sortByTitle = async (): Promise<void> => page.mouse.click(...(await middleOf(head)));
    await sortByTitle();
    await expect.poll(() => rows.first().innerText()).not.toBe(first);
    expect(page.url()).not.toBe(address);
    await sortByTitle();
    await expect.poll(() => rows.first().innerText()).toBe('Zzz, last of all');

    const remove = async (): Promise<void> => {
      await rows.first().click();
      await columnAt(page, 2).getByRole('button', { name: 'More options for this column' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect.poll(() => resultCount(list)).toBe(all - 1);
      await expect.poll(() => rows.first().innerText()).not.toBe('Zzz, last of all');
    };
    await remove();
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => resultCount(list)).toBe(all);
    await expect.poll(() => rows.first().innerText()).toBe('Zzz, last of all');
    await remove();
  });

  it("[LOV-01] [RES-01] an organization's own value and the status “None” show their labels in facets and filter tags", async () => {
    const { page } = await world.open({ as: 'admin' });
    const owner = 'Organization-2';
    await create('LOVValue', { list: 'ARC_TYPES', owner, key: 'WEIR', t: { en: 'Model of a fishing weir' } });
    await create('ArchiveEntry', { title: 'Willow weir', owner, type: 'WEIR' });
    await create('ArchiveEntry', { title: 'Willow tray', owner, type: 'MAP' });
    await create('ResearchSpecies', { owner, commonName: 'Marmot', conservationStatus: 'none' });
    for (const [path, facet, label] of [
      ['/archive.catalogue?c0=willow', 'Type', 'Model of a fishing weir'],
      ['/research.species', 'Conservation status', 'None'],
    ] as const) {
      const list = await openList(page, path);
      const values = list.getByRole('region', { name: facet, exact: true });
      const box = values.getByRole('checkbox', { name: new RegExp(`^${label} `) });
      const promised = Number(await promisedBy(box));
      await box.check();
      await list.getByRole('button', { name: `Remove the filter ${facet}: ${label}` }).waitFor();
      await expect.poll(() => resultCount(list)).toBe(promised);
    }
    await columnAt(page, 1).getByText('Marmot').first().click();
    await columnAt(page, 2).getByText('None', { exact: true }).waitFor();
  });

  it('[SRCH-07] goes through the results from the item', async () => {
    const { page } = await world.open({ as: 'staff', screen: 'wide', at: '/archive.catalogue' });
    const list = await shownList(page);
    await list.locator('a[href*="/i-"]').first().click();
    const item = columnAt(page, 2);
    const total = /^[\d,]+/.exec(await list.locator('.kk-count').innerText())?.[0] ?? '';
    await item.getByText(`1 of ${total}`, { exact: true }).waitFor();
    const before = page.url();
    await item.getByRole('button', { name: 'Next result' }).click();
    await item.getByText(/^2 of/).waitFor();
    await expect.poll(() => page.url()).not.toBe(before);
    await page.reload();
    await item.getByText(`2 of ${total}`, { exact: true }).waitFor();
  });

  it('[CELL-05] shows the same results as a table', async () => {
    const { page } = await world.open({ as: 'staff', screen: 'wide', at: '/archive.catalogue' });
    const list = await shownList(page);
    await list
      .getByRole('button', { name: 'Table' })
      .or(list.getByRole('radio', { name: 'Table' }))
      .first()
      .click();
    await list.locator('.bp6-table-container').waitFor();
    await list.locator('.bp6-table-cell a').first().waitFor();
    await screenshot(page, 'table');
  });

  it('[SRCH-02] suggests from three characters on and opens an id that was typed', async () => {
    const { page } = await world.open({ as: 'staff', at: '/' });
    const search = page.getByRole('combobox', { name: 'Search everything' });
    await search.fill('canoe');
    await page.getByRole('option').first().waitFor();
    expect(await page.getByRole('option').count()).toBeLessThanOrEqual(6);
    await screenshot(page, 'suggestions');
    await search.fill('Organization-1');
    await search.press('Enter');
    await page.waitForURL(/i-Organization-1/);
  });

  it('[ROUTE-13] shows a column whole in the window, and keeps the navigation as it was left', async () => {
    const { page } = await world.open({
      as: 'staff',
      screen: 'wide',
      at: '/archive.catalogue/i-Organization-1/i-Organization-2',
    });
    const navigation = page.getByRole('navigation', { name: 'Menu' });
    const opener = page.getByRole('button', { name: 'Menu', exact: true });
    // Left by an earlier attempt that stopped.
    if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click();
    await navigation.waitFor();
    const last = columnAt(page, 3);
    /** Pixels that lie outside of the window, or under the navigation. */
    const hidden = async (): Promise<number> => {
      const box = (await last.boundingBox()) ?? { x: 0, width: 0 };
      return Math.round(Math.max(0, 224 - box.x) + Math.max(0, box.x + box.width - 1920));
    };
    await last.getByRole('button', { name: 'Expand this column' }).click();
    await last.getByRole('button', { name: 'Shrink this column' }).waitFor();
    await expect.poll(hidden).toBeLessThan(3);
    await expect.poll(async () => (await last.boundingBox())?.width).toBeGreaterThan(1600);
    await page.reload();
    await last.getByRole('button', { name: 'Expand this column' }).waitFor();
    await opener.click();
    await navigation.waitFor({ state: 'detached' });
    await page.reload();
    await last.getByRole('button', { name: 'Expand this column' }).waitFor();
    await expect.poll(() => navigation.count()).toBe(0);
    await opener.click();
    await navigation.waitFor();
  });

  it('prints all of an item and none of the controls, on white in both themes', async () => {
    const { page } = await world.open({ as: 'staff', theme: 'dark', at: '/archive.catalogue' });
    const list = await shownList(page);
    await list.locator('a[href*="/i-"]').first().click();
    const item = columnAt(page, 2);
    await item.getByRole('tab', { name: 'Edit' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    for (const role of ['tab', 'separator', 'navigation', 'search'] as const)
      expect(await page.getByRole(role).count(), role).toBe(0);
    // The community's name is also at the top of the paper.
    expect(await page.getByRole('banner').getByText('Our Community').isVisible()).toBe(true);
    // A picture stays, though on the screen it opens larger.
    const buttons = await page.getByRole('button').evaluateAll((all) => all.map((each) => each.outerHTML));
    expect(buttons.filter((html) => !html.includes('<img'))).toEqual([]);
    const clipped = await item.getByRole('article').evaluate((article) => {
      const clips = (element: Element): boolean =>
        getComputedStyle(element).overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1;
      const around: Element[] = [];
      for (let each = article.parentElement; each && each !== document.body; each = each.parentElement)
        around.push(each);
      return around.filter(clips).map((each) => each.className);
    });
    expect(clipped).toEqual([]);
    // Colours of links change over a moment.
    const inks = (): Promise<readonly string[]> =>
      item.getByRole('article').evaluate((article) => {
        const inked = [article, ...article.querySelectorAll('dt, dd a, h4')];
        return [...new Set(inked.map((each) => getComputedStyle(each).color))].sort();
      });
    await expect.poll(inks).toEqual(['rgb(31, 35, 40)', 'rgb(33, 93, 176)', 'rgb(95, 104, 115)']);
    await screenshot(page, 'printed-item');
  });

  it('[ROUTE-07] warns about an unknown place, and answers a hidden item like one that never was', async () => {
    const { page, allowConsole } = await world.open({ as: 'member', at: '/nothing.here' });
    allowConsole(/status of 404/);
    await page.getByText('Nothing here').first().waitFor();
    await page.goto('/i-ArchiveEntry-999999');
    const refused = columnAt(page, 1).getByText('Ask the person who sent you here');
    await refused.waitFor();
    const absent = await columnAt(page, 1).innerText();
    const stranger = await world.open({ as: 'admin', at: '/archive.catalogue' });
    await shownList(stranger.page);
    const hidden = await hiddenFrom(stranger.page);
    await page.goto(`/${hidden}`);
    await refused.waitFor();
    expect((await columnAt(page, 1).innerText()).replaceAll(hidden, 'X')).toBe(
      absent.replaceAll('i-ArchiveEntry-999999', 'X'),
    );
  });
});
