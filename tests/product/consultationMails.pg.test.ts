// The emails that the parties of a consultation receive, through a real SMTP server: project, party, what happened, what is expected, and by
// which day; one email for each event; and nothing that its reader may not see there. The stranger works for the organization that submits,
// the capability holder for the own community, and the private reader administers a further one. No one is assigned.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { createReadFilters } from 'src/server/store/readers/readFilters.ts';
import { createNoticeFacts } from 'src/server/events/noticeFacts.ts';
import { openLabelsFor } from 'src/server/mail/openLabels.ts';
import { AREA, okOf, operationsOf, requestBody, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';
import { startMailServer, type MailServer } from 'tests/server/mail/startMailServer.ts';

const [SUBMITTER, OURS, THEIRS] = ['stranger', 'capability holder', 'private reader'] as const;
const DAY = 'May 1, 2031';

let smtp: MailServer;
let world: ProductWorld;
let third: ItemId;
let consultation: ItemId;
const operations = operationsOf(() => world);
const move = async (...asked: Parameters<typeof operations.move>): Promise<Body> =>
  okOf(await operations.move(...asked));

let contact: ItemId;

beforeAll(async () => {
  smtp = await startMailServer();
  world = await openProductWorld({ smtpUrl: smtp.url });
  const submitter = await operations.organizationOf(SUBMITTER);
  await world.change(submitter, { displayName: 'Northline Power' });
  const community = { type: 'COMMUNITY', territory: AREA };
  await world.change(world.own, { ...community, displayName: 'Tamber Inlet' });
  third = await world.newItem({
    ...{ type: 'Organization', level: 'COMMUNITY', mark: 'third' },
    more: { ...community, displayName: 'Ostermay' },
  });
  const capabilities = ['ConsultRespond', 'ResponseWorkflow'];
  await world.change(world.idOf(THEIRS), {
    siteReads: null,
    memberships: [{ owner: third, reads: 'PROTECTED', admin: true, capabilities }],
  });
  contact = await world.newItem({
    ...{ type: 'Contact', level: 'COMMUNITY', mark: 'engineer' },
    more: { _related: submitter },
  });
  const assign = { users: [world.idOf(OURS)] };
  const steps = [{ key: 'look', kind: 'RWF_SIMPLE', label: 'Look at the area', group: 1, days: 5, assign }];
  await world.newItem({
    ...{ type: 'Workflow', level: 'COMMUNITY', mark: 'template' },
    more: { label: 'Ours', owner: world.own, of: 'ConsultResponse', version: 1, state: 'ACTIVE', steps },
  });
  const body = requestBody({ submitter, contact, communities: [world.own, third] });
  const request = { ...body, projectName: 'Gravel quarry' };
  consultation = String(okOf(await world.ask(SUBMITTER, 'create/Consultation', request))['$id']);
});
afterAll(async () => {
  await world.stop();
  await smtp.stop();
});

interface Received {
  readonly subject: string;
  readonly text: string;
}

/** Returns the emails that the actions send, by their recipient. */
const sentBy = async (work: () => Promise<unknown>): Promise<(actor: string) => readonly Received[]> => {
  smtp.emails.splice(0);
  await work();
  await world.runJobs();
  const sent = smtp.emails.map(({ to, mail }) => ({ to, subject: mail.subject ?? '', text: mail.text ?? '' }));
  return (actor) =>
    sent
      .filter(({ to }) => to.some((address) => address.startsWith(`${actor.replace(' ', '.')}@`)))
      .map(({ subject, text }) => ({ subject, text }));
};

it('[CONS-01] [NTFY-02] the submitter gets a receipt with the file number, and each community one email that asks for its answer', async () => {
  const sentTo = await sentBy(() => move(SUBMITTER, consultation, 'submit'));
  const [receipt, ...more] = sentTo(SUBMITTER);
  expect(more).toEqual([]);
  expect(receipt?.subject).toBe('You submitted your request: Gravel quarry');
  for (const line of [
    `File number: ${consultation}`,
    'Submitted by: Northline Power',
    `Requested response date: ${DAY}`,
    `/i-${consultation}`,
  ])
    expect(receipt?.text).toContain(line);
  const subjects = {
    [OURS]: 'You have a step to do: Look at the area (Gravel quarry)',
    [THEIRS]: 'New consultation request: Gravel quarry',
  };
  expect(sentTo(THEIRS)[0]?.text).toContain('Choose who works on the answer');
  expect(sentTo(OURS)[0]?.text).toMatch(/^Due: \w+ \d+, \d{4}$/m);
  for (const actor of [OURS, THEIRS] as const) {
    const mails = sentTo(actor);
    expect(mails.map(({ subject }) => subject)).toEqual([subjects[actor]]);
    for (const line of [
      'Name of the project: Gravel quarry',
      'Submitted by: Northline Power',
      `Requested response date: ${DAY}`,
    ])
      expect(mails[0]?.text).toContain(line);
    expect(JSON.stringify(mails)).not.toContain('canary');
  }
});

it('[CONS-01] [NTFY-01] who is asked for a response and assigned its first step has one notice, with the project, the step and its day', async () => {
  const noticesOf = async (actor: string): Promise<Body[]> => {
    const [_t, _i] = world.idOf(actor).split('-');
    const { items = [] } = okOf(await world.ask(actor, 'act/fetchNotifications', { _t: _t ?? '', _i: Number(_i) }));
    return items as Body[];
  };
  const of = async (actor: string, community: ItemId): Promise<Body[]> => {
    const [response = ''] = await operations.held('ConsultResponse', 'community', community);
    return (await noticesOf(actor)).filter(({ $context }) => $context === response);
  };
  const ours = await of(OURS, world.own);
  const step = { description: 'Look at the area', project: consultation, dueName: 'RwfSimple.$assignedDue' };
  expect(ours).toMatchObject([{ $kind: 'stepAssigned', ...step }]);
  expect(String(ours[0]?.['due'])).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(await of(THEIRS, third)).toMatchObject([{ $kind: 'responseAsked', due: '2031-05-01' }]);
});

it('[CONS-01] the reason of a return is in the email to the submitter, and no other community learns it', async () => {
  const reason = 'The map of the north pit is missing';
  const sentTo = await sentBy(() => move(OURS, consultation, 'returnIncomplete', reason));
  const [returned, ...more] = sentTo(SUBMITTER);
  expect(more).toEqual([]);
  expect(returned?.subject).toBe('Gravel quarry was returned as incomplete');
  for (const words of [reason, 'Tamber Inlet', 'submit the request again']) expect(returned?.text).toContain(words);
  const [theirs] = sentTo(THEIRS);
  expect(theirs?.subject).toBe('A request was returned as incomplete: Gravel quarry');
  expect(theirs?.text).not.toContain(reason);
  expect(theirs?.text).not.toContain('Tamber');
});

it('[NTFY-02] an email about a letter names the request that it answers, and nothing of the letter', async () => {
  const [ours = ''] = await operations.held('ConsultResponse', 'community', world.own);
  const values = {
    context: ours,
    to: await operations.organizationOf(SUBMITTER),
    subject: 'canarysubject',
    body: 'canarybody',
  };
  const letter = String(okOf(await world.ask(OURS, 'create/Letter', values))['$id']);
  const { _u: u = 0 } = okOf(await world.ask('administrator', `read/${letter}`));
  const approval = { _t: 'Letter', _i: Number(letter.split('-')[1]), name: 'approve', u };
  const sentTo = await sentBy(async () => okOf(await world.ask('administrator', 'act/transition', approval)));
  expect(sentTo(OURS).map(({ subject }) => subject)).toEqual(['A letter was approved: Gravel quarry']);
  expect(JSON.stringify(sentTo(OURS))).not.toContain('canary');
  const thread = { subject: 'canarythread', context: ours, assignedTo: world.idOf(OURS) };
  const asks = await sentBy(async () => okOf(await world.ask('administrator', 'create/Thread', thread)));
  expect(asks(OURS).map(({ subject }) => subject)).toEqual(['New conversation: Gravel quarry']);
  expect(JSON.stringify(asks(OURS))).not.toContain('canary');
});

it('[NTFY-02] [WF-02] who hears of the approval of their letter and gets the next step has one email that names both', async () => {
  const [ours = ''] = await operations.held('ConsultResponse', 'community', world.own);
  const target = (id: ItemId): Body => ({ _t: id.split('-')[0] ?? '', _i: Number(id.split('-')[1]) });
  const admin = async (o: string, b: Body): Promise<Body> => okOf(await world.ask('administrator', o, b));
  const assign = (who: string) => ({ assign: { users: [world.idOf(who)] } });
  await admin('act/clearWorkflow', { ...target(ours), reason: 'Another way' });
  const steps = [
    { key: 'propose', kind: 'RWF_LETTER_PROPOSE', label: 'Write it', group: 1, ...assign(OURS) },
    { key: 'approve', kind: 'RWF_LETTER_APPROVE', label: 'Approve it', group: 2, ...assign('administrator') },
    { key: 'send', kind: 'RWF_LETTER_SEND', label: 'Send it', group: 3, ...assign(OURS) },
  ];
  await admin('act/initManual', { ...target(ours), steps });
  const to = await operations.organizationOf(SUBMITTER);
  const values = { context: ours, to, subject: 'canarysubject', body: 'canarybody' };
  const letter = String(okOf(await world.ask(OURS, 'create/Letter', values))['$id']);
  const [propose = ''] = await operations.held('RwfLetterPropose', 'of', ours);
  await admin('act/applyStepProps', { ...target(ours), step: 'propose', props: { letter } });
  okOf(await world.ask(OURS, 'act/setStepState', { ...target(ours), step: propose, state: 'COMPLETE' }));
  await world.runJobs();
  // An unread notice of an earlier step would take the next one in, without an email.
  okOf(await world.ask(OURS, 'act/markNotifications', { ...target(world.idOf(OURS)), all: true }));
  const { _u: u = 0 } = okOf(await world.ask('administrator', `read/${letter}`));
  const sentTo = await sentBy(() => admin('act/transition', { ...target(letter), name: 'approve', u }));
  const [email, ...more] = sentTo(OURS);
  expect(more).toEqual([]);
  expect(email?.subject).toBe('You have a step to do: Send it (Gravel quarry)');
  expect(email?.text).toContain('A letter was approved: Gravel quarry');
  expect(email?.text).not.toContain('canary');
});

it('[CONS-01] every community that was asked hears that the request is complete again, and that it is withdrawn', async () => {
  // The assigned person has left since then, so there is no assignee.
  const [ours = ''] = await operations.held('ConsultResponse', 'community', world.own);
  await world.change(ours, { internalContacts: [world.idOf('protected reader')] });
  await world.change(world.idOf('protected reader'), { blocked: true });
  const resumed = await sentBy(() => move(SUBMITTER, consultation, 'resubmit'));
  expect(resumed(SUBMITTER).map(({ subject }) => subject)).toEqual(['You completed your request: Gravel quarry']);
  const withdrawn = await sentBy(() => move(SUBMITTER, consultation, 'withdraw', 'The market is gone'));
  for (const actor of [OURS, THEIRS]) {
    const [again, ...more] = resumed(actor);
    expect(more).toEqual([]);
    expect(again?.subject).toBe('A request is complete again: Gravel quarry');
    expect(again?.text).toMatch(/Requested response date: \w+ \d+, 2031/);
    expect(withdrawn(actor).map(({ subject }) => subject)).toEqual(['A request was withdrawn: Gravel quarry']);
    for (const words of ['No answer is needed', 'The market is gone'])
      expect(withdrawn(actor)[0]?.text).toContain(words);
  }
  expect(okOf(await world.ask(OURS, `read/${ours}`))).toMatchObject({ withdrawal: 'The market is gone' });
});

it('[CONS-01] [CONS-02] a community that has answered reads why the request was withdrawn, in the email and on its answer', async () => {
  const submitter = await operations.organizationOf(SUBMITTER);
  const request = {
    ...requestBody({ submitter, contact, communities: [world.own, third] }),
    projectName: 'Salt works',
  };
  const salt = String(okOf(await world.ask(SUBMITTER, 'create/Consultation', request))['$id']);
  await sentBy(() => move(SUBMITTER, salt, 'submit'));
  const responses = await operations.held('ConsultResponse', 'consultation', salt);
  const found = await Promise.all(responses.map((id) => world.ask('administrator', `read/${id}`)));
  const [ours = ''] = found.map(okOf).flatMap(({ $id, community }) => (community === world.own ? [String($id)] : []));
  await world.change(ours, { outcome: 'NO_CONCERNS' });
  await sentBy(() => move(OURS, ours, 'respond'));
  const withdrawn = await sentBy(() => move(SUBMITTER, salt, 'withdraw', 'The price of salt fell'));
  const [mail, ...more] = withdrawn(OURS);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('A request that you answered was withdrawn: Salt works');
  for (const words of ['The price of salt fell', 'Your answer stays on record']) expect(mail?.text).toContain(words);
  expect(withdrawn(THEIRS)[0]?.text).toContain('The price of salt fell');
  const kept = { withdrawal: 'The price of salt fell', state: 'RESPONDED' };
  expect(okOf(await world.ask(OURS, `read/${ours}`))).toMatchObject(kept);
});

it('[NTFY-02] the email of a process that the change feed has not reached names what another process wrote', async () => {
  const { database, registry, items, sessions, messages } = world.services;
  const readFilters = createReadFilters(database);
  const subject = await sessions.subjectOf(world.idOf(SUBMITTER));
  const readFilter = subject && (await readFilters.readFilterFor(subject));
  const submitter = await operations.organizationOf(SUBMITTER);
  const fourth = await world.newItem({
    ...{ type: 'Organization', level: 'COMMUNITY', mark: 'fourth' },
    more: { type: 'COMMUNITY', territory: AREA, displayName: 'Fourth' },
  });
  const request = { ...requestBody({ submitter, contact, communities: [fourth] }), projectName: 'Sand pit' };
  const id = String(okOf(await world.ask(SUBMITTER, 'create/Consultation', request))['$id']);
  await move(SUBMITTER, id, 'submit');
  await world.runJobs();
  expect(readFilter?.canRead((await items.find(database, id))?.acl ?? 0)).toBe(false);
  const must = { _t: ['Event'], context: [id] };
  const [event] = okOf(await world.ask('administrator', 'search/ids', { must, max: 1 }))['ids'] as ItemId[];
  const readFilterOf = () => Promise.resolve(readFilter);
  const { blocks } = await createNoticeFacts({ registry, items, readFilters })(
    {
      ...{ db: database, values: {}, now: new Date(), texts: { shipped: messages, overrides: {} } },
      reader: { userId: world.idOf(SUBMITTER), address: 'x@example.org', name: undefined, language: 'en' },
      readFilter: readFilterOf,
      label: openLabelsFor({ database, items, readFilters }, readFilterOf),
    },
    { event } as unknown as Item,
  );
  expect(blocks.join('\n')).toContain(`File number: ${id}`);
});
