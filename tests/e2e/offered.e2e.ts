// Actions that the page offers: a visitor's header, a member's own screens, and none that the server would refuse.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import { columnAt, openList, shownList } from 'tests/e2e/harness/columns.ts';
import { signIn, tokenOf } from 'tests/e2e/harness/signIn.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { unfoldArea } from 'tests/e2e/harness/openPage.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';

// An installation without research: it lacks one key capability that its screens require.
const folder = mkdtempSync(join(tmpdir(), 'keeper-site-'));
const siteFile = join(folder, 'site.json');
writeFileSync(siteFile, JSON.stringify({ site: { dedicated: false, keyCaps: ['Belongings'] } }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('what is offered', () => {
  const world = useWorld({ SITE_CONFIG: siteFile });

  it('[SHELL-06] a visitor has search, alerts and help; only the bell waits for a session', async () => {
    const { page } = await world.open({ at: '/' });
    const bell = page.getByRole('button', { name: 'Notices: sign in to see yours' });
    await bell.waitFor();
    expect(await bell.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'System alerts' }).waitFor();
    const search = page.getByRole('combobox', { name: 'Search everything' });
    await search.fill('the');
    await page.getByRole('option', { name: /^See all \d+ results/ }).waitFor();
    await screenshot(page, 'visitor-search');
    await search.press('Escape');
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('button', { name: 'Ask for support' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ask for support' });
    expect(await dialog.getByRole('textbox').inputValue()).toMatch(/Page: \/sign-in\nVersion: /);
    await screenshot(page, 'support');
  });

  it("[PERM-07] a member's organizations and contacts are their own, and nothing is offered that would be refused", async () => {
    const { page } = await world.open({ as: 'member', at: '/my-organizations' });
    const list = await shownList(page);
    await list.getByText('1 result', { exact: true }).waitFor();
    // A member asks an administrator for an organization that is not there.
    expect(await list.getByRole('button', { name: /^New/ }).allInnerTexts()).toEqual(['New request for a contact']);
    const own = await list.locator('a[href*="/i-Organization-"]').first().textContent();
    await screenshot(page, 'my-organizations');
    const contacts = await openList(page, '/my-contacts');
    await contacts.locator('a[href*="/i-Contact-"]').first().click();
    await columnAt(page, 2)
      .getByRole('link', { name: own ?? '' })
      .first()
      .waitFor();
  });

  it('[PERM-04] a screen says what it takes: a session, a right, a part that this site has in use', async () => {
    const { page } = await world.open();
    await page.goto('/archive.catalogue');
    await page.waitForURL(/\/sign-in\?next=%2Farchive\.catalogue$/);
    await signIn(page, 'member');
    await page.waitForURL(/\/archive\.catalogue$/);
    await page.getByText('To open this page you need the right “Manage the archive”.').waitFor();
    await screenshot(page, 'refused');
    await page.goto('/research.species');
    await page.getByText('This site does not use this page.').waitFor();
    await screenshot(page, 'not-in-use');
  });

  it('[PERM-04] a right that is given opens the page that is open already, and one that is taken closes it', async () => {
    const [token, own] = await Promise.all([tokenOf(world.url, 'admin'), tokenOf(world.url, 'member')]);
    const ask = async (o: string, b?: object): Promise<Readonly<Record<string, unknown>>> => {
      const headers = { Authorization: `Bearer ${token}` };
      const answer = await fetch(`${world.url}/api/item`, { method: 'POST', headers, body: JSON.stringify({ o, b }) });
      const reply = (await answer.json()) as {
        readonly erred?: boolean;
        readonly b: Readonly<Record<string, unknown>>;
      };
      expect([reply.erred, reply.b]).toEqual([undefined, expect.anything()]);
      return reply.b;
    };
    const member = decodeJwt(own).sub ?? '';
    const memberships = (await ask(`read/${member}`))['memberships'] as readonly Readonly<Record<string, unknown>>[];
    const { owner, ...before } = memberships[0] ?? {};
    const give = (rights: object): Promise<unknown> =>
      ask('act/setMembership', { _t: 'User', _i: Number(member.split('-')[1]), owner, rights });
    const { page } = await world.open({ as: 'member', at: '/archive.catalogue' });
    const refused = page.getByText('To open this page you need the right “Manage the archive”.');
    await refused.waitFor();
    await give({ admin: false, from: null, to: null, ...before, capabilities: ['Archive'] });
    await page.locator('a[href*="/i-ArchiveEntry-"]').first().waitFor();
    await give({ admin: false, from: null, to: null, ...before, capabilities: [] });
    await refused.waitFor();
    expect(await page.locator('a[href*="/i-ArchiveEntry-"]').count()).toBe(0);
  });

  it('[WF-03] [SPAT-01] people with types that have workflows administer these, and the menu groups the data of the map', async () => {
    const { page } = await world.open({ as: 'staff', at: '/admin.workflows', screen: 'wide' });
    const list = await shownList(page);
    await list.locator('a[href*="/i-Workflow-"]').first().waitFor();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await menu
      .getByRole('link', { name: /^Workflows/ })
      .first()
      .waitFor();
    // The page of the area lists all of its pages, in the groups of the menu.
    await (await unfoldArea(page, 'Places and maps')).getByRole('link', { name: 'Places and maps' }).click();
    await page.getByRole('main').getByText('Data for maps', { exact: true }).first().waitFor();
    const { page: theirs } = await world.open({ as: 'member', at: '/admin.workflows', screen: 'wide' });
    await theirs.getByText(/^To open this page you need/u).waitFor();
    const menuOfMember = theirs.getByRole('navigation', { name: 'Menu' });
    expect(await menuOfMember.getByText(/^Workflows/).count()).toBe(0);
  });

  it('[PERM-01] [PERM-04] an administrator may add an organization, but opens no part that is not in use', async () => {
    const { page } = await world.open({ as: 'admin', at: '/archive.orgs' });
    const list = await shownList(page);
    await list.getByRole('button', { name: 'New organization' }).waitFor();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await page.goto('/');
    await menu.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Words and phrases' }).waitFor();
    expect(await page.getByText('Research', { exact: true }).count()).toBe(0);
    await page.goto('/research.species');
    await page.getByText('This site does not use this page.').waitFor();
  });
});
