// The user menu, the end of a session, acting as another user, and raw edit, in a browser on a real server. A relay in the page's socket
// adds messages that a real server sends rarely.
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CLOSES } from 'src/model/generated/problems.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { Account } from 'tests/e2e/harness/accounts.ts';
import { askAs, askWith, changeItem } from 'tests/e2e/harness/askAs.ts';
import { columnAt, shownList } from 'tests/e2e/harness/columns.ts';
import { ENDED_SESSION, type Visit } from 'tests/e2e/harness/openVisit.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { relaySocket } from 'tests/e2e/harness/relaySocket.ts';
import { flipSwitch, operations, relayed, userMenu } from 'tests/e2e/harness/shell.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import { useSharedWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useSharedWorld();

/** Opens a visit with its own session, which the test may end. */
const visitAs = async (as: Account, at = '/'): Promise<Visit> =>
  world.open({ token: await tokenOf(world.url, as), at, screen: 'wide' });

const dialogOf = (page: Page, name: string): Locator => page.getByRole('alertdialog', { name });

const storedToken = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('Access-Token'));

describe('[SHELL-07] the user menu', () => {
  it('leads a visitor to sign in and to register', async () => {
    const { page } = await world.open({ at: '/terms' });
    const entries = (await userMenu(page, 'Account')).getByRole('menuitem');
    const links = await entries.evaluateAll((all) => all.map((each) => each.getAttribute('href')));
    expect(links).toEqual(['/sign-in', '/register']);
  });

  it('leads to the profile, keeps three switches on the server, and signs out', async () => {
    const visit = await visitAs('partner');
    const { page } = visit;
    visit.allowConsole(ENDED_SESSION);
    const name = 'Mirel Riverton';
    const guidance = page.getByText('How to find your way');
    await guidance.first().waitFor();
    const menu = await userMenu(page, name);
    expect(await menu.getByRole('menuitem', { name: 'Profile, as others see it' }).getAttribute('href')).toBe(
      '/i-User-4',
    );
    await page.keyboard.press('Escape');
    const flip = async (label: string, to: boolean): Promise<void> => {
      const entry = (await userMenu(page, name)).getByRole('menuitemcheckbox', { name: label, checked: !to });
      await entry.click();
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
    };
    await flip('Dark mode', true);
    await flip('Hide guidance', true);
    await flip('Multiple columns', false);
    await page.locator('body.bp6-dark').waitFor();
    await guidance.waitFor({ state: 'detached' });
    const token = await tokenOf(world.url, 'partner');
    const kept = async (): Promise<unknown> => {
      const { dark, hideGuidance, multiColumns } = await askWith(world.url, token, ['getSessionUser', null]);
      return { dark, hideGuidance, multiColumns };
    };
    await expect.poll(kept).toEqual({ dark: true, hideGuidance: true, multiColumns: false });
    const other = await world.open({ token, at: '/archive.catalogue', screen: 'wide' });
    await other.page.locator('body.bp6-dark').waitFor();
    const list = await shownList(other.page);
    await list.locator('a[href*="/i-"]').first().click();
    await other.page.getByRole('tab', { name: 'About' }).waitFor();
    expect(await other.page.locator('main [data-kk-region=column]:visible').count()).toBe(1);
    await flip('Multiple columns', true);
    await flip('Hide guidance', false);
    await guidance.first().waitFor();
    await (await userMenu(page, name)).getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(/\/sign-in$/);
    expect(await storedToken(page)).toBeNull();
  });

  it('[SHELL-07] a switch makes the page repeat none of its questions, except that for stars, which have the same version', async () => {
    const visit = await visitAs('partner');
    const { page } = visit;
    const relay = await relayed(visit);
    let confirmations = 0;
    relay.changeReceived = (message) => {
      if (message.startsWith('{"o":"authed"')) confirmations += 1;
      return message;
    };
    const questions = (): readonly string[] =>
      relay.sent.flatMap((message) => {
        const { o, b } = JSON.parse(message) as { readonly o: string; readonly b: Json };
        return /^(?:addWatch|count|search)/.test(o) ? [`${o} ${JSON.stringify(b)}`] : [];
      });
    await page.getByText('How to find your way').first().waitFor();
    await expect.poll(() => operations(relay, 'count')).toBeGreaterThan(0);
    const before = questions();
    for (const count of [1, 2]) {
      await flipSwitch(page, 'Mirel Riverton', 'Dark mode');
      await expect.poll(() => confirmations).toBe(count);
    }
    const repeated = questions().filter((question, at) => at >= before.length && before.includes(question));
    expect(repeated.filter((question) => !question.includes('"starred":[true]'))).toEqual([]);
  });

  it('[FORM-04] [SHELL-12] [SHELL-16] puts a switch that the server refuses back, and says so until the message is closed', async () => {
    const visit = await visitAs('member');
    const { page } = visit;
    await page.clock.install();
    const relay = await relayed(visit);
    // The server refuses the choices of another person.
    relay.changeSent = (message) => message.replace('"_i":3,"values"', '"_i":4,"values"');
    await (await userMenu(page, 'Wren Oakhanger')).getByRole('menuitemcheckbox', { name: 'Hide guidance' }).click();
    const error = page.getByRole('region', { name: 'Messages' }).getByRole('alert');
    await error.waitFor();
    await page.getByText('How to find your way').first().waitFor();
    await page.clock.runFor(60_000);
    expect(await error.count()).toBe(1);
    await error.getByRole('button', { name: 'Close' }).click();
    await error.waitFor({ state: 'detached' });
  });
});

