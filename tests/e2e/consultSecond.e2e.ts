// The second community that was asked: it is notified like the first one, answers independently, and finds nothing of the review, the
// letter or the conversation of the first. The requester receives its letter, and its bundle contains only its own data.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { emailOf } from 'tests/e2e/harness/accounts.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { tight } from 'tests/e2e/harness/paper.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import {
  addressIn,
  CANARY,
  expectHidden,
  openParties,
  PROJECT,
  takeBundle,
  targetOf,
  verified,
  wordsIn,
} from 'tests/e2e/consultParties.ts';

const parties = await openParties();
const { ask, find, readAs, mailTo, move, receivedBy, world } = parties;

/** Text in the letter of the first community, which the second one does not receive. */
const FIRST = 'canaryturnstone';
const TEMPLATE = 'No concerns';

const stateOf = (page: Page, at: number) => columnAt(page, at).getByRole('group', { name: 'State' });

/** The first community reviews and answers. */
const answerOfFirst = async (response: string): Promise<readonly string[]> => {
  await parties.writeInside(response, 'staff');
  const { consultation = '' } = await readAs('staff', response);
  const { primaryOrg = '' } = await readAs('staff', String(consultation));
  const values = { context: response, subject: FIRST, body: FIRST, to: primaryOrg };
  const letter = String((await ask('create/Letter', values, 'staff'))['$id']);
  await move(letter, 'approve', 'staff');
  await ask('act/sendLetter/async', { ...targetOf(letter), by: 'THREAD' }, 'staff');
  await expect.poll(async () => (await readAs('staff', letter))['state'], { timeout: 60_000 }).toBe('SENT');
  return [response, letter, String((await readAs('staff', letter))['thread'])];
};

const answer = async (page: Page): Promise<void> => {
  await stateOf(page, 1).getByRole('button', { name: 'Write a letter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Write a letter' });
  const template = dialog.locator('option', { hasText: TEMPLATE });
  await dialog.getByRole('combobox').selectOption((await template.getAttribute('value')) ?? '');
  await dialog.getByRole('button', { name: 'Write a letter', exact: true }).click();
  const letter = stateOf(page, 2);
  await letter.getByRole('button', { name: 'Approve' }).click();
  await letter.getByText('Approved', { exact: true }).waitFor();
  await letter.getByRole('button', { name: 'Send', exact: true }).click();
  const sending = page.getByRole('dialog', { name: 'Send' });
  await sending.getByRole('button', { name: 'Send', exact: true }).click();
  await letter.getByText('Sent', { exact: true }).waitFor({ timeout: 60_000 });
  await stateOf(page, 1).getByRole('button', { name: 'Mark as answered' }).click();
  const marking = page.getByRole('dialog', { name: 'Mark as answered' });
  // The question says what the other party learns of it.
  await marking.getByText('They do not see the outcome, only the letters that you send.').waitFor();
  expect(await marking.getByText('No letter about this response has been sent.').count()).toBe(0);
  await marking.getByLabel(/^Outcome/).selectOption({ label: 'No concerns' });
  await marking.getByRole('button', { name: 'Mark as answered', exact: true }).click();
  await stateOf(page, 1).getByText('Answered', { exact: true }).waitFor();
};

/** The PDFs of the messages that the requester has from the community. */
const lettersTo = async (thread: string): Promise<readonly Buffer[]> => {
  const messages = await parties.readAll(await find({ _t: ['Message'], thread: [thread] }, 'proponent'), 'proponent');
  const files = messages.flatMap(({ attachments }) => (attachments ?? []) as readonly Json[]);
  const found = await Promise.all(files.map((id) => parties.fileOf('proponent', String(id))));
  return found.filter((file) => typeof file !== 'number');
};

it('[CONS-01] [CONS-02] [PERM-05] the second community answers by itself and finds nothing of the first', async () => {
  const { request, own, second } = await parties.arrives();
  const hidden = await answerOfFirst(own);
  const asked = await mailTo(emailOf('partner'), new RegExp(`^New consultation request: ${PROJECT}`));
  for (const words of ['Northline Works', `File number: ${request}`, 'Requested response date'])
    expect(asked.text).toContain(words);
  expect(addressIn(asked)).toContain(second);
  const { page } = await world.open({ as: 'partner', screen: 'wide', at: addressIn(asked) });
  await stateOf(page, 1).waitFor();
  await answer(page);
  await screenshot(page, 'second-answered');
  await expectHidden(page, hidden);

  const [letter = ''] = await find({ _t: ['Letter'], context: [second] }, 'partner');
  const received = await lettersTo(String((await readAs('partner', letter))['thread']));
  const words = await wordsIn(received);
  for (const part of ['Ostermay Shoals', `Ostermay Shoals has no concerns about ${PROJECT}`])
    expect(words).toContain(tight(part));
  const told = await mailTo(emailOf('proponent'), /^Ostermay Shoals answered with a letter/);
  for (const part of [PROJECT, 'Ostermay Shoals']) expect(told.text).toContain(part);

  await page.goto(`/i-${request}`);
  const bundle = await takeBundle(page, columnAt(page, 1));
  await verified(bundle);
  expect(bundle.text).toContain(`${PROJECT}: no concerns`);
  const everything = [bundle.text, await receivedBy(emailOf('partner'))].join('\n');
  for (const word of [FIRST, CANARY]) {
    expect(everything).not.toContain(word);
    expect(words).not.toContain(word);
    expect(await find({ text: [word] }, 'partner')).toEqual([]);
  }
}, 180_000);
