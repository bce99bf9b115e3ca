// Work between people, from end to end with a real mail server: an assignment by email, a conversation on two devices, rights that change
// while their holder watches, acting as another user, and an account that a person creates without help.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { type Account, emailOf } from 'tests/e2e/harness/accounts.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { relaySocket } from 'tests/e2e/harness/relaySocket.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';
import { startMailServer, type TakenEmail } from 'tests/server/mail/startMailServer.ts';

const folder = mkdtempSync(join(tmpdir(), 'keeper-people-'));
const siteFile = join(folder, 'site.json');
writeFileSync(
  siteFile,
  JSON.stringify({ site: { registration: 'open', disableRecaptcha: false, tokenCookie: 'Host-Session' } }),
);
const smtp = await startMailServer();
const world = useWorld({ SMTP_URL: smtp.url, MAIL_FROM: 'records@keeper.test', SITE_CONFIG: siteFile });
afterAll(async () => {
  await smtp.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Body = Readonly<Record<string, Json>>;

/** Setup of a journey, without a page. */
const ask = async (as: Account, o: string, b: Json): Promise<Body> => {
  const headers = { authorization: `Bearer ${await tokenOf(world.url, as)}` };
  const answer = await fetch(`${world.url}/api/item`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ o, b, s: '1' }),
  });
  const { b: body, erred } = (await answer.json()) as { readonly b: Body; readonly erred?: boolean };
  if (erred === true) throw new Error(`${o} answered ${JSON.stringify(body)}`);
  return body;
};

/** Numbers of the sample community. */
const MEMBER = 'User-3';
const PARTNER = { _t: 'User', _i: 4 };
/** Belongs to Tamber Inlet, for its community. */
const RECORD = 'ArchiveEntry-5';
const OWNER = 'Organization-1';
const TITLE = /^Steaming the canoe open/;

let made = 0;
/** Unique to this attempt, so that a retry starts from the beginning. */
const newName = (words: string): string => `${words} ${Date.now()}${(made += 1)}`;
const newThread = async (subject: string): Promise<string> =>
  String((await ask('staff', 'create/Thread', { subject, context: RECORD }))['$id']);

const emailAbout = async (subject: string): Promise<TakenEmail> => {
  const about = (): TakenEmail | undefined =>
    smtp.emails.find(
      ({ mail, to }) =>
        to.includes(emailOf('member')) && (mail.subject ?? '').includes(`asks you to act in “${subject}`),
    );
  await expect.poll(about, { timeout: 30_000 }).toBeDefined();
  return about() as TakenEmail;
};

const linkIn = ({ mail }: TakenEmail, path: string): string =>
  new RegExp(`http://[^\\s]+${path}[^\\s]*`).exec(mail.text ?? '')?.[0] ?? '';

const bellOf = (page: Page): Locator => page.getByRole('button', { name: /^Notices, \d+ unread/ });
const save = (column: Locator): Promise<void> =>
  column
    .getByRole('button', { name: /^Save( now)?$/ })
    .first()
    .click();

it('[NTFY-02] an assignment reaches the bell and the mailbox, leads to the item, and its emails are stopped and wanted again', async () => {
  const chosen = { modes: { threadAssigned: 'IMMEDIATE' } };
  await ask('member', 'act/noticePreferences', { _t: 'User', _i: 3, ...chosen });
  const { page: theirs } = await world.open({ as: 'member', at: '/' });
  const { page: mine } = await world.open({ as: 'staff' });
  await theirs.getByRole('button', { name: /^Notices/ }).waitFor();

  const assign = async (subject: string): Promise<void> => {
    await mine.goto(`/i-${await newThread(subject)}`);
    const thread = columnAt(mine, 1);
    await thread.getByRole('button', { name: 'Who acts, and until when' }).click();
    await thread.getByRole('combobox', { name: /^Assigned to/ }).fill('Wren');
    await thread.getByRole('option', { name: /Wren Oakhanger/ }).click();
    await save(thread);
    await thread.getByRole('heading', { name: subject }).first().waitFor();
  };
  const heard = async (subject: string): Promise<void> => {
    await bellOf(theirs).click();
    await theirs.getByRole('menuitem', { name: new RegExp(`asks you to act in “${subject}`) }).waitFor();
    await theirs.keyboard.press('Escape');
    await theirs.getByRole('menu').waitFor({ state: 'hidden' });
  };

  const first = newName('Count the frames');
  await assign(first);
  await heard(first);
  const taken = await emailAbout(first);
  const { page: other } = await world.open({ as: 'member', screen: 'phone' });
  await other.goto(linkIn(taken, '/i-Thread-'));
  await columnAt(other, 1).getByRole('heading', { name: first }).first().waitFor();

  // A person who follows the link of an email may be on another device, without a session.
  const { page: nobody } = await world.open();
  await nobody.goto(linkIn(taken, '/unsubscribe#'));
  await nobody.getByRole('button', { name: 'Stop emails of this kind' }).click();
  await nobody.getByText('Done: you will no longer receive emails of this kind.').waitFor();
  expect(await axe(nobody)).toEqual([]);
  const settings = async (): Promise<Locator> => {
    await theirs.goto('/notifications');
    await theirs.getByRole('button', { name: 'Settings' }).click();
    const mode = theirs.getByLabel('Someone is asked to act in a conversation');
    await mode.waitFor();
    return mode;
  };
  await expect.poll(async () => (await settings()).inputValue(), { timeout: 20_000 }).toBe('NONE');
  const second = newName('Count the leaves');
  await assign(second);
  await heard(second);

  await (await settings()).selectOption({ label: 'At once' });
  await expect.poll(async () => (await settings()).inputValue(), { timeout: 20_000 }).toBe('IMMEDIATE');
  const third = newName('Count the covers');
  await assign(third);
  await emailAbout(third);
  // Emails are sent in the order of their causes.
  expect(smtp.emails.filter(({ mail }) => mail.subject?.includes(`asks you to act in “${second}`))).toEqual([]);
});