describe('the end of a session', () => {
  it('[AUTH-04] [SHELL-11] warns, refreshes the token, and asks to sign in again when it is over', async () => {
    const visit = await visitAs('member', '/i-ArchiveEntry-5');
    const { page } = visit;
    const relay = await relayed(visit);
    const before = await storedToken(page);
    const warning = dialogOf(page, 'Your session ends soon');
    relay.push('tokenWarning', { expires: '2100-01-01T00:00:00Z' });
    await warning.waitFor();
    await page.keyboard.press('Escape');
    expect(await warning.count()).toBe(1);
    expect(operations(relay, 'nextToken')).toBe(0);
    await warning.getByRole('button', { name: 'Stay signed in' }).click();
    await warning.waitFor({ state: 'detached' });
    expect(operations(relay, 'nextToken')).toBe(1);
    const after = await storedToken(page);
    expect([after === null, after === before]).toEqual([false, false]);

    await relay.close(CLOSES.tokenExpired, 'tokenExpired');
    const over = dialogOf(page, 'Your session has ended');
    await over.waitFor();
    await page.keyboard.press('Escape');
    await over.getByRole('button', { name: 'Sign in again' }).click();
    await page.getByLabel('Password').waitFor();
    expect(await storedToken(page)).toBeNull();
    expect(await page.getByRole('button', { name: 'Account', exact: true }).count()).toBe(1);
  });

  it('[AUTH-07] [SHELL-11] [ITEM-08] keeps the token in storage and a cookie of the session; signing out in one tab takes it and all records from the other', async () => {
    const visit = await visitAs('member', '/i-ArchiveEntry-5');
    const { page, context } = visit;
    visit.allowConsole(ENDED_SESSION);
    const heading = columnAt(page, 1).getByRole('heading', { name: /^Steaming the canoe open/ });
    await heading.first().waitFor();
    const [cookie] = (await context.cookies()).filter(({ name }) => name === 'Access-Token');
    expect(cookie).toMatchObject({ value: await storedToken(page), expires: -1, sameSite: 'Strict', path: '/' });
    const other = await context.newPage();
    await other.goto('/terms');
    await (await userMenu(other, 'Wren Oakhanger')).getByRole('menuitem', { name: 'Sign out' }).click();
    await other.waitForURL(/\/sign-in$/);
    const gone = dialogOf(page, 'Signed out in another tab');
    await gone.waitFor();
    await heading.first().waitFor({ state: 'detached' });
    await gone.getByRole('button', { name: 'Continue signed out' }).click();
    await gone.waitFor({ state: 'detached' });
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('Access-Token');
  });

  it('[SHELL-12] reloads once for a newer server, then shows a notice with a button to refresh', async () => {
    const visit = await visitAs('member');
    const { page } = visit;
    visit.allowConsole(ENDED_SESSION);
    const relay = await relaySocket(page);
    relay.changeReceived = (message) => message.replace(/"\$version":"[^"]*"/, '"$version":"999.0.0"');
    let loads = 0;
    page.on('load', () => (loads += 1));
    await page.reload();
    const notice = page.getByRole('region', { name: 'Messages' }).getByText('A new version is ready.');
    await notice.waitFor();
    expect(loads).toBe(2);
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect.poll(() => loads).toBe(3);
  });
});

