// Words of an internal review, in each place where staff write them, leave by no channel to the other party or to members: not in an email, a
// letter with its annexes, a log, an invitation, a notice, a calendar, an export or a search. Each channel has an assertion of its own.

import { afterAll, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { organisationDay } from 'tests/clock/organisationDay.ts';
import { okOf, targetOf, type Body } from 'tests/product/productOperations.ts';
import { PROPONENT, STAFF, useLetterWorld } from 'tests/product/useLetterWorld.ts';
import { readZip } from 'tests/server/harness/readZip.ts';
import { pagesOf } from 'tests/server/letters/readPdf.ts';
import { startMailServer, type MailServer } from 'tests/server/mail/startMailServer.ts';

const CANARY = 'canaryinternalreview';
const COMMENT = 'canarypassagecomment';
const SAID = 'We ask for a culvert';
const GUEST = 'guest@example.org';

let smtp: MailServer;
const letters = useLetterWorld(async () => {
  smtp = await startMailServer();
  return smtp.url;
});
afterAll(() => smtp.stop());
const { act, add, move, ready } = letters;

const create = async (type: string, values: Body): Promise<ItemId> =>
  String(okOf(await letters.world.ask(STAFF, `create/${type}`, values))['$id']);

/** An email as it was sent, and its parts. */
const textOf = ({ raw, mail }: MailServer['emails'][number]): string => {
  const parts = mail.attachments.filter(({ contentType }) => contentType.startsWith('text/'));
  const texts = [raw, mail.subject, mail.text, mail.html, ...parts.map(({ content }) => content.toString())];
  return texts.join('\n').replaceAll(/=?\r?\n ?/g, '');
};

/** Texts that staff write during a review. */
const writeReview = async (): Promise<ItemId> => {
  const { response, world, proponent } = letters;
  const own = { context: response, owner: world.own };
  const internal = { summary: CANARY, rationale: CANARY, internalNotes: CANARY, offline: CANARY };
  await world.change(response, internal);
  await create('ConsultResponseConcern', {
    response,
    subject: CANARY,
    description: CANARY,
    commitmentAsked: CANARY,
    included: false,
  });
  await create('ConsultResponseSection', { response, title: CANARY, body: CANARY, included: false });
  await create('ConsultResponseSection', { response, title: 'The creek', body: SAID, included: true });
  await add('RwfSimple', { of: response, instructions: CANARY, result: CANARY });
  await add('RwfMeeting', { of: response, aim: CANARY, minutes: CANARY });
  const thread = await create('Thread', { subject: CANARY, context: response });
  await create('Message', { thread, body: CANARY });
  const guest = await add('Contact', {
    ...{ _related: proponent, firstName: 'Ida', lastName: 'Dale', email: GUEST, blocked: null },
  });
  const meeting = await add('Meeting', {
    ...{ ...own, summary: CANARY, minutes: CANARY, date: organisationDay(4), start: '09:00', end: '10:00' },
    ...{ $access: 'PROTECTED', otherOrgs: [proponent], otherContacts: [guest], invitationTitle: 'Talk', place: 'Hall' },
  });
  okOf(await act('administrator', 'sendInvitations', meeting));
  return meeting;
};

interface Sweep {
  readonly word: string;
  /** Items of the review, and what is about them. */
  readonly ids: readonly ItemId[];
}

type Channel = 'records' | 'search' | 'notices' | 'calendar' | 'export' | 'log';

/** The words of the log of the request in each of its forms, as the person hands it over. */
const logOf = async (actor: string): Promise<string> => {
  const forms: string[] = [];
  for (const format of ['csv', 'pdf', 'zip']) {
    const input = { format, minutes: true } as Body;
    const { key } = okOf(await act(actor, 'consultationLog/async', letters.consultation, input));
    await letters.world.runJobs();
    const answer = await letters.world.get(actor, `/task-result/${String(key)}`);
    expect({ actor, format, status: answer.status }).toEqual({ actor, format, status: 200 });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (format === 'csv') forms.push(bytes.toString());
    else if (format === 'pdf') forms.push((await pagesOf(bytes)).join('\n'));
    else for (const { name, content } of readZip(bytes)) forms.push(name, await wordsOf(name, content));
  }
  return forms.join('\n');
};

const wordsOf = async (name: string, content: Buffer): Promise<string> =>
  name.endsWith('.pdf') ? (await pagesOf(content)).join('\n') : content.toString();

/** Everything that a person may ask of the review and of what is about it, for each channel. */
const askedBy = async (actor: string, { word, ids }: Sweep): Promise<Readonly<Record<Channel, string>>> => {
  const { world } = letters;
  const self = targetOf(world.idOf(actor));
  const query = { must: { _t: ['ConsultResponse', 'Meeting', 'Consultation'] } };
  const feed = { ...self, name: 'All', names: true, query } as Body;
  const { path } = okOf(await world.ask(actor, 'act/makeCalendarFeed', feed));
  const records = ids.flatMap((id) => [world.ask(actor, `read/${id}`), world.ask(actor, `history/${id}`, {})]);
  const about = ids.flatMap((id) =>
    ['Event', 'Thread'].map((type) =>
      world.ask(actor, 'search/ids', { must: { context: [id], _t: [type] }, labels: true } as Json),
    ),
  );
  const found = [
    world.ask(actor, 'search/ids', { must: { text: [word] }, labels: true }),
    world.ask(actor, 'suggest', { text: word }),
  ];
  const exported: string[] = [];
  // One at a time, since a person may run few exports at once.
  for (const type of ['ConsultResponse', 'Meeting', 'Consultation', 'Letter', 'Thread', 'Message'])
    exported.push(await world.exported(actor, { query: { must: { _t: [type] } }, format: 'csv' }));
  return {
    records: JSON.stringify(await Promise.all([...records, ...about])),
    search: JSON.stringify(await Promise.all(found)),
    notices: JSON.stringify(okOf(await world.ask(actor, 'act/fetchNotifications', self))),
    // Long lines of a calendar are folded.
    calendar: (await (await world.get('visitor', String(path))).text()).replaceAll('\r\n ', ''),
    export: exported.join('\n'),
    log: await logOf(actor),
  };
};

const channelsWith = (word: string, channels: Readonly<Record<string, string>>): readonly string[] =>
  Object.keys(channels).filter((channel) => channels[channel]?.includes(word));

it('[PERM-05] [CONS-02] [WF-02] words of an internal review reach neither the other party nor members by any channel', async () => {
  // The calendars of both parties show the day.
  await letters.world.change(letters.consultation, { requestedResponseDate: organisationDay(20) });
  const meeting = await writeReview();
  const letter = await ready();
  await letters.change(letter, { annexes: ['SECTIONS', 'CONCERNS'] });
  await letters.world.followAll([letters.response, meeting, letter]);
  await letters.world.runJobs();
  okOf(await move('administrator', letter, 'approve'));
  okOf(await act(STAFF, 'sendLetter/async', letter, { by: 'EMAIL', address: 'office@example.org' }));
  await letters.world.runJobs();

  const { mail } = await smtp.emailTo('office@example.org');
  const [pdf] = mail.attachments;
  const pages = await pagesOf(pdf?.content ?? Buffer.alloc(0));
  // The first page is the letter, and its annexes begin on a page of their own.
  const [first = '', ...annexes] = pages;
  expect(first).toContain('About North');
  expect(annexes.join('\n')).toContain(SAID);
  const invitation = textOf(await smtp.emailTo(GUEST));
  for (const part of ['Talk', 'BEGIN:VCALENDAR']) expect(invitation).toContain(part);
  const mails = smtp.emails.map(textOf).join('\n');
  const sent = { mail: mails, letter: first, annex: annexes.join('\n'), invitation };
  expect(channelsWith(CANARY, sent)).toEqual([]);

  const sweep: Sweep = { word: CANARY, ids: [letters.response, meeting, letters.consultation] };
  const theirs = await askedBy(PROPONENT, sweep);
  expect(channelsWith(CANARY, theirs)).toEqual([]);
  // Each channel has something for the other party, so that its silence about the review means something.
  for (const part of ['calendar', 'export', 'log', 'records'] as const) expect(theirs[part]).toContain('North');
  expect(channelsWith(CANARY, await askedBy('member', sweep))).toEqual([]);
  // The words are there for those who work on the review. A log is made for other parties, so it never contains them.
  expect(channelsWith(CANARY, await askedBy('administrator', sweep))).toEqual(
    expect.arrayContaining(['records', 'search', 'calendar', 'export']),
  );
}, 240_000);

/** Two people of the community talk about a passage of the letter, and one of them is named. */
const comment = async (letter: ItemId): Promise<ItemId> => {
  const quote = { path: 'body', exact: 'about the road' };
  const thread = await create('Thread', { context: letter, subject: COMMENT, quote });
  await create('Message', { thread, body: COMMENT });
  const mentions = [letters.world.idOf('administrator')];
  okOf(await letters.world.ask(STAFF, 'create/Message', { thread, body: COMMENT, mentions }));
  return thread;
};

it('[PERM-05] [CONS-02] [WF-02] words of a comment on a passage reach only people who may read the letter, by any channel', async () => {
  const before = smtp.emails.length;
  const letter = await ready();
  const thread = await comment(letter);
  await letters.world.followAll([letter]);
  await letters.world.runJobs();
  okOf(await move('administrator', letter, 'approve'));
  okOf(await act(STAFF, 'sendLetter/async', letter, { by: 'EMAIL', address: 'registry@example.org' }));
  await letters.world.runJobs();
  const { mail } = await smtp.emailTo('registry@example.org');
  expect((await pagesOf(mail.attachments[0]?.content ?? Buffer.alloc(0))).join('\n')).not.toContain(COMMENT);
  // Only the person who is named in the comment, and may read it, has an email with its words.
  const told = smtp.emails.slice(before).filter((each) => textOf(each).includes(COMMENT));
  for (const { to } of told) expect(to).toEqual(['administrator@example.org']);
  expect(await logOf('owner administrator')).not.toContain(COMMENT);
  const sweep: Sweep = { word: COMMENT, ids: [letter, thread, letters.response, letters.consultation] };
  for (const actor of [PROPONENT, 'member'])
    expect({ actor, learns: channelsWith(COMMENT, await askedBy(actor, sweep)) }).toEqual({ actor, learns: [] });
  expect(channelsWith(COMMENT, await askedBy(STAFF, sweep))).toEqual(expect.arrayContaining(['records', 'search']));
}, 240_000);