it('[CONV-01] a conversation begun in the tab of a record is there on two devices, with a mention and an answer, and on the timeline', async () => {
  const subject = newName('Who sings the second line?');
  const { page: theirs } = await world.open({ as: 'member', at: '/' });
  const { page: phone } = await world.open({ as: 'member', screen: 'phone' });
  const { page: mine } = await world.open({ as: 'staff' });
  await phone.goto('/timeline');
  await phone.getByRole('heading', { name: 'Timeline' }).first().waitFor();
  const openTab = async (page: Page): Promise<Locator> => {
    await page.goto(`/i-${RECORD}`);
    await columnAt(page, 1).getByRole('tab', { name: 'Conversations' }).click();
    await columnAt(page, 1)
      .getByRole('textbox', { name: /^Start a conversation/ })
      .waitFor();
    return columnAt(page, 1);
  };
  const tab = await openTab(theirs);
  const own = await openTab(mine);
  await own.getByRole('button', { name: 'More options', exact: true }).click();
  const form = columnAt(mine, 2);
  await form.getByRole('textbox', { name: /^Subject/ }).fill(subject);
  await form.getByRole('button', { name: 'Create' }).click();
  const box = (page: Page, column: number): Locator =>
    columnAt(page, column).getByRole('textbox', { name: /Write a message/ });
  await box(mine, 2).fill('It is hers, I think. @Wr');
  await columnAt(mine, 2).getByRole('option', { name: 'Wren Oakhanger' }).click();
  await columnAt(mine, 2).getByRole('link', { name: '@Wren Oakhanger' }).or(box(mine, 2)).first().waitFor();
  await columnAt(mine, 2).getByRole('button', { name: 'Send', exact: true }).click();
  await columnAt(mine, 2).getByRole('link', { name: '@Wren Oakhanger' }).waitFor();

  await tab.getByRole('link', { name: subject }).click();
  await columnAt(theirs, 2).getByText('It is hers, I think.').waitFor();
  // New results are offered, or loaded by themselves after a short loss of the connection.
  const entry = phone.locator('main').getByText(subject).first();
  const offer = phone.getByRole('button', { name: /^Show \d+ new record/ });
  await offer.or(entry).first().waitFor();
  if (await offer.isVisible()) await offer.click();
  await entry.waitFor();
  await screenshot(phone, 'timeline-phone');
  await phone.goto(`/${/i-Thread-\d+/.exec(theirs.url())?.[0] ?? ''}`);
  await columnAt(phone, 1).getByText('It is hers, I think.').waitFor();
  await box(phone, 1).fill('Mine, since the spring.');
  await columnAt(phone, 1).getByRole('button', { name: 'Send', exact: true }).click();
  for (const page of [theirs, mine]) await columnAt(page, 2).getByText('Mine, since the spring.').waitFor();
  await own.getByText('2 messages').first().waitFor();
});