describe('acting as another person', () => {
  it('[MASQ-01] [CELL-06] chooses from a picker, keeps the latest five, and may look at the raw record but not submit it', async () => {
    const visit = await visitAs('admin', '/i-ArchiveEntry-5?c0=raw');
    const { page } = visit;
    visit.allowConsole(ENDED_SESSION);
    const json = columnAt(page, 1).getByLabel('Properties as JSON');
    const earlier = ['User-2', 'User-4', 'User-5', 'User-1', 'User-6'];
    await page.evaluate((ids) => localStorage.setItem('recent-masquerades', JSON.stringify(ids)), earlier);
    await json.waitFor();
    const values = JSON.parse(await json.inputValue()) as Record<string, unknown>;
    await json.fill(JSON.stringify({ ...values, secondaryTitle: 'Written as JSON' }));
    await columnAt(page, 1).getByRole('button', { name: 'Save now' }).click();
    await page.getByText('Saved.').first().waitFor();

    const first = await storedToken(page);
    await (await userMenu(page, 'Corrin Ashdown')).getByRole('menuitem', { name: 'Act as another user…' }).click();
    const picker = page.getByRole('dialog', { name: 'Choose a user to act as' });
    await picker.getByRole('searchbox', { name: 'Find a user' }).fill('Wren');
    await picker.getByRole('button', { name: /Wren Oakhanger/ }).click();
    await page.getByRole('region', { name: 'Acting as another user' }).waitFor();
    expect(await storedToken(page)).not.toBe(first);
    await json.waitFor();
    expect(await json.isEditable()).toBe(false);

    await (await userMenu(page, 'Wren Oakhanger')).getByRole('menuitem', { name: 'Back to my own account' }).click();
    const own = await userMenu(page, 'Corrin Ashdown');
    const kept = await page.evaluate(() => localStorage.getItem('recent-masquerades'));
    expect(JSON.parse(kept ?? '')).toEqual(['User-3', ...earlier.slice(0, 4)]);
    const latest = async (): Promise<readonly string[]> => {
      const targets = await own.getByRole('menuitem').allInnerTexts();
      return targets.slice(targets.indexOf('Act as another user…') + 1).slice(0, 2);
    };
    await expect.poll(latest).toEqual(['Wren Oakhanger', expect.not.stringMatching(/^Loading/)]);
    await page.keyboard.press('Escape');
    const staff = await world.open({ as: 'staff', at: '/i-ArchiveEntry-5?c0=raw' });
    await columnAt(staff.page, 1).getByRole('tab', { name: 'About' }).waitFor();
    expect(await columnAt(staff.page, 1).getByRole('tab', { name: 'As JSON' }).count()).toBe(0);
  });
});

it('[ROUTE-04] home has no path of its own, and none in front of what is opened from it', async () => {
  const { page } = await world.open({ as: 'staff', at: '/home' });
  await columnAt(page, 1).getByRole('heading').first().waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');
  await page.goto('/home/i-ArchiveEntry-5');
  await columnAt(page, 1)
    .getByRole('heading', { name: /^Steaming the canoe open/ })
    .first()
    .waitFor();
  expect(new URL(page.url()).pathname).toBe('/i-ArchiveEntry-5');
});

it('[SHELL-19] [CELL-07] says times in words that grow coarser, “system” for what no person made, and ids without their third part', async () => {
  const { $id, created } = await askAs(world.url, 'staff', [
    'create/ArchiveEntry',
    { title: 'A drum, told of in words of time', owner: 'Organization-1', type: 'MAP' },
  ]);
  const visit = await visitAs('staff');
  const { page } = visit;
  const [minute, hour, day] = [60, 3600, 86_400];
  for (const [seconds, words] of [
    [10, 'just now'],
    [59, '59 seconds ago'],
    [minute, '1 minute ago'],
    [hour - 1, '59 minutes ago'],
    [hour, '1 hour ago'],
    [2 * day - 1, '47 hours ago'],
    [2 * day, '2 days ago'],
    [14 * day, '2 weeks ago'],
    [62 * day, '2 months ago'],
    [731 * day, '2 years ago'],
  ] as const) {
    await page.clock.setFixedTime(new Date(Date.parse(String(created)) + seconds * 1000));
    await page.goto(`/i-${String($id)}?c0=history`);
    await columnAt(page, 1).getByText(words, { exact: true }).first().waitFor();
  }
  visit.allowConsole(ENDED_SESSION);
  const relay = await relaySocket(page);
  relay.changeReceived = (message) =>
    message
      .replaceAll('"creator":"User-2"', '"creator":"User-0"')
      .replaceAll('"updatedBy":"User-2"', '"updatedBy":"User-2-7"');
  // The page asks for the item by this request while its socket opens.
  await page.route('**/api/item', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: relay.changeReceived(await response.text()) ?? '' });
  });
  await page.goto(`/i-${String($id)}?c0=meta`);
  const meta = columnAt(page, 1);
  await meta.getByText('system', { exact: true }).first().waitFor();
  await meta.getByTitle('User-2', { exact: true }).first().waitFor();
  expect(await meta.getByText('User-2-7').count()).toBe(0);
});

