// A letter by email: what arrives at the mail server, when the letter counts as sent, what becomes of one that is refused, and letters that a
// person sends without the system.

import { createHash } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { okOf, type Body } from 'tests/product/productOperations.ts';
import type { Answer } from 'tests/product/productWorld.ts';
import { uploadTo } from 'tests/product/uploadTo.ts';
import { PROPONENT, STAFF, useLetterWorld } from 'tests/product/useLetterWorld.ts';
import { startMailServer, type MailServer } from 'tests/server/mail/startMailServer.ts';

let server: MailServer;
const letters = useLetterWorld(async () => {
  server = await startMailServer();
  return server.url;
});
afterAll(() => server.stop());
const { add, act, read, move, newResponse, ready, find, fileOf } = letters;

let contacts = 0;
/** A letter about a request with one contact, ready to be approved. */
const prepared = async (): Promise<{ readonly id: ItemId; readonly address: string }> => {
  contacts += 1;
  const address = `contact${contacts}@example.org`;
  const contact = await add('Contact', {
    ...{ _related: letters.proponent, firstName: 'Ida', lastName: 'Dale', email: address, blocked: null },
  });
  const asked = await add('Consultation', {
    ...{ projectName: 'Pier', primaryOrg: letters.proponent, communities: [letters.world.own] },
    primaryContacts: [contact],
  });
  const id = await ready(await newResponse(asked));
  const map = await letters.world.attach(id, { originalName: 'map.txt', bytes: Buffer.from('the map') });
  await letters.world.change(id, { attachments: [map], toContacts: null });
  return { id, address };
};
const approved = async (): ReturnType<typeof prepared> => {
  const letter = await prepared();
  okOf(await move(STAFF, letter.id, 'approve'));
  return letter;
};

const begin = async (id: ItemId, input: Body = {}): Promise<void> => {
  okOf(await act(STAFF, 'sendLetter/async', id, { by: 'EMAIL', ...input }));
  await letters.world.runJobs();
};
const deliveriesOf = async (id: ItemId): Promise<Body[]> => (await read(id))['deliveries'] as Body[];
const requestOf = async (letter: ItemId): Promise<ItemId> => {
  const { consultation = '' } = await read(String((await read(letter))['context']));
  return String(consultation);
};
/** Messages with which the maker of the request finds the answer on its page. */
const answersTo = async (actor: string, letter: ItemId): Promise<readonly ItemId[]> => {
  const context = [await requestOf(letter)];
  const thread = await find(actor, { _t: ['Thread'], context, purpose: ['CONSULT_RESPONSE'] });
  return thread.length === 0 ? [] : await find(actor, { _t: ['Message'], thread });
};
/** SHA-256 of each file that the maker of the request has with the answer. */
const copiesOf = async (letter: ItemId): Promise<readonly string[]> => {
  const [message = ''] = await answersTo(PROPONENT, letter);
  const { attachments = [] } = okOf(await letters.world.ask(PROPONENT, `read/${message}`));
  return await Promise.all(
    (attachments as Json[]).map(async (file) => {
      const content = Buffer.from(await (await fileOf(PROPONENT, file)).arrayBuffer());
      return createHash('sha256').update(content).digest('hex');
    }),
  );
};
const contactsOf = async (letter: ItemId): Promise<Json> =>
  okOf(await act(STAFF, 'letterContacts', letter, {}))['contacts'] ?? [];
/** Emails that wait for a later attempt are tried now. */
const retry = async (): Promise<void> => {
  await letters.world.services.database.query(`update graphile_worker._private_jobs set run_at = now()
    where task_id = (select id from graphile_worker._private_tasks where identifier = 'sendMail')`);
  await letters.world.runJobs();
};

it('[WF-02] [CONS-02] a letter by email reaches the contact of the request with its PDF, and is sent once the mail server took it', async () => {
  const { id, address } = await approved();
  const { primaryContacts = [] } = await read(await requestOf(id));
  expect(await contactsOf(id)).toEqual(primaryContacts);
  expect(await act('stranger', 'letterContacts', id, {})).toHaveProperty('refused');
  await begin(id);
  const { mail, to } = await server.emailTo(address);
  expect(to).toEqual([address]);
  expect(mail.subject).toBe('About Pier');
  expect(mail.text).toContain('sends you a letter: About Pier');
  expect(mail.headers.get('auto-submitted')).toBeUndefined();
  const sent = await read(id);
  expect(sent).toMatchObject({ state: 'SENT', by: 'EMAIL', sentBy: letters.world.idOf(STAFF) });
  expect(sent).toMatchObject({
    deliveries: [{ address, name: 'Ida Dale', state: 'TAKEN' }],
    sentOn: expect.any(String),
  });
  const sums = mail.attachments.map(({ content }) => createHash('sha256').update(content).digest('hex'));
  expect(mail.attachments.map(({ filename }) => filename)).toEqual(['About Pier.pdf', 'map.txt']);
  expect((sent['sentAs'] as Body[]).map(({ sha256 }) => sha256)).toEqual(sums);
  // The log names who sent it, not the server that waited for the mail server.
  const [event = ''] = await find('administrator', { _t: ['Event'], kind: ['letterSent'], context: [id] });
  expect(okOf(await letters.world.ask('administrator', `read/${event}`))).toMatchObject({
    createdBy: letters.world.idOf(STAFF),
  });
  expect(await find(PROPONENT, { _t: ['Letter'] })).toEqual([]);
  expect(await copiesOf(id)).toEqual(sums);
  expect(await answersTo(PROPONENT, id)).toHaveLength(1);
}, 60_000);

