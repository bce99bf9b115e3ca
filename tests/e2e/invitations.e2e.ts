// An officer invites to a meeting: an outsider answers by the link of the email without an account, a member in the notice and on the page.
// The officer decides whether a change of the time is sent. The page shows the invited people, the delivery of the emails, and the answers.
import { afterAll, expect, it } from 'vitest';
import { organisationDay } from 'tests/clock/organisationDay.ts';
import { emailOf } from 'tests/e2e/harness/accounts.ts';
import { askAs, changeItem, findItem } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { tabTo } from 'tests/e2e/harness/keys.ts';
import { onPhone } from 'tests/e2e/harness/phone.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { setThemeElsewhere } from 'tests/e2e/harness/setTheme.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';
import { startMailServer } from 'tests/server/mail/startMailServer.ts';

const smtp = await startMailServer();
const world = useWorld({ SMTP_URL: smtp.url, MAIL_FROM: 'records@keeper.test', PUBLIC_NAME: 'localhost' });
afterAll(() => smtp.stop());

const GUEST = 'guest@example.org';
const TITLE = 'Walk along the shore';

const userOf = async (account: 'member' | 'staff'): Promise<string> =>
  String((await askAs(world.url, account, ['getSessionUser', null]))['$id']);

const linkFor = async (address: string, count = 1): Promise<string> => {
  const { mail } = await smtp.emailTo(address, count);
  return /\S+(\/invitation#[\w.-]+)/.exec(mail.text ?? '')?.[1] ?? '';
};

it('[ORG-03] [NTFY-03] invites, takes answers from people with and without an account, and tells of a change', async () => {
  const community = await findItem(world.url, { _t: ['Organization'], text: ['Tamber Inlet'] });
  const partner = await findItem(world.url, { _t: ['Organization'], text: ['Museum of the Far Shore'] });
  const { $id: guest = '' } = await askAs(world.url, 'admin', [
    'create/Contact',
    { firstName: 'Ida', lastName: 'Dale', email: GUEST, _related: partner },
  ]);
  const made = await askAs(world.url, 'admin', [
    'create/Meeting',
    {
      ...{
        summary: 'Shore walk with the team',
        owner: community,
        date: organisationDay(6),
        start: '09:00',
        end: '10:30',
      },
      ...{ place: 'Boat shed', invitationTitle: TITLE, otherOrgs: [partner], otherContacts: [guest] },
      members: [await userOf('member')],
    },
  ]);
  const meeting = String(made['$id']);
  const { page } = await world.open({ as: 'staff', at: `/i-${meeting}` });
  const column = columnAt(page, 1);
  await column.getByRole('button', { name: 'Send invitations' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('region', { name: 'The invitation goes to:' }).getByText('Wren Oakhanger').waitFor();
  await dialog.getByRole('button', { name: 'Send invitations' }).click();
  const people = column.getByRole('region', { name: 'Invited people' });
  const lines = people.getByRole('listitem');
  // The reader may not see people of the other organization, whose names stay hidden.
  const guestLine = lines.filter({ hasNotText: 'Wren Oakhanger' });
  await guestLine.getByText(/Email sent on/).waitFor({ timeout: 60_000 });

  const link = await linkFor(GUEST);
  const visitor = await world.open({ at: link });
  await visitor.page.getByRole('heading', { name: TITLE }).waitFor();
  expect(await visitor.page.getByText('Shore walk with the team').count()).toBe(0);
  expect(new URL(visitor.page.url()).hash).toBe('');
  await visitor.page.getByRole('group', { name: 'Your answer' }).getByRole('button', { name: 'Accept' }).click();
  await visitor.page.getByText('You accepted this invitation.').waitFor();
  expect(await axe(visitor.page)).toEqual([]);
  await visitor.page.setViewportSize({ width: 360, height: 740 });
  await screenshot(visitor.page, 'invitation link 360');
  await guestLine.getByText('Accepted').waitFor();

  const { page: theirs } = await world.open({ as: 'member', at: '/notifications' });
  const notice = theirs.getByRole('listitem').filter({ hasText: 'invites you to' });
  await notice.getByRole('button', { name: 'Maybe' }).click();
  await notice.getByRole('button', { name: 'Maybe', pressed: true }).waitFor();
  await screenshot(theirs, 'invitation notice');
  await theirs.goto(`/i-${meeting}`);
  const own = columnAt(theirs, 1);
  await own.getByText('You answered: maybe.').waitFor();
  await own.getByRole('button', { name: 'Decline' }).click();
  await own.getByText('You declined this invitation.').waitFor();
  expect(await own.getByRole('button', { name: 'Notify the invited people' }).count()).toBe(0);
  await people.getByText('Declined').waitFor();

  await changeItem(world.url, meeting, { start: '13:00', end: '14:00' });
  await column.getByText('Do you want to notify the invited people?').waitFor();
  await screenshot(page, 'invitation changed');
  expect(await axe(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  await setThemeElsewhere(page, 'staff', 'dark');
  await screenshot(page, 'invitation changed 360 dark');
  expect(await axe(page)).toEqual([]);
  await column.getByRole('button', { name: 'Notify the invited people' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send invitations' }).click();
  expect((await smtp.emailTo(GUEST, 2)).mail.subject).toMatch(/^Changed: Walk along the shore/);
  await smtp.emailTo(emailOf('member'), 2);

  await column.getByRole('button', { name: 'Cancel and notify everyone invited' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel and notify everyone invited' }).click();
  await column.getByText('This was cancelled.').waitFor();
  await smtp.emailTo(GUEST, 3);
  const late = await world.open({ at: link });
  await late.page.getByText('This meeting was cancelled.').waitFor();
  expect(await late.page.getByRole('group', { name: 'Your answer' }).count()).toBe(0);
}, 180_000);

/** Creates a meeting, invites a member and a contact with this address, and returns the id of the meeting. */
const inviteTo = async (title: string, email: string): Promise<string> => {
  const owner = await findItem(world.url, { _t: ['Organization'], text: ['Tamber Inlet'] });
  const partner = await findItem(world.url, { _t: ['Organization'], text: ['Museum of the Far Shore'] });
  const guest = await askAs(world.url, 'admin', [
    'create/Contact',
    { firstName: 'Orla', lastName: 'Quill', email, _related: partner },
  ]);
  const made = await askAs(world.url, 'admin', [
    'create/Meeting',
    {
      ...{ summary: title, owner, date: organisationDay(6), start: '09:00', end: '10:30', invitationTitle: title },
      ...{ otherOrgs: [partner], otherContacts: [String(guest['$id'])], members: [await userOf('member')] },
    },
  ]);
  const meeting = String(made['$id']);
  const { page } = await world.open({ as: 'staff', at: `/i-${meeting}` });
  await columnAt(page, 1).getByRole('button', { name: 'Send invitations' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send invitations' }).click();
  return meeting;
};

it('[ORG-03] [EXPERIENCE] a guest and a member accept by taps', { timeout: 120_000 }, async () => {
  const email = 'tapping@example.org';
  const meeting = await inviteTo('Walk by thumb', email);
  const { page } = await world.open({ screen: 'touch', at: await linkFor(email) });
  await page.getByRole('button', { name: 'OK' }).tap();
  const accept = page.getByRole('group', { name: 'Your answer' }).getByRole('button', { name: 'Accept' });
  expect((await accept.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await accept.tap();
  await page.getByText('You accepted this invitation.').waitFor();
  await screenshot(page, 'touch-invitation-link');
  expect(await axe(page)).toEqual([]);

  const theirs = await onPhone(world, '/notifications', 'member');
  const notice = theirs.getByRole('listitem').filter({ hasText: 'Walk by thumb' });
  await notice.getByRole('button', { name: 'Accept' }).tap();
  await notice.getByRole('button', { name: 'Accept', pressed: true }).waitFor();
  await screenshot(theirs, 'touch-invitation-notice');
  await theirs.goto(`/i-${meeting}`);
  const own = columnAt(theirs, 1);
  await own.getByText('You accepted this invitation.').waitFor();
  await own.getByRole('button', { name: 'Decline' }).tap();
  await own.getByText('You declined this invitation.').waitFor();
});

it('[ORG-03] [EXPERIENCE] a guest and a member accept with the keyboard only', { timeout: 120_000 }, async () => {
  const email = 'typing@example.org';
  await inviteTo('Walk by keys', email);
  const { page } = await world.open({ at: await linkFor(email) });
  await page.getByRole('group', { name: 'Your answer' }).waitFor();
  await tabTo(page, /^Accept$/);
  await page.keyboard.press('Enter');
  await page.getByText('You accepted this invitation.').waitFor();

  const { page: theirs } = await world.open({ as: 'member', at: '/notifications' });
  const notice = theirs.getByRole('listitem').filter({ hasText: 'Walk by keys' });
  await notice.waitFor();
  await tabTo(theirs, /^Accept$/, 300);
  await theirs.keyboard.press('Enter');
  await notice.getByRole('button', { name: 'Accept', pressed: true }).waitFor();
});