it('[FORM-03] a telephone number is shown in its usual form, without the leading 1 and with its extension', async () => {
  const values = { firstName: 'Alder', lastName: 'Fennick', _related: 'Organization-1' };
  const { $id } = await askAs(world.url, 'admin', [
    'create/Contact',
    { ...values, mobilePhone: '16045550134', officePhone: '604 555-0177 ext 12', otherPhone: '555 0134' },
  ]);
  const { page } = await world.open({ as: 'staff', at: `/i-${String($id)}` });
  for (const [name, href] of [
    ['(604) 555-0134', 'tel:16045550134'],
    ['(604) 555-0177 ext: 12', 'tel:6045550177;ext=12'],
    ['555 0134', 'tel:5550134'],
  ] as const) {
    const link = columnAt(page, 1).getByRole('link', { name, exact: true });
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe(href);
  }
});

it('[EXPERIENCE] an email address in a row opens its record, whose page has the link to the mail program', async () => {
  const address = 'corrin.ashdown@tamber.example';
  const { page } = await world.open({ as: 'staff', at: '/consult.contacts?c0=.show%3DTABLE' });
  const list = columnAt(page, 1);
  const inRow = list.getByText(address, { exact: true }).first();
  await inRow.waitFor();
  const links = list.locator('a[href^="mailto:"], a[href^="tel:"]');
  expect(await links.count()).toBe(0);
  await page.goto('/consult.contacts');
  await inRow.waitFor();
  expect(await links.count()).toBe(0);
  await screenshot(page, 'address-in-row');
  // The link of the row lies over the address.
  await inRow.click({ force: true });
  await page.locator(`a[href="mailto:${address}"]`).first().waitFor();
});

it('[ITEM-04] each of the four levels has an icon and a colour of its own', async () => {
  const { page } = await world.open({ as: 'staff' });
  const looks: string[] = [];
  for (const access of ['PUBLIC', 'COMMUNITY', 'PROTECTED', 'PRIVATE']) {
    const values = { title: `A drum that is ${access}`, owner: 'Organization-1', type: 'MAP', $access: access };
    const { $id } = await askAs(world.url, 'staff', ['create/ArchiveEntry', values]);
    await page.goto(`/i-${String($id)}`);
    const tag = columnAt(page, 1).locator(`.kk-level-${access.toLowerCase()}`).first();
    await tag.waitFor();
    const colour = await tag.locator('.bp6-icon').evaluate((icon) => getComputedStyle(icon).color);
    looks.push(`${(await tag.locator('[data-icon]').getAttribute('data-icon')) ?? ''} ${colour}`);
  }
  expect(new Set(looks.map((look) => look.split(' ', 1)[0])).size).toBe(4);
  expect(new Set(looks.map((look) => look.slice(look.indexOf(' ')))).size).toBe(4);
});

it('[ITEM-02] a record that asks for no notices gives none, and one that hides the choice still gives them', async () => {
  const { page } = await world.open({ as: 'member' });
  const assigned = async (subject: string, settings: Readonly<Record<string, Json>>): Promise<string> => {
    const values = { subject, context: 'ArchiveEntry-5', ...settings };
    const { $id } = await askAs(world.url, 'staff', ['create/Thread', values]);
    await changeItem(world.url, String($id), { assignedTo: 'User-3' });
    return String($id);
  };
  await assigned('Mend the quiet drum', { $notify: 'NIL' });
  await assigned('Mend the drum of no followers', { $notify: 'NEVER' });
  const hidden = await assigned('Mend the drum without a choice', { $notify: 'ALWAYS', $hideNotify: true });
  const plain = await assigned('Mend the plain drum', {});
  await page.goto('/notifications');
  const list = columnAt(page, 1);
  await list
    .getByText(/Mend the plain drum/)
    .first()
    .waitFor();
  await list
    .getByText(/Mend the drum without a choice/)
    .first()
    .waitFor();
  expect(await list.getByText(/Mend the (quiet drum|drum of no followers)/).count()).toBe(0);
  const choice = columnAt(page, 1).getByRole('button', { name: /^Notices/ });
  await page.goto(`/i-${plain}`);
  await choice.waitFor();
  await page.goto(`/i-${hidden}`);
  await columnAt(page, 1).getByRole('heading', { name: 'Mend the drum without a choice' }).first().waitFor();
  expect(await choice.count()).toBe(0);
});
