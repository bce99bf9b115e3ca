// The state of a meeting follows the clock, a record sends notices as chosen in its form, and keeps nothing of one person for the next.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { emailOf, samplePassword } from 'tests/e2e/harness/accounts.ts';
import { columnAt, openList, startEditing } from 'tests/e2e/harness/columns.ts';
import { ENDED_SESSION } from 'tests/e2e/harness/openVisit.ts';
import { relayed, userMenu } from 'tests/e2e/harness/shell.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import { useSharedWorld } from 'tests/e2e/harness/useWorld.ts';

const world = useSharedWorld();

const newMeeting = async (values: Readonly<Record<string, string>>): Promise<string> =>
  String((await askAs(world.url, 'staff', ['create/Meeting', { owner: 'Organization-1', ...values }]))['$id']);

/** The day and the minute in the time zone of Tamber Inlet, which owns the meetings. */
const clockIn = (minutes: number): readonly [day: string, time: string] => {
  const at = new Date(Date.now() + minutes * 60_000);
  const text = at.toLocaleString('sv-SE', { timeZone: 'America/Vancouver' });
  return [text.slice(0, 10), text.slice(11, 16)];
};

it('[ORG-02] a meeting is planned, ongoing or past by its date and times, from midnight to midnight without times', async () => {
  // Correct also for a day of 25 hours.
  const day = 36 * 60;
  const [today] = clockIn(0);
  const [, soon] = clockIn(30);
  const [, before] = clockIn(-30);
  const inOneDay = soon > before;
  const meetings: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
    ['the day before', { date: clockIn(-day)[0] }, 'Past'],
    ['all day', { date: today }, 'Ongoing'],
    ['the day after', { date: clockIn(day)[0], start: '00:00', end: '23:59' }, 'Planned'],
    // These tests need half an hour of this day before and after now.
    ...(inOneDay
      ? ([
          ['until now', { date: today, end: before }, 'Past'],
          ['since now', { date: today, start: before }, 'Ongoing'],
          ['from now', { date: today, start: soon }, 'Planned'],
        ] as const)
      : []),
  ];
  for (const [name, values] of meetings) await newMeeting({ summary: `Lanternfish ${name}`, ...values });
  const { page } = await world.open({ as: 'staff', screen: 'wide' });
  const list = await openList(page, '/consult.meetings?c0=Lanternfish');
  for (const [name, , state] of meetings)
    await list
      .locator('li[data-item]', { hasText: `Lanternfish ${name}` })
      .getByText(state, { exact: true })
      .waitFor();
});

it('[EXPERIENCE] home lists a meeting under its day', async () => {
  const [today] = clockIn(0);
  const id = await newMeeting({ summary: 'Lanternfish of this day', date: today });
  const { page } = await world.open({ as: 'staff', at: '/' });
  const day = page.getByRole('region', { name: 'Today', exact: true });
  await day.locator(`a[href*="${id}"]`, { hasText: 'of this day' }).waitFor();
});

it('[ITEM-02] the form of a record says who gets notices of it, and whether people choose for themselves', async () => {
  const id = await newMeeting({ summary: 'A meeting of few notices', date: '2031-05-05' });
  const { page } = await world.open({ as: 'staff', at: `/i-${id}`, screen: 'wide' });
  const item = columnAt(page, 1);
  await startEditing(item);
  const notices = item.getByLabel('Notices about this record', { exact: true });
  expect(await notices.locator('option').allInnerTexts()).toEqual([
    'Choose…',
    'No notices to anyone',
    'Default',
    'By email only as each person has chosen',
    'By email at once, unless a person chose otherwise',
    'Only to people who follow it',
  ]);
  await notices.selectOption({ label: 'Only to people who follow it' });
  await item.getByText('Hide the choice of notices', { exact: true }).click();
  await item
    .getByRole('button', { name: /^Save( now)?$/ })
    .first()
    .click();
  await page.getByText('Saved.').first().waitFor();
  expect(await askAs(world.url, 'staff', [`read/${id}`, null])).toMatchObject({
    $notify: 'NEVER',
    $hideNotify: true,
  });
});

const signInHere = async (page: Page): Promise<void> => {
  await page.getByLabel('Email').fill(emailOf('member'));
  await page.getByLabel('Password').fill(samplePassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

it('[ITEM-08] signing out and signing in forget every record, so that the next person is shown only what they may see', async () => {
  const values = { title: 'A drum for a few', owner: 'Organization-1', type: 'MAP', $access: 'PRIVATE' };
  const { $id } = await askAs(world.url, 'staff', ['create/ArchiveEntry', values]);
  const open = await askAs(world.url, 'staff', [
    'create/ArchiveEntry',
    { ...values, title: 'A drum for everybody', $access: 'PUBLIC', description: 'What members see' },
  ]);
  const [hidden, shared] = [String($id), String(open['$id'])];
  const visit = await world.open({ token: await tokenOf(world.url, 'staff'), at: `/i-${hidden}`, screen: 'wide' });
  const { page } = visit;
  const relay = await relayed(visit);
  visit.allowConsole(ENDED_SESSION);
  const heading = (name: string) => columnAt(page, 1).getByRole('heading', { name }).first();
  await heading('A drum for a few').waitFor();

  await (await userMenu(page, 'Isaro Brightwater')).getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByLabel('Password').waitFor();
  expect(await page.getByText('A drum for a few').count()).toBe(0);

  // Signs in without a reload, when rows of the previous person could still be shown.
  let loads = 0;
  page.on('load', () => (loads += 1));
  await signInHere(page);
  await userMenu(page, 'Wren Oakhanger');
  await page.keyboard.press('Escape');
  const go = (path: string): Promise<void> =>
    page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }, path);
  await go(`/i-${hidden}`);
  await columnAt(page, 1)
    .getByText('This was not found')
    .or(columnAt(page, 1).getByText(/not visible/i))
    .first()
    .waitFor();
  expect(await page.getByText('A drum for a few').count()).toBe(0);
  await go(`/i-${shared}`);
  await heading('A drum for everybody').waitFor();
  const reads = (): number =>
    relay.sent.filter((message) => message.startsWith('{"o":"read') && message.includes(shared)).length;
  const before = reads();

  // A visitor who signs in gets no question about earlier edits.
  await (await userMenu(page, 'Wren Oakhanger')).getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByLabel('Password').waitFor();
  await go(`/i-${shared}`);
  await heading('A drum for everybody').waitFor();
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign in' }).click();
  await signInHere(page);
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
  await go(`/i-${shared}`);
  await heading('A drum for everybody').waitFor();
  await expect.poll(reads).toBeGreaterThan(before);
  expect(loads).toBe(0);
});

