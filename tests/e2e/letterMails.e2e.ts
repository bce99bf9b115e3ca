// Two ways to send an approved letter in the browser, with a real mail server: "Send" by email, whose address is refused permanently, as
// the letter and a notice report, then a correct address; and "I sent it myself" with the day and a proof.
import { afterAll, expect, it } from 'vitest';
import { organisationDay } from 'tests/clock/organisationDay.ts';
import { emailOf } from 'tests/e2e/harness/accounts.ts';
import { askAs } from 'tests/e2e/harness/askAs.ts';
import { axe } from 'tests/e2e/harness/axe.ts';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { setThemeElsewhere } from 'tests/e2e/harness/setTheme.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';
import { freePort, returnEmail } from 'tests/server/mail/returnEmail.ts';
import { startMailServer } from 'tests/server/mail/startMailServer.ts';

const smtp = await startMailServer();
const returnPort = await freePort();
const world = useWorld({
  ...{ SMTP_URL: smtp.url, MAIL_FROM: 'records@keeper.test', PUBLIC_NAME: 'localhost' },
  ...{ RETURN_ADDRESS: 'returned@keeper.test', RETURN_LISTEN: `127.0.0.1:${returnPort}` },
});
afterAll(() => smtp.stop());

const targetOf = (id: string): { readonly _t: string; readonly _i: number } => {
  const [_t = '', number = ''] = id.split('-');
  return { _t, _i: Number(number) };
};

/** Creates a letter that waits to be sent, with this subject. */
const approved = async (subject: string): Promise<string> => {
  const { ids } = await askAs(world.url, 'staff', [
    'search/ids',
    { must: { _t: ['ConsultResponse'], state: ['PENDING'] }, max: 50 },
  ]);
  const found = await Promise.all((ids as string[]).map((id) => askAs(world.url, 'staff', [`read/${id}`, null])));
  const response = String(found.find(({ community }) => community === 'Organization-1')?.['$id']);
  const template = await askAs(world.url, 'staff', [
    'create/LetterTemplate',
    { owner: 'Organization-1', label: subject, state: 'ACTIVE', subject, body: 'We answer.' },
  ]);
  const drafted = await askAs(world.url, 'staff', [
    'act/draftLetter',
    { ...targetOf(response), template: template['$id'] ?? '' },
  ]);
  const $id = String(drafted['$id']);
  const { _u = 0 } = await askAs(world.url, 'staff', [`read/${$id}`, null]);
  const { _u: u = 0 } = await askAs(world.url, 'staff', ['update', { $id, _u, signature: 'With respect' }]);
  await askAs(world.url, 'staff', ['act/transition', { ...targetOf($id), name: 'approve', u }]);
  return $id;
};

it('[WF-02] [NTFY-03] sends by email, says why it was not delivered, tells the sender, and sends again to a right address', async () => {
  const id = await approved('Answer by email');
  const { page } = await world.open({ as: 'staff', at: `/i-${id}` });
  const acts = columnAt(page, 1).getByRole('group', { name: 'State' });
  const send = async (address: string): Promise<void> => {
    await acts.getByRole('button', { name: 'Send', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Send' });
    // Before sending, the dialog lists the recipients of each method.
    await dialog.getByText('In a conversation to').waitFor();
    await dialog.getByRole('listitem').filter({ hasText: /\S@\S/ }).first().waitFor();
    await dialog.getByRole('combobox').selectOption({ label: 'Email' });
    await dialog.getByLabel(/^Email address/).fill(address);
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'letter by email dialog');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  smtp.trouble = { to: 'gone@example.org', rcpt: 550 };
  await send('gone@example.org');
  await acts.getByText(/gone@example\.org.*not delivered/).waitFor({ timeout: 60_000 });
  await acts.getByText('Approved', { exact: true }).waitFor();
  await screenshot(page, 'letter refused');
  await page.setViewportSize({ width: 360, height: 740 });
  await setThemeElsewhere(page, 'staff', 'dark');
  await screenshot(page, 'letter refused 360 dark');
  expect(await axe(page)).toEqual([]);
  await setThemeElsewhere(page, 'staff', 'light');
  await page.setViewportSize({ width: 1440, height: 900 });
  const { mail } = await smtp.emailTo(emailOf('staff'));
  expect(mail.subject).not.toBe('');
  smtp.trouble = {};
  await send('right@example.org');
  await acts.getByText(/right@example\.org.*accepted by the mail server/).waitFor({ timeout: 60_000 });
  await acts.getByText(/^Sent by email on/).waitFor();
  const sent = await smtp.emailTo('right@example.org');
  expect(sent.mail.subject).toBe('Answer by email');
  expect(sent.mail.attachments.map(({ filename }) => filename)).toEqual(['Answer by email.pdf']);
  // The mail server accepted it, and the recipient's server returns it later.
  await returnEmail(returnPort, sent, { diagnostic: '552 5.2.2 mailbox is full' });
  await acts.getByText(/right@example\.org.*not delivered.*552 5\.2\.2 mailbox is full/).waitFor();
  const told = await smtp.emailTo(emailOf('staff'), 2);
  expect(told.mail.text).toContain('could not be delivered to one of its addresses');
  await acts.getByRole('button', { name: 'Send to another address' }).waitFor();
  await screenshot(page, 'letter returned');
}, 180_000);

it('[WF-02] records that a person sent a letter themselves, with the day and a proof', async () => {
  const id = await approved('Answer by post');
  const { page } = await world.open({ as: 'staff', at: `/i-${id}` });
  const acts = columnAt(page, 1).getByRole('group', { name: 'State' });
  const before = smtp.emails.length;
  await acts.getByRole('button', { name: 'I sent it myself' }).click();
  const dialog = page.getByRole('dialog', { name: 'I sent it myself' });
  await dialog.getByRole('combobox').first().selectOption({ label: 'Post' });
  const day = dialog.getByLabel(/^Day on which you sent it/);
  await day.fill(organisationDay(1));
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'receipt.txt', mimeType: 'text/plain', buffer: Buffer.from('No. 7') });
  await dialog.getByText('receipt.txt').waitFor();
  expect(await axe(page)).toEqual([]);
  await screenshot(page, 'letter sent myself dialog');
  // A day in the future is refused, and all input stays.
  const record = dialog.getByRole('button', { name: 'Record', exact: true });
  await record.click();
  await dialog.getByText(/cannot be later than today/).waitFor();
  await day.fill(organisationDay(-1));
  await record.click();
  await dialog.waitFor({ state: 'detached' });
  await acts.getByText(/sent it by post on/).waitFor({ timeout: 60_000 });
  await acts.getByText('Sent', { exact: true }).waitFor();
  const { sentOn, by, proof } = await askAs(world.url, 'staff', [`read/${id}`, null]);
  expect({ sentOn, by }).toEqual({ sentOn: organisationDay(-1), by: 'POST' });
  expect(proof).toHaveLength(1);
  expect(smtp.emails.slice(before).flatMap(({ mail }) => mail.attachments)).toEqual([]);
}, 180_000);