it('[PERM-05] rights that an administrator gives and takes are there and gone on the open page of who gets them', async () => {
  await ask('admin', 'act/setMembership', { ...PARTNER, owner: OWNER, rights: null });
  const theirs = await world.open({ as: 'partner', at: '/' });
  theirs.allowConsole(/403|404/);
  // The page of an area has all of its lists.
  const area = columnAt((await world.open({ as: 'partner', at: '/consult' })).page, 1);
  await area.getByRole('heading', { name: 'Requests' }).first().waitFor();
  const agreements = area.getByRole('heading', { name: 'Agreements' });
  expect(await agreements.count()).toBe(0);
  await theirs.page.goto(`/i-${RECORD}`);
  await theirs.page.getByText('This did not load').first().waitFor();

  const { page } = await world.open({ as: 'admin', at: `/admin.owner?c0=${OWNER}` });
  await page.getByRole('table', { name: 'People and their rights' }).waitFor();
  await page.getByRole('button', { name: 'Add a person' }).click();
  const list = page.getByRole('dialog', { name: 'Add a person' });
  await list.getByRole('searchbox', { name: 'Find a user' }).fill('Mirel');
  await list.getByRole('button', { name: /Mirel Riverton/ }).click();
  const rights = page.getByRole('dialog', { name: /^What Mirel Riverton may do: / });
  await rights.getByRole('radio', { name: /^Community/ }).check();
  await rights.getByRole('button', { name: 'Save' }).click();
  await rights.waitFor({ state: 'hidden' });
  const record = theirs.page.getByRole('heading', { name: TITLE }).first();
  await record.waitFor();

  const box = (checked: boolean): Locator =>
    page.getByRole('checkbox', { name: 'Mirel Riverton: Manage agreements', checked });
  await box(false).press('Space');
  await agreements.waitFor();
  await box(true).waitFor();
  await screenshot(page, 'rights-given');
  await box(true).press('Space');
  await agreements.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Change Mirel Riverton' }).click();
  await rights.getByRole('button', { name: 'Remove all rights' }).click();
  await rights.waitFor({ state: 'hidden' });
  await record.waitFor({ state: 'detached' });

  // Only the record, by its own grant.
  await page.goto(`/i-${RECORD}`);
  const column = columnAt(page, 1);
  await column.getByRole('tab', { name: 'About' }).click();
  await column.getByRole('button', { name: 'Give someone a right' }).click();
  const give = page.getByRole('dialog', { name: 'Give someone a right' });
  await give.getByRole('combobox', { name: /^Person/ }).fill('Mirel');
  await page.getByRole('option', { name: /Mirel Riverton/ }).click();
  await give.getByRole('button', { name: 'Give', exact: true }).click();
  await give.waitFor({ state: 'hidden' });
  await record.waitFor();
  await column.getByRole('button', { name: /^Remove/ }).click();
  await record.waitFor({ state: 'detached' });
});

it('[AUTH-09] an administrator acts as a person from their page, sees a notice of it, and comes back', async () => {
  const { page } = await world.open({ as: 'admin', at: `/i-${MEMBER}` });
  await columnAt(page, 1).getByRole('button', { name: 'More options for this column' }).click();
  await page.getByRole('menuitem', { name: 'Act as this person' }).click();
  const banner = page.getByRole('region', { name: 'Acting as another user' });
  await banner.getByText('You are acting as Wren Oakhanger.').waitFor();
  await page.getByRole('button', { name: 'Wren Oakhanger', exact: true }).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.goto('/admin.state');
  await banner.waitFor();
  expect(await page.getByRole('link', { name: 'State of the site' }).count()).toBe(0);
  await banner.getByRole('button', { name: 'Back to my own account' }).click();
  await page.getByRole('button', { name: 'Corrin Ashdown', exact: true }).waitFor();
  await banner.waitFor({ state: 'detached' });
});

it('[AUTH-07] [AUTH-04] a cookie of the host site signs in, is not stored, and is not warned of', async () => {
  const { page, context } = await world.open();
  const relay = await relaySocket(page);
  const value = await tokenOf(world.url, 'member');
  await context.addCookies([{ name: 'Host-Session', value, url: world.url }]);
  await page.goto('/i-ArchiveEntry-5');
  const header = page.getByRole('banner');
  await header.getByRole('button', { name: 'Wren Oakhanger' }).waitFor();
  await columnAt(page, 1).getByRole('heading', { name: TITLE }).first().waitFor();
  await expect.poll(() => relay.sent.some((message) => message.includes('"addWatch/LOVValue-0"'))).toBe(true);
  relay.push('tokenWarning', { expires: '2100-01-01T00:00:00Z' });
  // A later message is handled after the warning. Once it is shown, the warning has been ignored.
  relay.push('newToken', await tokenOf(world.url, 'member'));
  await page.getByRole('tab', { name: 'About' }).click();
  await page.getByRole('heading', { name: 'Who can see it' }).waitFor();
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  expect(relay.sent.filter((message) => message.includes('"nextToken"'))).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('Access-Token'))).toBeNull();
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['Host-Session']);
});

it('[AUTH-08] who solves the puzzle asks for an account, confirms the address by the email and is signed in', async () => {
  const email = `${newName('guest').replace(' ', '.')}@keeper.test`;
  const { page } = await world.open();
  await page.goto('/register');
  await page.getByLabel('Your name').fill('Rowan Alder');
  await page.getByLabel('Email').fill(email);
  const [puzzle] = await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith('/api/puzzle')),
    page.getByRole('button', { name: 'Send me the email' }).click(),
  ]);
  expect(puzzle.ok()).toBe(true);
  await page.getByText('Check your email').waitFor();
  const taken = await smtp.emailTo(email);
  await page.goto('/terms');
  await page.goto(linkIn(taken, '/confirm-email#'));
  await page.getByLabel('New password').fill('seven canoes under the cedar');
  await page.getByRole('button', { name: 'Set the password and sign in' }).click();
  await page.getByRole('button', { name: 'Rowan Alder' }).waitFor();
  expect(await axe(page)).toEqual([]);
});