it('[WF-02] a letter that waits for the mail server is being sent, says why, and is sent by a later attempt', async () => {
  const { id, address } = await approved();
  server.trouble = { to: address, rcpt: 451 };
  await begin(id);
  expect(await read(id)).toMatchObject({ state: 'SENDING' });
  expect(await deliveriesOf(id)).toMatchObject([{ address, state: 'WAITING', reason: expect.stringMatching(/451/) }]);
  expect((await read(id))['sent']).toBeUndefined();
  const u = (await read(id))['_u'] ?? 0;
  const change = await letters.world.ask('administrator', 'update', { $id: id, _u: u, subject: 'Other' });
  expect(JSON.stringify(change)).toContain('errors.state.fixed');
  expect(JSON.stringify(await act(STAFF, 'sendLetter/async', id))).toContain('errors.letter.notApproved');
  server.trouble = {};
  await retry();
  await server.emailTo(address);
  expect(await read(id)).toMatchObject({ state: 'SENT' });
  const [delivery] = await deliveriesOf(id);
  expect(delivery).toMatchObject({ state: 'TAKEN' });
  expect(delivery).not.toHaveProperty('reason');
}, 60_000);

it('[WF-02] a letter that every server refuses was not sent: it says why, tells the sender, and goes again to a right address', async () => {
  const { id, address } = await approved();
  server.trouble = { to: address, rcpt: 550 };
  await begin(id);
  server.trouble = {};
  expect(await read(id)).toMatchObject({ state: 'APPROVED' });
  expect((await read(id))['sent']).toBeUndefined();
  expect(await answersTo(PROPONENT, id)).toEqual([]);
  expect(await deliveriesOf(id)).toMatchObject([{ address, state: 'REFUSED', reason: expect.stringMatching(/550/) }]);
  expect(await find('administrator', { _t: ['Event'], kind: ['letterNotDelivered'], context: [id] })).toHaveLength(1);
  await begin(id, { address: `right-${address}` });
  const { mail } = await server.emailTo(`right-${address}`);
  expect(mail.attachments).toHaveLength(2);
  expect(await read(id)).toMatchObject({ state: 'SENT' });
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'REFUSED' }, { address: `right-${address}`, state: 'TAKEN' }]);
  // Once it was sent, the same files go to one more address.
  okOf(await act(STAFF, 'resendLetter', id, { address: 'clerk@example.org' }));
  await letters.world.runJobs();
  const again = await server.emailTo('clerk@example.org');
  expect(again.mail.attachments[0]?.checksum).toBe(mail.attachments[0]?.checksum);
  for (const actor of [PROPONENT, 'member'])
    expect(await act(actor, 'resendLetter', id, { address: 'x@example.org' })).toHaveProperty('refused');
}, 60_000);

it('[WF-02] [CONS-02] an email that waits is not sent after the request was withdrawn', async () => {
  const { id, address } = await approved();
  const { consultation } = await read(String((await read(id))['context']));
  await letters.world.change(String(consultation), { state: 'CONSULTING' });
  server.trouble = { to: address, rcpt: 451 };
  await begin(id);
  server.trouble = {};
  okOf(await act('administrator', 'transition', String(consultation), { name: 'withdraw', reason: 'No money' }));
  await retry();
  expect(server.emails.filter(({ to }) => to.includes(address)).map(({ mail }) => mail.attachments)).toEqual([]);
  expect(await read(id)).toMatchObject({ state: 'STOPPED' });
}, 60_000);

it('[WF-02] a letter without an address is not sent by email', async () => {
  const { id } = await approved();
  const { consultation } = await read(String((await read(id))['context']));
  await letters.world.change(String(consultation), { primaryContacts: null });
  expect(await contactsOf(id)).toEqual([]);
  expect(JSON.stringify(await act(STAFF, 'sendLetter/async', id, { by: 'EMAIL' }))).toContain(
    'errors.letter.noAddress',
  );
  for (const address of ['x', 'a@b\r\nBcc: c@d.org', 'a@b.org, c@d.org'])
    expect(await act(STAFF, 'sendLetter/async', id, { by: 'EMAIL', address })).toHaveProperty('refused');
});

