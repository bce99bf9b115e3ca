// A request in the office of a community, from the email that announces it to the bundle that a government receives: one person writes the
// answer and cannot approve it, the administrator approves it, it is sent by email with a table attached, and the response is answered.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { emailOf } from 'tests/e2e/harness/accounts.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { tight } from 'tests/e2e/harness/paper.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import {
  addressIn,
  CANARY,
  CONTACT,
  openParties,
  OWN,
  PROJECT,
  sha256,
  takeBundle,
  targetOf,
  verified,
  wordsIn,
} from 'tests/e2e/consultParties.ts';
import type { Body } from 'tests/e2e/preparedResponse.ts';

const parties = await openParties();
const { ask, make, mailTo, receivedBy, world } = parties;

const SUBJECT = 'Our answer about the lamps';

const stateOf = (page: Page, at: number) => columnAt(page, at).getByRole('group', { name: 'State' });

/** The author may not approve. */
const prepare = async (response: string): Promise<void> => {
  const { $id: admin = '' } = await ask('getSessionUser', null);
  const steps: Body[] = [
    { key: 'write', kind: 'RWF_LETTER_PROPOSE', label: 'Write the answer', group: 1 },
    {
      ...{ key: 'approve', kind: 'RWF_LETTER_APPROVE', label: 'Council approval', group: 2, after: ['write'] },
      ...{ others: ['write'], assign: { users: [admin] } },
    },
    { key: 'send', kind: 'RWF_LETTER_SEND', label: 'Send the answer', group: 3, after: ['approve'] },
  ];
  const workflow = await make('Workflow', { label: 'Two people', owner: OWN, of: 'ConsultResponse', steps });
  await ask('act/transition', { ...targetOf(workflow), name: 'activate' });
  await ask('act/setWorkflow', { ...targetOf(response), workflow });
  await make('LetterTemplate', {
    ...{ owner: OWN, label: SUBJECT, subject: SUBJECT, state: 'ACTIVE', annexes: ['SECTIONS'] },
    body: 'We have looked at {projectName}.',
  });
  const section = { response, title: 'The landing', body: 'Turn the lamps away from the water.', order: 1 };
  await ask('create/ConsultResponseSection', section, 'staff');
  // The outcome is set before the letter is sent, so that sending it ends the workflow.
  const { _u = 0 } = await parties.readAs('staff', response);
  await ask('update', { $id: response, _u, outcome: 'CONCERNS' }, 'staff');
  await parties.writeInside(response, 'staff');
};

const writeLetter = async (page: Page): Promise<void> => {
  await stateOf(page, 1).getByRole('button', { name: 'Next: Write the answer' }).click();
  await stateOf(page, 2).getByRole('button', { name: 'Write a letter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Write a letter' });
  await dialog.getByRole('combobox').selectOption({ label: SUBJECT });
  await dialog.getByRole('button', { name: 'Write a letter', exact: true }).click();
  await stateOf(page, 3).getByText('Proposed', { exact: true }).waitFor();
  // The page names the people who must approve it, and the letter does not change.
  await stateOf(page, 3).getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Different people must complete Council approval and Write the answer').first().waitFor();
  await screenshot(page, 'office-own-approval');
  await stateOf(page, 2).getByRole('button', { name: 'Complete' }).click();
  await stateOf(page, 2).getByText('Done', { exact: true }).waitFor();
};

const approve = async (): Promise<void> => {
  const mail = await mailTo(emailOf('admin'), new RegExp(`^You have a step to do: Council approval \\(${PROJECT}\\)`));
  expect(mail.text).toContain('Northline Works');
  const { page } = await world.open({ as: 'admin', screen: 'wide', at: addressIn(mail) });
  await stateOf(page, 1).waitFor();
  const [letter = ''] = await parties.find({ _t: ['Letter'], text: [SUBJECT] });
  await page.goto(`/i-${letter}`);
  await columnAt(page, 1).getByText('We have looked at').first().waitFor();
  await stateOf(page, 1).getByRole('button', { name: 'Approve' }).click();
  await stateOf(page, 1).getByText('Approved', { exact: true }).waitFor();
};

const send = async (page: Page): Promise<void> => {
  const letter = stateOf(page, 3);
  await letter.getByText('Approved', { exact: true }).waitFor();
  await letter.getByRole('button', { name: 'Send', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Send' });
  await dialog.getByRole('combobox').selectOption({ label: 'Email' });
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await letter.getByText('Sent', { exact: true }).waitFor({ timeout: 60_000 });
  await stateOf(page, 1).getByText('Answered', { exact: true }).waitFor();
};

it('[CONS-01] [CONS-02] [WF-02] [NTFY-02] a request from its email to the answer and the bundle, with two people in the office', async () => {
  const { request, own } = await parties.arrives();
  await prepare(own);
  const asked = await mailTo(emailOf('staff'), new RegExp(`^You have a step to do: Assign reviewers \\(${PROJECT}\\)`));
  for (const words of ['Northline Works', `File number: ${request}`, 'Requested response date'])
    expect(asked.text).toContain(words);
  const { page } = await world.open({ as: 'staff', screen: 'wide', at: addressIn(asked) });
  await writeLetter(page);
  await approve();
  await send(page);
  await screenshot(page, 'office-answered');

  // The view of the other party.
  const mail = await mailTo(CONTACT, new RegExp(`^${SUBJECT}$`));
  const [pdf] = mail.attachments;
  const letter = pdf?.content ?? Buffer.alloc(0);
  const words = await wordsIn([letter]);
  for (const part of ['Tamber Inlet', request, `We have looked at ${PROJECT}.`, 'Turn the lamps away from the water.'])
    expect(words).toContain(tight(part));
  expect(await receivedBy(CONTACT)).not.toContain(CANARY);
  expect(await receivedBy(emailOf('proponent'))).not.toContain(CANARY);

  // The bundle of a government: the same letter among the exhibits, which verify.
  await page.goto(`/i-${request}`);
  const bundle = await takeBundle(page, columnAt(page, 1));
  await verified(bundle);
  expect(bundle.files.map(({ content }) => sha256(content))).toContain(sha256(letter));
  for (const part of [SUBJECT, PROJECT]) expect(bundle.text).toContain(part);
  expect(bundle.text).not.toContain(CANARY);
}, 180_000);
