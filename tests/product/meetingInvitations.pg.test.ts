// Invitations to meetings as they arrive: what the email and its entry for calendars say, who may answer and how, and what they never say.

import ICAL from 'ical.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { instantOf } from 'src/model/calendar/instantOf.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { organisationDay, ORGANISATION_ZONE } from 'tests/clock/organisationDay.ts';
import { okOf, operationsOf, targetOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';
import { startMailServer, type MailServer, type TakenEmail } from 'tests/server/mail/startMailServer.ts';

const OFFICER = 'capability holder';
const INVITED = 'member';
const CANARY = 'canaryinvitation';
const TITLE = 'Talk about the crossing';
const DAY = organisationDay(5);

let world: ProductWorld;
let server: MailServer;
let response: ItemId;
let partner: ItemId;
let contacts = 0;
const { read, save, act } = operationsOf(() => world);

beforeAll(async () => {
  server = await startMailServer();
  world = await openProductWorld({ smtpUrl: server.url });
  response = await world.newItem({ type: 'ConsultResponse', level: 'PROTECTED', mark: 'review' });
  partner = await world.newItem({ type: 'Organization', level: 'COMMUNITY', mark: 'partner' });
  const { memberships } = await read('administrator', world.idOf(OFFICER));
  const further = { owner: partner, reads: 'COMMUNITY', admin: false, capabilities: [] };
  await world.change(world.idOf(OFFICER), { memberships: [...(memberships as Json[]), further] });
});
afterAll(async () => {
  await world.stop();
  await server.stop();
});

const newContact = async (more: Body = {}): Promise<{ readonly id: ItemId; readonly address: string }> => {
  contacts += 1;
  const address = `guest${contacts}@example.org`;
  const [id = ''] = await world.add([
    {
      ...{ type: 'Contact', level: 'COMMUNITY', mark: `guest ${contacts}` },
      more: { _related: partner, firstName: 'Ida', lastName: 'Dale', email: address, blocked: null, ...more },
    },
  ]);
  return { id: id ?? '', address };
};

/** A meeting of an internal review, with a canary in everything that an invitation does not say. */
const meet = async (more: Body): Promise<ItemId> => {
  const meeting = {
    ...{
      summary: `${CANARY} summary`,
      minutes: `${CANARY} minutes`,
      owner: world.own,
      context: response,
      otherOrgs: [partner],
    },
    ...{ date: DAY, start: '09:00', end: '10:30', place: 'Band office', invitationTitle: TITLE },
  };
  return String(okOf(await world.ask(OFFICER, 'create/Meeting', { ...meeting, ...more }))['$id']);
};

const send = async (id: ItemId): Promise<Body> => {
  const sent = okOf(await act(OFFICER, 'sendInvitations', id));
  await world.runJobs();
  return sent;
};
const invitedOf = async (id: ItemId): Promise<Body[]> => (await read(OFFICER, id))['invited'] as Body[];

interface Parsed {
  readonly text: string;
  readonly method: string;
  readonly event: ICAL.Event;
}

const calendarIn = ({ raw, mail }: TakenEmail): Parsed => {
  const part = mail.attachments.find(({ contentType }) => contentType === 'text/calendar');
  const text = part?.content.toString() ?? '';
  const root = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const method = String(root.getFirstPropertyValue('method'));
  // RFC 6047: the part repeats the method of its content.
  expect(raw).toMatch(new RegExp(`Content-Type: text/calendar; charset=utf-8;\\s+method=${method}`, 'i'));
  return { text, method, event: new ICAL.Event(root.getFirstSubcomponent('vevent') as ICAL.Component) };
};
const attendees = ({ event }: Parsed): { readonly address: string; readonly rsvp: unknown }[] =>
  event.attendees.map((each) => ({
    address: String(each.getFirstValue()).toLowerCase(),
    rsvp: each.getParameter('rsvp'),
  }));

const keyIn = ({ mail }: TakenEmail): string => /\/invitation#([\w.-]+)/.exec(mail.text ?? '')?.[1] ?? '';
const shown = async (key: string): Promise<Response> => world.get('visitor', `/api/invitation/${key}`);
const origin = async (): Promise<string> => new URL((await world.get('visitor', '/api/health')).url).origin;
const answer = async (key: string, given: string): Promise<Response> =>
  fetch(`${await origin()}/api/invitation/${key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ answer: given }),
  });

it('[ORG-03] an invitation has its time, place and organiser as an entry for calendars, one attendee, and nothing of the meeting', async () => {
  const [one, other] = [await newContact(), await newContact()];
  const id = await meet({ otherContacts: [one.id, other.id] });
  expect(await send(id)).toEqual({ sent: 2 });
  const email = await server.emailTo(one.address);
  expect(email.mail.subject).toContain(`Invitation: ${TITLE}`);
  for (const text of ['Where: Band office', 'Ida', '9:00 AM – 10:30 AM'])
    expect(email.raw + email.mail.text).toContain(text);
  const parsed = calendarIn(email);
  expect(parsed.method).toBe('REQUEST');
  expect(parsed.event).toMatchObject({ summary: TITLE, location: 'Band office', sequence: 0 });
  expect(parsed.event.startDate.toJSDate()).toEqual(instantOf(DAY, '09:00', ORGANISATION_ZONE));
  expect(parsed.event.endDate.toJSDate()).toEqual(instantOf(DAY, '10:30', ORGANISATION_ZONE));
  expect(attendees(parsed)).toEqual([{ address: `mailto:${one.address}`, rsvp: 'TRUE' }]);
  const sender = String((await read('administrator', world.idOf(OFFICER)))['email']);
  expect(parsed.event.organizer.toLowerCase()).toBe(`mailto:${sender}`);
  expect(email.mail.replyTo?.value[0]?.address).toBe(sender);
  for (const line of parsed.text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  for (const { raw, mail } of server.emails) {
    const content = mail.attachments.map((each) => each.content.toString());
    const all = [raw, mail.text, mail.html, ...content].join('\n').replaceAll(/\r?\n /g, '');
    expect(all).not.toContain(CANARY);
    expect(all).not.toContain(
      mail.to && !Array.isArray(mail.to) && mail.to.text.includes(one.address) ? other.address : one.address,
    );
  }
  expect(await invitedOf(id)).toMatchObject([
    { person: one.id, state: 'TAKEN' },
    { person: other.id, state: 'TAKEN' },
  ]);
  // Unchanged invitations are not sent again.
  expect(JSON.stringify(await act(OFFICER, 'sendInvitations', id))).toContain('errors.invitation.all');
}, 60_000);

it('[ORG-03] a change of the time reaches everyone as the same entry with a higher number; who is removed and who is left hear of the end', async () => {
  const [one, other] = [await newContact(), await newContact()];
  const id = await meet({ otherContacts: [one.id, other.id] });
  await send(id);
  const first = calendarIn(await server.emailTo(one.address));
  expect((await answer(keyIn(await server.emailTo(one.address)), 'ACCEPTED')).status).toBe(200);
  okOf(await save(OFFICER, id, { start: '11:00', end: '12:00' }));
  await send(id);
  const changed = await server.emailTo(one.address, 2);
  expect(changed.mail.subject).toMatch(/^Changed: /);
  const second = calendarIn(changed);
  expect([second.method, second.event.uid, second.event.sequence]).toEqual(['REQUEST', first.event.uid, 1]);
  expect(second.event.startDate.toJSDate()).toEqual(instantOf(DAY, '11:00', ORGANISATION_ZONE));
  // An answer was given for the time that it names.
  expect((await invitedOf(id)).filter(({ answer: given }) => given !== undefined)).toEqual([]);

  okOf(await save(OFFICER, id, { otherContacts: [one.id] }));
  await send(id);
  const removed = calendarIn(await server.emailTo(other.address, 3));
  expect([removed.method, removed.event.uid, removed.event.sequence]).toEqual(['CANCEL', first.event.uid, 2]);
  expect(removed.event.component.getFirstPropertyValue('status')).toBe('CANCELLED');
  expect(server.emails.filter(({ to }) => to.includes(one.address))).toHaveLength(2);

  expect(
    JSON.stringify(await world.ask(OFFICER, `delete/${id}`, { _u: (await read(OFFICER, id))['_u'] ?? 0 })),
  ).toContain('errors.invitation.cancelFirst');
  okOf(await act(OFFICER, 'cancelInvitations', id));
  await world.runJobs();
  const cancelled = await server.emailTo(one.address, 3);
  expect(calendarIn(cancelled)).toMatchObject({ method: 'CANCEL' });
  expect(keyIn(cancelled)).toBe('');
  expect(server.emails.filter(({ to }) => to.includes(other.address))).toHaveLength(3);
  expect(await read(OFFICER, id)).toMatchObject({ state: 'CANCELLED', cancelled: true });
  expect(await (await shown(keyIn(changed))).json()).toMatchObject({ standing: 'CANCELLED' });
}, 60_000);

it('[ORG-03] a person without an account answers by the link of the email; to look at it changes nothing', async () => {
  const { id: contact, address } = await newContact();
  const id = await meet({ otherContacts: [contact] });
  await send(id);
  const key = keyIn(await server.emailTo(address));
  const answered = await shown(key);
  expect(answered.headers.get('cache-control')).toContain('no-store');
  const page = (await answered.json()) as Body;
  expect(page).toMatchObject({ standing: 'OPEN', title: TITLE, place: 'Band office' });
  expect(JSON.stringify(page)).not.toContain(CANARY);
  for (const language of ['x_', '', 'a&language=b'])
    expect((await shown(`${key}?language=${language}`)).status).toBe(200);
  expect((await invitedOf(id))[0]).not.toHaveProperty('answer');
  expect((await answer(key, 'MAYBE')).status).toBe(422);
  expect((await answer(key, 'TENTATIVE')).status).toBe(200);
  expect((await answer(key, 'DECLINED')).status).toBe(200);
  expect(await invitedOf(id)).toMatchObject([{ answer: 'DECLINED', answered: expect.any(String) }]);
  await world.runJobs();
  // Two answers are one notice to who sent the invitations.
  const notices = okOf(await world.ask(OFFICER, 'act/fetchNotifications', targetOf(world.idOf(OFFICER))));
  const told = (notices['items'] as Body[]).filter(
    ({ $kind, $context }) => $kind === 'invitationAnswered' && $context === id,
  );
  expect(told).toMatchObject([{ count: 2, unread: true }]);

  const [body = '', signature = ''] = key.split('.');
  const forged = Buffer.from(Buffer.from(body, 'base64url').toString().replace(contact, 'Contact-1')).toString(
    'base64url',
  );
  for (const wrong of [`${forged}.${signature}`, 'x', body, '%00'])
    expect((await answer(wrong, 'ACCEPTED')).status).toBe(400);
  // Over: the page says so, and takes no answer. A key ends a month later.
  await world.change(id, { date: organisationDay(-1) });
  expect(await (await shown(key)).json()).toMatchObject({ standing: 'OVER' });
  expect((await answer(key, 'ACCEPTED')).status).toBe(422);
  await world.change(id, { date: DAY });
  okOf(await save(OFFICER, id, { otherContacts: null }));
  await send(id);
  expect(await (await shown(key)).json()).toEqual({ standing: 'REMOVED' });
}, 60_000);

it('[ORG-03] [PERM-05] a user who may read the meeting is notified and answers in the product; another one only by the link', async () => {
  const account = await newContact({ email: 'unused@example.org' });
  await world.change(world.idOf(INVITED), { contact: account.id });
  const hidden = await meet({ otherContacts: [account.id] });
  await send(hidden);
  const address = String((await read('administrator', world.idOf(INVITED)))['email']);
  const email = await server.emailTo(address);
  expect(email.mail.subject).toContain(TITLE);
  expect(server.emails.filter(({ to }) => to.includes('unused@example.org'))).toEqual([]);
  expect(await act(INVITED, 'answerInvitation', hidden, { answer: 'ACCEPTED' })).toEqual({ refused: 'notFound' });
  const noticesOf = async (): Promise<Body[]> =>
    okOf(await world.ask(INVITED, 'act/fetchNotifications', targetOf(world.idOf(INVITED))))['items'] as Body[];
  expect((await noticesOf()).filter(({ $context }) => $context === hidden)).toEqual([]);
  expect((await answer(keyIn(email), 'ACCEPTED')).status).toBe(200);

  const open = await meet({ $access: 'COMMUNITY', members: [world.idOf(INVITED)], summary: 'Open day' });
  await send(open);
  expect((await server.emailTo(address, 2)).mail.subject).toContain('Open day');
  expect((await noticesOf()).filter(({ $context }) => $context === open)).toMatchObject([{ $kind: 'invited' }]);
  okOf(await act(INVITED, 'answerInvitation', open, { answer: 'TENTATIVE' }));
  expect(await invitedOf(open)).toMatchObject([{ user: world.idOf(INVITED), answer: 'TENTATIVE' }]);
  expect(await act('creator', 'answerInvitation', open, { answer: 'ACCEPTED' })).toHaveProperty('refused');
  for (const actor of [INVITED, 'stranger']) {
    expect(await act(actor, 'sendInvitations', open)).toHaveProperty('refused');
    expect(await act(actor, 'cancelInvitations', open)).toHaveProperty('refused');
  }
}, 60_000);

it('[ORG-03] an invitation that cannot be delivered says why, tells who sent it, and is sent again', async () => {
  const [{ id: contact, address }, nobody] = [await newContact(), await newContact({ email: null })];
  const id = await meet({ otherContacts: [contact, nobody.id], $access: 'COMMUNITY', summary: 'Open day' });
  server.trouble = { to: address, rcpt: 550 };
  expect(await send(id)).toEqual({ sent: 1 });
  server.trouble = {};
  const entryOf = (all: readonly Body[], person: Json): Body | undefined =>
    all.find((each) => each['person'] === person);
  const before = await invitedOf(id);
  expect(entryOf(before, contact)).toMatchObject({ state: 'REFUSED', reason: expect.stringMatching(/550/) });
  // Readers of the meeting may not read its people: it contains neither their names nor their addresses.
  for (const hidden of ['Ida', 'Dale', address]) expect(JSON.stringify(before)).not.toContain(hidden);
  expect(entryOf(before, nobody.id)).toMatchObject({ state: 'NO_ADDRESS' });
  const must = { _t: ['Event'], kind: ['invitationNotDelivered'], context: [id] };
  expect(okOf(await world.ask('administrator', 'search/ids', { must, max: 10 }))['ids']).toHaveLength(1);
  await world.runJobs();
  const sender = String((await read('administrator', world.idOf(OFFICER)))['email']);
  expect(
    server.emails.some(({ to, mail }) => to.includes(sender) && mail.text?.includes('could not be delivered') === true),
  ).toBe(true);
  await send(id);
  await server.emailTo(address);
  const after = entryOf(await invitedOf(id), contact);
  expect(after).toMatchObject({ state: 'TAKEN' });
  expect(after).not.toHaveProperty('reason');
}, 60_000);

it('[ORG-03] who is not named, and what is over, gets no invitation', async () => {
  const nobody = await meet({});
  expect(JSON.stringify(await act(OFFICER, 'sendInvitations', nobody))).toContain('errors.invitation.nobody');
  const over = await meet({ date: organisationDay(-2), otherContacts: [(await newContact()).id] });
  for (const action of ['sendInvitations', 'cancelInvitations'])
    expect(JSON.stringify(await act(OFFICER, action, over))).toContain('errors.invitation.over');
  expect(await act('administrator', 'sendInvitations', response)).toEqual({ refused: 'notAllowed' });
});