it('[WF-02] a person records that they sent a letter themselves, with the day and a proof; the system sends nothing', async () => {
  const { id } = await approved();
  const before = server.emails.length;
  const ahead = await act(STAFF, 'recordSending/async', id, { by: 'POST', date: '2999-01-01' });
  expect(JSON.stringify(ahead)).toContain('errors.letter.ahead');
  expect(await act(STAFF, 'sendLetter/async', id, { by: 'POST' })).toHaveProperty('refused');
  const proof = await uploadTo(letters.world, { actor: STAFF, name: 'receipt.txt', content: 'No. 7' });
  okOf(await act(STAFF, 'recordSending/async', id, { by: 'PORTAL', date: '2026-11-02', proof: [proof] }));
  await letters.world.runJobs();
  const sent = await read(id);
  expect(sent).toMatchObject({ state: 'SENT', by: 'PORTAL', sentOn: '2026-11-02', sentBy: letters.world.idOf(STAFF) });
  const [receipt] = sent['proof'] as Json[];
  expect(await (await fileOf(STAFF, receipt)).text()).toBe('No. 7');
  expect((await fileOf(PROPONENT, receipt)).status).not.toBe(200);
  expect(sent['files']).toHaveLength(2);
  expect(sent).not.toHaveProperty('deliveries');
  // The other party has a copy of what was sent, and not of the proof.
  expect(await copiesOf(id)).toEqual((sent['sentAs'] as Body[]).map(({ sha256 }) => sha256));
  expect(server.emails.slice(before).flatMap(({ mail }) => mail.attachments)).toEqual([]);
}, 60_000);

it('[WF-02] two people approve and send one letter at once: one of them does each, the other gets a refusal, and one email is sent', async () => {
  const { id, address } = await prepared();
  const { _u: u = 0 } = await read(id);
  const both = (name: string, input: Body): Promise<readonly Answer[]> =>
    Promise.all([STAFF, 'administrator'].map((actor) => act(actor, name, id, input)));
  const approvals = await both('transition', { name: 'approve', u });
  expect(approvals.filter((answer) => 'ok' in answer)).toHaveLength(1);
  expect(JSON.stringify(approvals)).toContain('errors.state.moved');
  expect(await find(STAFF, { _t: ['Event'], context: [id], kind: ['letterApproved'] })).toHaveLength(1);
  const sendings = await both('sendLetter/async', { by: 'EMAIL' });
  expect(sendings.some((answer) => 'ok' in answer)).toBe(true);
  await letters.world.runJobs();
  await server.emailTo(address);
  expect(server.emails.filter(({ to }) => to.includes(address))).toHaveLength(1);
  expect(await read(id)).toMatchObject({ state: 'SENT', deliveries: [{ address, state: 'TAKEN' }] });
  expect(await find(STAFF, { _t: ['Event'], context: [id], kind: ['letterSent'] })).toHaveLength(1);
  expect(JSON.stringify(await act(STAFF, 'sendLetter/async', id, { by: 'EMAIL' }))).toContain(
    'errors.letter.notApproved',
  );
}, 60_000);

it('[WF-02] [CONS-02] a letter whose request is withdrawn while a mail server takes it is stopped, and says that it was taken', async () => {
  const asked = await add('Consultation', {
    ...{ projectName: 'Pier', primaryOrg: letters.proponent, communities: [letters.world.own], state: 'CONSULTING' },
  });
  const id = await ready(await newResponse(asked));
  okOf(await move(STAFF, id, 'approve'));
  const address = 'late@example.org';
  server.slow.set(address, 'late');
  okOf(await act(STAFF, 'sendLetter/async', id, { by: 'EMAIL', address }));
  const running = letters.world.runJobs();
  await server.emailTo(address);
  okOf(await act('administrator', 'transition', asked, { name: 'withdraw', reason: 'No money' }));
  await running;
  expect(await read(id)).toMatchObject({ state: 'STOPPED', deliveries: [{ address, state: 'TAKEN' }] });
}, 60_000);

it('[WF-02] a day that there is not, or none at all, is no day on which a letter was sent', async () => {
  const { id } = await approved();
  for (const date of ['', '2026-02-30', '-9999-01-01', 'yesterday'])
    expect(await act(STAFF, 'recordSending/async', id, { by: 'POST', date })).toMatchObject({
      refused: 'invalid',
      params: { errors: [{ path: '/date', message: 'errors.invalidDate' }] },
    });
  expect(await read(id)).toMatchObject({ state: 'APPROVED' });
});
