// The site while its administrators change it, seen by people who are at work: a value list, texts, the menu, an alert. No page is
// reloaded.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt, openList, shownList, startEditing } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

// Texts and menu are arranged on dedicated installations. Registration is closed.
const folder = mkdtempSync(join(tmpdir(), 'keeper-site-'));
const siteFile = join(folder, 'site.json');
writeFileSync(siteFile, JSON.stringify({ site: { dedicated: true, registration: 'closed', keyCaps: null } }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Fails when the page is reloaded. */
const markPage = async (page: Page): Promise<() => Promise<void>> => {
  await page.evaluate(() => Object.assign(globalThis, { loadedOnce: true }));
  return async () => expect(await page.evaluate(() => (globalThis as { loadedOnce?: boolean }).loadedOnce)).toBe(true);
};

type Answer = Readonly<Record<string, Json>>;

const asAdministrator = async (url: string): Promise<(o: string, b: Json) => Promise<Answer>> => {
  const headers = { authorization: `Bearer ${await tokenOf(url, 'admin')}` };
  return async (o, b) => {
    const answer = await fetch(`${url}/api/item`, { method: 'POST', headers, body: JSON.stringify({ o, b, s: '1' }) });
    return ((await answer.json()) as { readonly b: Answer }).b;
  };
};

describe('a site while it is administered', () => {
  const world = useWorld({ SITE_CONFIG: siteFile });

  it('[LOV-01] a value is merged while a user edits a record that has it: nothing typed is lost', async () => {
    const staff = await world.open({ as: 'staff', at: '/archive.catalogue?c0=.f.type%3DRECORDING' });
    const list = await shownList(staff.page);
    await list.locator('a[href*="/i-ArchiveEntry-"]').first().click();
    const item = columnAt(staff.page, 2);
    await startEditing(item);
    await item.getByLabel(/^Secondary title/).fill('Typed before the merge');
    const unmoved = await markPage(staff.page);

    const ask = await asAdministrator(world.url);
    const { owner = '' } = await ask(`read/${/ArchiveEntry-\d+/.exec(staff.page.url())?.[0] ?? ''}`, null);
    const admin = await world.open({ as: 'admin', at: '/list-lov' });
    await columnAt(admin.page, 1).getByRole('link', { name: 'Archive types' }).click();
    await columnAt(admin.page, 1).getByLabel('Values of').selectOption(String(owner));
    const lists = columnAt(admin.page, 1);
    await lists.getByRole('button', { name: 'Merge Recording' }).click();
    const dialog = admin.page.getByRole('dialog');
    await dialog.getByLabel('Use instead').selectOption({ label: 'Film' });
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await admin.page.getByText('The merge has started.').first().waitFor();

    // The person who edits gets a message, and the change is merged with the typed text.
    await staff.page
      .getByText(/Ashdown changed/)
      .first()
      .waitFor();
    expect(await item.getByLabel(/^Secondary title/).inputValue()).toBe('Typed before the merge');
    await item
      .getByRole('button', { name: /^Save( now)?$/ })
      .first()
      .click();
    await item.getByRole('tab', { name: 'Archive entry' }).click();
    await item.getByText('Typed before the merge').first().waitFor();
    await item.getByText('Film', { exact: true }).first().waitFor();
    await unmoved();

    // The other value lists its uses, and the link opens the search for them.
    const film = lists
      .getByRole('listitem')
      .filter({ has: admin.page.getByText('Film', { exact: true }) })
      .first();
    await film.getByRole('button', { name: /: Film$/ }).click();
    await film.getByRole('link', { name: /^Archive entry: / }).click();
    await columnAt(admin.page, 2).getByText('Type: Film').first().waitFor();
    await columnAt(admin.page, 2)
      .getByText(/results?$/)
      .first()
      .waitFor();
    expect(await axe(admin.page)).toEqual([]);
    await screenshot(admin.page, 'value-where-used');
  });

  it('[AUTH-08] without open registration says so to a person who requests an account', async () => {
    const { page } = await world.open();
    await page.goto('/register');
    await page.getByText('No new accounts at the moment').waitFor();
    await page.getByText(/does not accept new members/).waitFor();
    expect(await page.getByRole('button', { name: 'Send me the email' }).count()).toBe(0);
    expect(await axe(page)).toEqual([]);
    const asked = { method: 'POST', body: JSON.stringify({ name: 'Rowan', email: 'rowan@keeper.test' }) };
    expect((await fetch(`${world.url}/api/register`, asked)).status).toBe(403);
  });

  it('[SHELL-04] a text is tried out on the own page, and after saving said on every page', async () => {
    const staff = await world.open({ as: 'staff', at: '/' });
    const unmoved = await markPage(staff.page);
    const admin = await world.open({ as: 'admin', at: '/admin.systext' });
    const texts = columnAt(admin.page, 1);
    await texts.getByLabel('Find a text').fill('views.notifications');
    await texts.getByRole('button', { name: /^Change views\.notifications$/ }).click();
    await texts.getByRole('textbox', { name: 'Text' }).fill('At your desk');
    const navigation = (page: Page) => page.getByRole('navigation', { name: 'Menu' });
    await navigation(admin.page).getByText('At your desk').waitFor();
    expect(await navigation(staff.page).getByText('At your desk').count()).toBe(0);
    await screenshot(admin.page, 'text-tried-out');
    await texts.getByRole('button', { name: 'Save' }).click();
    await navigation(staff.page).getByText('At your desk').waitFor();
    await unmoved();
  });

  it('[ADM-01] the menu is arranged, and every open page follows; what is left out still opens', async () => {
    const staff = await world.open({ as: 'staff', at: '/' });
    const unmoved = await markPage(staff.page);
    const navigation = staff.page.getByRole('navigation', { name: 'Menu' });
    await navigation.getByRole('button', { name: 'Show the pages of Archive' }).click();
    await navigation.getByRole('link', { name: 'Catalogue', exact: true }).waitFor();
    const admin = await world.open({ as: 'admin', at: '/admin.menu-items' });
    const screen = columnAt(admin.page, 1);
    await screen.getByRole('button', { name: 'Hide Catalogue', exact: true }).click();
    await screen.getByRole('button', { name: 'Move Archive up' }).focus();
    await admin.page.keyboard.press('Enter');
    await screen.getByRole('button', { name: 'Add a link' }).click();
    const dialog = admin.page.getByRole('dialog', { name: 'Add a link' });
    await dialog.getByLabel('English').fill('Language house');
    await dialog.getByLabel('Address').fill('https://words.sample.test/');
    await dialog.getByRole('button', { name: 'Add to the menu' }).click();
    const preview = screen.getByRole('region', { name: 'Preview' });
    await preview.getByRole('link', { name: /^Language house/ }).waitFor();
    await preview.getByLabel('As seen by').selectOption({ label: 'A person without special rights' });
    expect(await preview.getByRole('link', { name: 'Archive', exact: true }).count()).toBe(0);
    expect(await navigation.getByText('Language house').count()).toBe(0);
    expect(await axe(admin.page)).toEqual([]);
    await screenshot(admin.page, 'menu-arranged');
    await screen.getByRole('button', { name: 'Save' }).click();
    // The archive is open, so the last entries of the menu are in "More".
    await navigation.getByRole('link', { name: 'Catalogue', exact: true }).waitFor({ state: 'detached' });
    await navigation.getByRole('button', { name: 'More', exact: true }).click();
    const link = staff.page.getByRole('menuitem', { name: /^Language house/ });
    await link.waitFor();
    expect(await link.getAttribute('rel')).toContain('noopener');
    await staff.page.keyboard.press('Escape');
    await unmoved();
    await openList(staff.page, '/archive.catalogue');
  });

  it.each(['light', 'dark'] as const)(
    '[EXPERIENCE] the screens of a dedicated site have no defects in the %s theme, on wide windows and phones',
    async (theme) => {
      const { page } = await world.open({ as: 'admin', theme, screen: 'wide' });
      for (const [path, shown] of [
        ['/admin.systext', 'Find a text'],
        ['/admin.menu-items', 'As seen by'],
      ] as const) {
        await page.goto(path);
        for (const width of [1440, 360]) {
          await page.setViewportSize({ width, height: 900 });
          await columnAt(page, 1).getByLabel(shown).waitFor();
          expect([path, width, await axe(page)]).toEqual([path, width, []]);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
          await screenshot(page, `site${path.replace('/', '-')}-${width}-${theme}`);
        }
      }
    },
  );

  // The last test, because later ones would have to dismiss the alert first.
  it('[SHELL-13] an alert is previewed in both themes, comes at its time to who is at work, and goes at its end', async () => {
    const staff = await world.open({ as: 'staff', at: '/' });
    const unmoved = await markPage(staff.page);
    const admin = await world.open({ as: 'admin', at: '/admin.sysalerts/i-SystemAlert-0-a' });
    const form = columnAt(admin.page, 2);
    await form.getByLabel(/^Title/).fill('The site is away tonight');
    const preview = form.getByRole('region', { name: 'As people will see it' });
    for (const theme of ['Light theme', 'Dark theme'])
      await preview.getByRole('figure', { name: theme }).getByText('The site is away tonight').waitFor();
    await screenshot(admin.page, 'alert-preview');
    // The form sets the time to the minute; this call sets it to the second.
    const ask = await asAdministrator(world.url);
    const soon = new Date(Date.now() + 3_000).toISOString();
    const { $id = '', _u = 1 } = await ask('create/SystemAlert', { title: 'The site is away tonight', from: soon });
    await staff.page.getByRole('button', { name: /^System alerts/ }).click();
    const alert = staff.page.getByRole('heading', { name: 'The site is away tonight' });
    await alert.waitFor();
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(soon));
    await screenshot(staff.page, 'alert-at-its-time');
    await ask('update', { $id, _u, to: new Date(Date.now() + 1_000).toISOString() });
    await alert.waitFor({ state: 'detached' });
    await unmoved();
  });
});
