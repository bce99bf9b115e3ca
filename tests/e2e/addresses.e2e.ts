// Follows addresses as several people on a site that came from an earlier system, and checks the title, menu and colours of its pages.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { column, columnAt, openList } from 'tests/e2e/harness/columns.ts';
import { environmentOf } from 'tests/e2e/harness/Store.ts';
import { messagesOf } from 'tests/e2e/harness/shell.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

const folder = mkdtempSync(join(tmpdir(), 'keeper-addresses-'));
const siteFile = join(folder, 'site.json');
const colours = { header: '#204030', primary: '#7a1fa2', secondary: '#803020', accent: '#ffd000' };
writeFileSync(
  siteFile,
  JSON.stringify({
    site: { siteName: 'Tamber Records', migratedFromCKK1: true, colours: { light: colours, dark: colours } },
  }),
);
const world = useWorld({ SITE_CONFIG: siteFile });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pathOf = (page: Page): string => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

/** Opens an address and waits for the address that it redirects to. */
const leads = async (page: Page, from: string, to: string): Promise<void> => {
  await page.goto(from);
  await expect.poll(() => pathOf(page)).toBe(to);
};

it('[ROUTE-08] [ROUTE-10] a visitor opens what is open to all and is asked to sign in for the rest', async () => {
  const { page } = await world.open({ at: '/terms' });
  const heading = columnAt(page, 1).getByRole('heading').first();
  for (const view of ['register', 'forgot-password', 'set-pass', 'confirm-email', 'terms', 'privacy-policy']) {
    await page.goto(`/${view}`);
    await heading.waitFor();
    expect(pathOf(page)).toBe(`/${view}`);
  }
  await leads(page, '/notifications', '/sign-in?next=%2Fnotifications');
  await leads(page, '/notifications/i-ArchiveEntry-5', '/sign-in?next=%2Fnotifications%2Fi-ArchiveEntry-5');
  await leads(page, '/imprint', '/sign-in?next=%2Fimprint');
  await leads(page, '/admin', '/sign-in?next=%2Fadmin');
  await leads(page, '/sign-out', '/sign-in');
});

it('[ROUTE-11] a record that a visitor may not see asks to sign in, says what was asked for, and leads back to it', async () => {
  const { page, allowConsole } = await world.open({ at: '/terms' });
  allowConsole(/40[134]/);
  // A record that does not exist gets the same answer.
  for (const number of [3, 999_999]) {
    await leads(page, `/i-CommunityMember-${number}`, `/sign-in?next=%2Fi-CommunityMember-${number}`);
    await page
      .getByText(`You asked for Community member ${number}. If this record exists, you may need to sign in to see it.`)
      .waitFor();
  }
  await page.goto('/admin.state');
  await page.getByText(/^You asked for the page “.+”\. You may need to sign in to see it\.$/).waitFor();
});

it('[ROUTE-02] [ROUTE-03] [ROUTE-08] [SHELL-05] one address opens a view and records, each with its parameter; the title names the column in use', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'wide' });
  await leads(page, '/register', '/');
  await leads(page, '/forgot-password', '/');
  await leads(page, '/sign-in?next=%2Fhelp', '/help');
  await expect.poll(() => page.title()).toBe('How to use this site – Tamber Records');
  await page.goto('/archive.catalogue/i-ArchiveEntry-5/i-Organization-1?c0=canoe&c1=meta');
  await expect
    .poll(() =>
      columnAt(page, 1).getByRole('searchbox').or(columnAt(page, 1).getByRole('textbox')).first().inputValue(),
    )
    .toBe('canoe');
  await columnAt(page, 2).getByRole('tab', { name: 'About', selected: true }).waitFor();
  await column(page, 'Tamber Inlet').or(columnAt(page, 3)).first().waitFor();
  await page.goto('/i-ArchiveEntry-5');
  await expect.poll(() => page.title()).toMatch(/^Steaming the canoe open.* – Tamber Records$/);
  const { page: other } = await world.open({ as: 'staff', at: '/notifications/i-ArchiveEntry-5', screen: 'wide' });
  await column(other, 'Notices').waitFor();
  await columnAt(other, 2)
    .getByRole('heading', { name: /^Steaming the canoe open/ })
    .first()
    .waitFor();
});

it('[ROUTE-09] addresses of the earlier system lead to their records, and its sign-in to home', async () => {
  const file = join(folder, 'paths.csv');
  writeFileSync(file, 'path,record\n/node/12,ArchiveEntry-5\n');
  execFileSync(process.execPath, ['dist/server/main.js', 'import-legacy-paths', '--file', file], {
    env: { ...process.env, ...environmentOf(world.store), SITE_CONFIG: siteFile },
  });
  const { page, allowConsole } = await world.open({ as: 'staff' });
  allowConsole(/404/);
  await leads(page, '/node/12', '/i-ArchiveEntry-5');
  await leads(page, '/user/login', '/');
  await page.goto('/node/13');
  await messagesOf(page)
    .getByText(/^There is no page “/)
    .first()
    .waitFor();
});

it('[SHELL-09] the navigation drawer is 240 wide and shows what the person may enter, nested and sorted by title', async () => {
  const { page } = await world.open({ as: 'member', screen: 'tablet', at: '/' });
  await page.getByRole('button', { name: 'Menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await drawer.getByRole('link', { name: 'Home' }).waitFor();
  expect((await page.locator('.kk-drawer').boundingBox())?.width).toBe(240);
  expect(await drawer.getByRole('link', { name: 'All records' }).count()).toBe(0);
  await page.keyboard.press('Escape');

  const { page: other } = await world.open({ as: 'admin', screen: 'tablet', at: '/' });
  await other.getByRole('button', { name: 'Menu' }).click();
  const menu = other.getByRole('dialog', { name: 'Menu' });
  await menu.getByRole('link', { name: 'Home', exact: true }).waitFor();
  const parents = menu.locator('.kk-nav-parent');
  await parents.first().waitFor();
  const sorted = async (names: readonly string[]): Promise<void> => {
    expect(names.length).toBeGreaterThan(1);
    expect(names).toEqual([...names].sort(new Intl.Collator().compare));
  };
  const areas = await parents.getByRole('link').allInnerTexts();
  // The administration is last, as declared for every menu.
  expect(areas.at(-1)).toBe('Administration');
  await sorted(areas.slice(0, -1));
  await menu.getByRole('button', { name: 'Show the pages of Archive' }).click();
  await sorted(await menu.locator('.kk-nav-child').getByRole('link').allInnerTexts());
  await menu.getByRole('link', { name: 'Catalogue', exact: true }).click();
  await openList(other, '/archive.catalogue');
});

it('[SHELL-03] header, buttons, filters and badges have the colours of the site', async () => {
  const { page } = await world.open({ as: 'staff', at: '/terms', screen: 'wide' });
  const ground = (selector: string): Promise<string> =>
    page
      .locator(selector)
      .first()
      .evaluate((each) => getComputedStyle(each).backgroundColor);
  await page.locator('.kk-header').waitFor();
  expect(await ground('.kk-header')).toBe('rgb(32, 64, 48)');
  expect(await page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--kk-accent').trim())).toBe(
    '#ffd000',
  );
  const list = await openList(page, '/archive.catalogue');
  await list.getByRole('checkbox', { name: /^Map/ }).check();
  await list.getByRole('button', { name: /^Remove the filter/ }).waitFor();
  expect(await ground('.kk-filter')).toBe('rgb(128, 48, 32)');
  expect(await ground('.bp6-button.bp6-intent-primary')).toBe('rgb(122, 31, 162)');
});
