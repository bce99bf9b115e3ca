// An email that a mail server took and another one returns: the letter or the invitation shows the reason, and its sender gets a notice.

import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemId } from 'src/model/item/Item.ts';
import { startReturnServer } from 'src/server/mail/returnServer.ts';
import { okOf, type Body } from 'tests/product/productOperations.ts';
import { organisationDay } from 'tests/clock/organisationDay.ts';
import { freePort, returnEmail } from 'tests/server/mail/returnEmail.ts';
import { startMailServer, type MailServer } from 'tests/server/mail/startMailServer.ts';
import { STAFF, useLetterWorld } from 'tests/product/useLetterWorld.ts';

let smtp: MailServer;
const listen = { host: '127.0.0.1', port: await freePort() };
const returned = { address: 'returned@mail.keeper.test', listen };
const letters = useLetterWorld(async () => {
  smtp = await startMailServer();
  return smtp.url;
}, returned);
let stopReturns: () => Promise<void>;
beforeAll(async () => {
  stopReturns = await startReturnServer({
    ...{ ...returned, mail: letters.world.services.mail, log: pino({ level: 'silent' }) },
  });
});
afterAll(async () => {
  await stopReturns();
  await smtp.stop();
});
const { add, act, read, move, newResponse, ready, find } = letters;

let contacts = 0;
const newContact = async (): Promise<{ readonly contact: ItemId; readonly address: string }> => {
  contacts += 1;
  const address = `contact${contacts}@example.org`;
  const person = { _related: letters.proponent, firstName: 'Ida', lastName: 'Dale', email: address, blocked: null };
  return { contact: await add('Contact', person), address };
};

/** A letter that was sent by email to each contact of its request. */
const sentTo = async (primaryContacts: readonly ItemId[]): Promise<ItemId> => {
  const request = { projectName: 'Pier', primaryOrg: letters.proponent, communities: [letters.world.own] };
  const id = await ready(
    await newResponse(await add('Consultation', { ...request, primaryContacts: [...primaryContacts] })),
  );
  await letters.world.change(id, { toContacts: null });
  okOf(await move(STAFF, id, 'approve'));
  okOf(await act(STAFF, 'sendLetter/async', id, { by: 'EMAIL' }));
  await letters.world.runJobs();
  return id;
};
const deliveriesOf = async (id: ItemId): Promise<Body[]> => (await read(id))['deliveries'] as Body[];
const eventsOf = (kind: string, context: ItemId): Promise<readonly unknown[]> =>
  find('administrator', { _t: ['Event'], kind: [kind], context: [context] });
const mailsTo = (address: string, said: string): number =>
  smtp.emails.filter(({ to, mail }) => to.includes(address) && mail.text?.includes(said) === true).length;

it('[WF-02] [CONS-02] a letter that comes back says so at its address, tells who sent it once, and goes again to another address', async () => {
  const [first, second] = [await newContact(), await newContact()];
  const id = await sentTo([first.contact, second.contact]);
  const email = await smtp.emailTo(first.address);
  expect(email.from).toMatch(/^returned\+[\da-f-]{36}@mail\.keeper\.test$/);
  expect(email.mail.from?.text).not.toContain('returned');
  expect(email.from).not.toBe((await smtp.emailTo(second.address)).from);
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'TAKEN' }, { state: 'TAKEN' }]);

  // Late is not lost, and an automatic answer of a person says nothing about the letter.
  await returnEmail(listen.port, email, { action: 'delayed' });
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'TAKEN' }, { state: 'TAKEN' }]);

  await returnEmail(listen.port, email);
  const [lost, arrived] = await deliveriesOf(id);
  expect(lost).toMatchObject({ address: first.address, state: 'REFUSED', reason: '550 5.1.1 no such mailbox' });
  expect(arrived).toMatchObject({ address: second.address, state: 'TAKEN' });
  expect(arrived).not.toHaveProperty('reason');
  // It was sent, and stays as it was sent.
  expect(await read(id)).toMatchObject({ state: 'SENT' });
  await returnEmail(listen.port, email);
  await letters.world.runJobs();
  expect(await eventsOf('letterReturned', id)).toHaveLength(1);
  const sender = String(
    (await letters.world.services.items.find(letters.world.services.database, letters.world.idOf(STAFF)))?.properties[
      'email'
    ],
  );
  expect(mailsTo(sender, 'could not be delivered to one of its addresses')).toBe(1);

  okOf(await act(STAFF, 'resendLetter', id, { address: `right-${first.address}` }));
  await letters.world.runJobs();
  const again = await smtp.emailTo(`right-${first.address}`);
  expect(again.mail.attachments[0]?.checksum).toBe(email.mail.attachments[0]?.checksum);
  expect((await deliveriesOf(id)).map(({ state }) => state)).toEqual(['REFUSED', 'TAKEN', 'TAKEN']);
}, 60_000);

it('[ORG-03] an invitation that comes back says so at its person, and tells who sent it', async () => {
  const { contact, address } = await newContact();
  const meeting = await letters.world.ask('administrator', 'create/Meeting', {
    ...{ summary: 'Crossing', owner: letters.world.own, context: letters.response, otherOrgs: [letters.proponent] },
    ...{ date: organisationDay(5), start: '09:00', end: '10:00', otherContacts: [contact], $access: 'COMMUNITY' },
  });
  const id = String(okOf(meeting)['$id']);
  okOf(await act('administrator', 'sendInvitations', id));
  await letters.world.runJobs();
  await returnEmail(listen.port, await smtp.emailTo(address), { diagnostic: `550 5.1.1 <${address}> is unknown` });
  const meetingNow = okOf(await letters.world.ask('administrator', `read/${id}`));
  const [entry] = meetingNow['invited'] as Body[];
  expect(entry).toMatchObject({ person: contact, state: 'REFUSED', reason: expect.stringMatching(/550/) });
  expect(JSON.stringify(entry)).not.toContain(address);
  expect(await eventsOf('invitationNotDelivered', id)).toHaveLength(1);
}, 60_000);

it('[WF-02] nothing else is accepted: other addresses, invented addresses, and texts that are far too long', async () => {
  const { contact, address } = await newContact();
  const id = await sentTo([contact]);
  const email = await smtp.emailTo(address);
  const made = 'returned+00000000-0000-4000-8000-000000000000@mail.keeper.test';
  for (const to of ['returned@mail.keeper.test', 'records@keeper.test', "returned+' or 1=1@mail.keeper.test"])
    await expect(returnEmail(listen.port, email, { to })).rejects.toThrow(/550/);
  // A sender learns from no answer which addresses there are.
  await returnEmail(listen.port, email, { to: made });
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'TAKEN' }]);
  // Mail servers return an email whole, with its attachments; the report comes before it.
  const long = { ...email, raw: `${email.raw}${'x'.repeat(70)}\r\n`.padEnd(3_000_000, `${'y'.repeat(70)}\r\n`) };
  await returnEmail(listen.port, long);
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'REFUSED', reason: '550 5.1.1 no such mailbox' }]);
  // The sender of a letter without another address gets a notice, too.
  expect(await eventsOf('letterReturned', id)).toHaveLength(1);
}, 60_000);
