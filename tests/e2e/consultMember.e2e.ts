// A member of the community without a part in its review reads the request with its map and papers, is invited to a meeting and answers
// through the link of the email, and exports a log of the entries for members. None of them reveals the review.
import { expect, it } from 'vitest';
import { organisationDay } from 'tests/clock/organisationDay.ts';
import { emailOf } from 'tests/e2e/harness/accounts.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import {
  addressIn,
  CANARY,
  expectHidden,
  openParties,
  OWN,
  PROJECT,
  takeBundle,
  targetOf,
  verified,
} from 'tests/e2e/consultParties.ts';

const parties = await openParties();
const { ask, find, readAs, mailTo, receivedBy, world } = parties;

const TITLE = 'Evening at the landing';

/** An internal record, and a meeting about it to which the member is invited. */
const review = async (response: string): Promise<readonly [meeting: string, ...hidden: readonly string[]]> => {
  await parties.writeInside(response, 'staff');
  const { $id: member = '' } = await ask('getSessionUser', null, 'member');
  const meeting = await ask(
    'create/Meeting',
    {
      ...{ summary: CANARY, minutes: CANARY, owner: OWN, context: response, $access: 'PROTECTED' },
      ...{ date: organisationDay(6), start: '18:00', end: '19:00', place: 'Boat shed' },
      ...{ invitationTitle: TITLE, members: [member] },
    },
    'staff',
  );
  const id = String(meeting['$id']);
  await ask('act/sendInvitations', targetOf(id), 'staff');
  const [section = ''] = await find({ _t: ['ConsultResponseSection'], response: [response] }, 'staff');
  const [thread = ''] = await find({ _t: ['Thread'], context: [response] }, 'staff');
  return [id, response, section, thread];
};

it('[CONS-01] [PERM-05] [ORG-03] a member reads the request, answers an invitation, and finds nothing of the review', async () => {
  const { request, own } = await parties.arrives();
  const [meeting, ...hidden] = await review(own);
  const { page } = await world.open({ as: 'member', at: `/i-${request}` });
  const column = columnAt(page, 1);
  for (const words of ['Six lamps, shaded towards the water.', 'Northline Works'])
    await column.getByText(words).first().waitFor();
  expect(await column.getByText(CANARY).count()).toBe(0);
  await screenshot(page, 'member-request');
  const bundle = await takeBundle(page, column);
  await verified(bundle);
  expect(bundle.text).toContain(PROJECT);
  expect(bundle.text).not.toContain(CANARY);

  const mail = await mailTo(emailOf('member'), new RegExp(`^Invitation: ${TITLE}`));
  for (const words of ['Boat shed', 'Tamber Inlet']) expect(mail.text).toContain(words);
  await page.goto(addressIn(mail));
  await page.getByRole('heading', { name: TITLE }).waitFor();
  await page.getByRole('group', { name: 'Your answer' }).getByRole('button', { name: 'Accept' }).click();
  await page.getByText('You accepted this invitation.').waitFor();
  await screenshot(page, 'member-invitation');
  expect((await readAs('staff', meeting))['invited']).toMatchObject([{ answer: 'ACCEPTED' }]);

  await expectHidden(page, [meeting, ...hidden]);
  expect(await find({ text: [CANARY] }, 'member')).toEqual([]);
  expect(await receivedBy(emailOf('member'))).not.toContain(CANARY);
}, 180_000);
