// Words of an internal review, in each place where staff write them, leave by no channel to the other party or to members: not in an email, a
// letter with its annexes, an invitation, a notice, a calendar, an export or a search. consultationBundle.pg.test.ts sweeps the log likewise.

import { afterAll, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { organisationDay } from 'tests/clock/organisationDay.ts';
import { okOf, targetOf, type Body } from 'tests/product/productOperations.ts';
import { PROPONENT, STAFF, useLetterWorld } from 'tests/product/useLetterWorld.ts';
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
const textOf = ({ raw, mail }: MailServer['letters'][number]): string => {
  const parts = mail.attachments.filter(({ contentType }) => contentType.startsWith('text/'));
  const texts = [raw, mail.subject, mail.text, mail.html, ...parts.map(({ content }) => content.toString())];
  return texts.join('\n').replaceAll(/=?\r?\n ?/g, '');
};

/** What staff write in the course of a review. */
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

/** Everything that a person may ask of the review and of what is about it. */
const askedBy = async (actor: string, { word, ids }: Sweep): Promise<string> => {
  const { world } = letters;
  const self = targetOf(world.idOf(actor));
  const query = { must: { _t: ['ConsultResponse', 'Meeting', 'Consultation'] } };
  const { path } = okOf(
    await world.ask(actor, 'act/makeCalendarFeed', { ...self, name: 'All', names: true, query } as Body),
  );
  const answers = await Promise.all([
    ...ids.flatMap((id) => [
      world.ask(actor, `read/${id}`),
      world.ask(actor, `history/${id}`, {}),
      ...['Event', 'Thread'].map((type) =>
        world.ask(actor, 'search/ids', { must: { context: [id], _t: [type] }, labels: true } as Json),
      ),
    ]),
    world.ask(actor, 'search/ids', { must: { text: [word] }, labels: true }),
    world.ask(actor, 'suggest', { text: word }),
    world.ask(actor, 'act/fetchNotifications', self),
    world.get('visitor', String(path)).then((answer) => answer.text()),
  ]);
  const exported: string[] = [];
  // One at a time, since a person may run few exports at once.
  for (const type of ['ConsultResponse', 'Meeting', 'Consultation', 'Letter', 'Thread', 'Message'])
    exported.push(await world.exported(actor, { query: { must: { _t: [type] } }, format: 'csv' }));
  return JSON.stringify([answers, exported]).replaceAll(String.raw`\r\n `, '');
};

it('[PERM-05] [CONS-02] [WF-02] words of an internal review reach neither the other party nor members by any channel', async () => {
  const meeting = await writeReview();
  const letter = await ready();
  await letters.change(letter, { annexes: ['SECTIONS', 'CONCERNS'] });
  await letters.world.followAll([letters.response, meeting, letter]);
  await letters.world.runJobs();
  okOf(await move('administrator', letter, 'approve'));
  okOf(await act(STAFF, 'sendLetter/async', letter, { by: 'EMAIL', address: 'office@example.org' }));
  await letters.world.runJobs();

  const { mail } = await smtp.letterTo('office@example.org');
  const [pdf] = mail.attachments;
  const pages = (await pagesOf(pdf?.content ?? Buffer.alloc(0))).join('\n');
  expect(pages).toContain(SAID);
  expect(pages).not.toContain(CANARY);
  const invitation = await smtp.letterTo(GUEST);
  expect(invitation.mail.subject).toContain('Talk');
  for (const each of smtp.letters) expect(textOf(each)).not.toContain(CANARY);
  const sweep: Sweep = { word: CANARY, ids: [letters.response, meeting, letters.consultation] };
  for (const actor of [PROPONENT, 'member'])
    expect({ actor, learns: (await askedBy(actor, sweep)).includes(CANARY) }).toEqual({ actor, learns: false });
  // The words are there for those who work on the review.
  expect(await askedBy('administrator', sweep)).toContain(CANARY);
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

/** The log of the request as a file, which leaves the community. */
const logFile = async (format: string): Promise<string> => {
  const { key } = okOf(
    await act('owner administrator', 'consultationLog/async', letters.consultation, { format } as Body),
  );
  await letters.world.runJobs();
  const answer = await letters.world.get('owner administrator', `/task-result/${String(key)}`);
  expect(answer.status).toBe(200);
  return await answer.text();
};

it('[PERM-05] [CONS-02] [WF-02] words of a comment on a passage reach nobody who may not read the letter, by any channel', async () => {
  const before = smtp.letters.length;
  const letter = await ready();
  const thread = await comment(letter);
  await letters.world.followAll([letter]);
  await letters.world.runJobs();
  okOf(await move('administrator', letter, 'approve'));
  okOf(await act(STAFF, 'sendLetter/async', letter, { by: 'EMAIL', address: 'registry@example.org' }));
  await letters.world.runJobs();
  const { mail } = await smtp.letterTo('registry@example.org');
  expect((await pagesOf(mail.attachments[0]?.content ?? Buffer.alloc(0))).join('\n')).not.toContain(COMMENT);
  // Only the person who is named in the comment, and may read it, has an email with its words.
  const told = smtp.letters.slice(before).filter((each) => textOf(each).includes(COMMENT));
  for (const { to } of told) expect(to).toEqual(['administrator@example.org']);
  expect(await logFile('csv')).not.toContain(COMMENT);
  const sweep: Sweep = { word: COMMENT, ids: [letter, thread, letters.response, letters.consultation] };
  for (const actor of [PROPONENT, 'member'])
    expect({ actor, learns: (await askedBy(actor, sweep)).includes(COMMENT) }).toEqual({ actor, learns: false });
  expect(await askedBy(STAFF, sweep)).toContain(COMMENT);
}, 240_000);