it('[FORM-05] a form offers the people of the chosen organization, not its owner again, and refuses people of another one', async () => {
  const ask = async (asked: Parameters<typeof askAs>[2]): Promise<string> =>
    String((await askAs(world.url, 'admin', asked))['$id']);
  const contact = (firstName: string, organization: string): Promise<string> =>
    ask(['create/Contact', { firstName, lastName: 'Lanternmaker', _related: organization }]);
  const theirs = await contact('Aspen', 'Organization-2');
  await contact('Birch', 'Organization-1');
  await contact('Cedar', 'Organization-2');
  const id = await newMeeting({ summary: 'A meeting with others', date: '2031-06-06' });
  await askAs(world.url, 'admin', [
    'update',
    { $id: id, _u: 1, otherOrgs: ['Organization-2'], otherContacts: [theirs] },
  ]);
  const { page } = await world.open({ as: 'admin', at: `/i-${id}`, screen: 'wide' });
  const item = columnAt(page, 1);
  await startEditing(item);
  const people = item.getByRole('combobox', { name: 'Other contacts' });
  await people.fill('Lanternmaker');
  await page.getByRole('option', { name: 'Cedar Lanternmaker' }).waitFor();
  expect(await page.getByRole('option', { name: 'Birch Lanternmaker' }).count()).toBe(0);
  await people.fill('');
  const { displayName } = await askAs(world.url, 'admin', ['read/Organization-1', null]);
  const organizations = item.getByRole('combobox', { name: 'Other organizations' });
  await organizations.fill(String(displayName));
  const status = item.getByText(/^(Nothing found|\d+ suggestions?)$/);
  await status.last().waitFor({ state: 'attached' });
  expect(await page.getByRole('option', { name: String(displayName), exact: true }).count()).toBe(0);
  await organizations.fill('');
  const { displayName: other } = await askAs(world.url, 'admin', ['read/Organization-2', null]);
  await item.getByRole('button', { name: `Remove ${String(other)}` }).click();
  const { displayName: third } = await askAs(world.url, 'admin', ['read/Organization-3', null]);
  await organizations.fill(String(third));
  await page
    .getByRole('option', { name: String(third) })
    .first()
    .click();
  await item
    .getByRole('button', { name: /^Save( now)?$/ })
    .first()
    .click();
  await item.getByText('This person does not belong to a chosen organization.').first().waitFor();
});

it('[CONS-01] each consultation of the sample has a number of its own, by which other sites know it', async () => {
  const { ids } = await askAs(world.url, 'admin', ['search/ids', { must: { _t: ['Consultation'] }, max: 50 }]);
  const items = await askAs(world.url, 'admin', ['readMany/object', ids ?? []]);
  const numbers = Object.values(items).map((item) => (item as Readonly<Record<string, unknown>>)['_uuid']);
  expect(numbers.length).toBeGreaterThan(5);
  for (const number of numbers) expect(number).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(new Set(numbers).size).toBe(numbers.length);
});

it('[SRCH-01] a screen of overdue records offers no days that it leaves out, and a row names no part of its title again', async () => {
  const { page } = await world.open({ as: 'staff', screen: 'wide', at: '/consult.responses.overdue' });
  const list = columnAt(page, 1);
  await list.getByText('Nothing here yet').waitFor();
  expect(await list.getByRole('checkbox', { name: /^Later/ }).count()).toBe(0);
  const contacts = await openList(page, '/consult.contacts');
  const row = contacts.locator('.kk-list-row', { hasText: 'Lenz Abernathy' });
  await row.getByText('Museum of the Far Shore').waitFor();
  expect(await row.getByText('Lenz', { exact: true }).count()).toBe(0);
});

it('[SRCH-01] [EXPERIENCE] a list says that it shows similar words where a typed one is in no record', async () => {
  await askAs(world.url, 'admin', [
    'create/ArchiveEntry',
    { title: 'Glimmerstone ledger', owner: 'Organization-1', $access: 'PUBLIC' },
  ]);
  const { page } = await world.open({ as: 'admin', screen: 'wide', at: '/archive.catalogue' });
  const list = columnAt(page, 1);
  const box = list.getByRole('searchbox', { name: 'Search in this list' });
  await box.fill('glimmersotne');
  const said = 'No record contains “glimmersotne”. Showing results for “glimmerstone”.';
  await list.getByText(said).waitFor();
  await page.getByRole('status').filter({ hasText: said }).waitFor();
  const row = list.locator('.kk-list-row', { hasText: 'Glimmerstone ledger' });
  await row.locator('mark', { hasText: 'Glimmerstone' }).waitFor();
  expect(await row.locator('.kk-row-found').count()).toBe(0);
  await box.fill('glimmerstone');
  await list.getByText('No record contains').waitFor({ state: 'detached' });
  await list.getByText('Glimmerstone ledger').first().waitFor();
});
