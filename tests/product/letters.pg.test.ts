// A letter about a response, from its template to the files that were sent: who may take which step, what stands on the paper, how it
// moves with the steps of a workflow, and that whoever made the request gets what was sent to them, and nothing else.

import { createHash } from 'node:crypto';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';
import { readZip } from 'tests/server/harness/readZip.ts';

type Body = Readonly<Record<string, Json>>;

let world: ProductWorld;
let consultation: ItemId;
let response: ItemId;
let template: ItemId;
let proponent: ItemId;

const [STAFF, PROPONENT] = ['capability holder', 'stranger'] as const;
const SYLLABICS = 'ᓂᐱᕀ';

const okOf = (answer: Answer): Body => {
  if ('ok' in answer) return answer.ok as Body;
  throw new Error(JSON.stringify(answer));
};
const add = async (type: string, more: Body): Promise<ItemId> =>
  (await world.add([{ type, level: 'COMMUNITY', mark: type, more }]))[0] ?? '';
const target = (id: ItemId): Body => ({ _t: id.split('-')[0] ?? '', _i: Number(id.split('-')[1]) });
const act = (actor: string, action: string, id: ItemId, input: Body = {}): Promise<Answer> =>
  world.ask(actor, `act/${action}`, { ...target(id), ...input });
const read = async (id: ItemId): Promise<Body> => okOf(await world.ask(STAFF, `read/${id}`));
/** As somebody who has looked at the item as it stands. */
const move = async (actor: string, id: ItemId, name: string, more: Body = {}): Promise<Answer> =>
  act(actor, 'transition', id, { name, u: (await read(id))['_u'] ?? 0, ...more });
const draft = async (): Promise<Body> => okOf(await act(STAFF, 'draftLetter', response, { template }));
const fileOf = async (actor: string, id: Json | undefined): Promise<globalThis.Response> =>
  await world.get(actor, `/attachment/${String(id).split('-')[1]}`);

const newResponse = (request = consultation): Promise<ItemId> =>
  add('ConsultResponse', {
    ...{
      consultation: request,
      community: world.own,
      anticipatedResponse: null,
      primaryOrg: proponent,
      state: 'PENDING',
    },
    ...{ identifiers: ['REF-77'], distributed: '2031-03-01T00:00:00Z', requestedResponseDate: '2031-03-31' },
  });
const change = async (id: ItemId, changes: Body): Promise<Body> =>
  okOf(await world.ask(STAFF, 'update', { $id: id, _u: (await read(id))['_u'] ?? 0, ...changes }));
/** With nothing left to fill in. */
const ready = async (about: ItemId = response): Promise<ItemId> => {
  const id = String(okOf(await act(STAFF, 'draftLetter', about, { template }))['$id']);
  await change(id, { signature: 'A. Sample', body: String((await read(id))['body']).replace('{no.such.field}', 'x') });
  return id;
};
const send = async (id: ItemId, by = 'THREAD'): Promise<void> => {
  okOf(await act(STAFF, 'sendLetter/async', id, { by }));
  await world.runJobs();
};
const find = async (actor: string, must: Body): Promise<ItemId[]> =>
  okOf(await world.ask(actor, 'search/ids', { must: must as never, max: 100 }))['ids'] as ItemId[];

beforeAll(async () => {
  world = await openProductWorld();
  const [membership] = okOf(await world.ask('administrator', `read/${world.idOf(PROPONENT)}`))['memberships'] as Body[];
  proponent = String(membership?.['owner']);
  await world.change(world.own, { calendar: { timeZone: 'Pacific/Kiritimati' } });
  consultation = await add('Consultation', {
    projectName: 'North *Road*',
    primaryOrg: proponent,
    communities: [world.own],
  });
  response = await newResponse();
  template = await add('LetterTemplate', {
    label: 'Answer',
    owner: world.own,
    state: 'ACTIVE',
    subject: 'About {consultation.projectName}',
    body: `# To {consultation.primaryOrg}\n\nOn {today} about {consultation.projectName} and ${SYLLABICS}; {no.such.field}, {anticipatedResponse}.`,
  });
});
afterAll(() => world.stop());

it('[WF-02] a draft has the fields of what it is about, says which it could not fill, and is nobody’s who may not read the response', async () => {
  const { $id, unknown, empty } = await draft();
  expect({ unknown, empty }).toEqual({ unknown: ['no.such.field'], empty: ['anticipatedResponse'] });
  const letter = await read(String($id));
  expect(letter).toMatchObject({
    state: 'PROPOSED',
    subject: 'About North *Road*',
    owner: world.own,
    context: response,
  });
  expect(letter['body']).toContain(String.raw`North \*Road\*`);
  for (const actor of ['stranger', 'member', 'visitor'])
    expect(await world.ask(actor, `read/${String($id)}`)).toHaveProperty('refused');
  for (const actor of ['stranger', 'member'])
    expect(await act(actor, 'draftLetter', response, { template })).toHaveProperty('refused');
});

it('[WF-02] a template of others, or one that is not in use, makes no letter', async () => {
  const elsewhere = await add('LetterTemplate', {
    label: 'x',
    owner: proponent,
    state: 'ACTIVE',
    subject: 'x',
    body: 'x',
  });
  const unused = await add('LetterTemplate', { label: 'y', owner: world.own, state: 'DRAFT', subject: 'x', body: 'x' });
  expect(await act(STAFF, 'draftLetter', response, { template: elsewhere })).toMatchObject({ refused: 'notFound' });
  for (const each of [unused, response])
    expect(JSON.stringify(await act(STAFF, 'draftLetter', response, { template: each }))).toContain('/template');
});

it('[WF-02] [WF-03] a draft says by its fields how the request stands by the clock, in days of the owner', async () => {
  const clock = await add('LetterTemplate', {
    ...{ label: 'Clock', owner: world.own, state: 'ACTIVE', subject: 'x' },
    body: '{clock.asked} {clock.left} {clock.used} {clock.stopped} {clock.reasons}',
  });
  const { $id, unknown } = okOf(await act(STAFF, 'draftLetter', response, { template: clock }));
  expect(unknown).toEqual([]);
  const letter = await read(String($id));
  expect(letter['body']).toMatch(/^31-Mar-2031 \d+ 0 0 ?$/);
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Kiritimati' }).format();
  expect(letter).toMatchObject({ to: proponent, date: today });
});

it('[WF-02] [CONS-02] a letter is sent once it is approved, as it was then; whoever made the request gets it, and nothing else', async () => {
  const draftId = String((await draft())['$id']);
  expect(JSON.stringify(await act(STAFF, 'sendLetter/async', draftId))).toContain('errors.letter.notApproved');
  await change(draftId, { subject: 'About {other.field}' });
  const unfilled = JSON.stringify(await move(STAFF, draftId, 'approve'));
  for (const part of ['unfilled.subject', '{other.field}', 'unfilled.body', '{no.such.field}'])
    expect(unfilled).toContain(part);
  const id = await ready();
  const attachment = await world.attach(id, { originalName: 'map.txt', bytes: Buffer.from('the map') });
  await world.change(id, { attachments: [attachment] });
  const both = await Promise.all([move(STAFF, id, 'approve'), move('administrator', id, 'approve')]);
  expect(both.filter((answer) => 'ok' in answer)).toHaveLength(1);
  expect(JSON.stringify(both)).toContain('errors.state.moved');
  okOf(await act(STAFF, 'sendLetter/async', id));
  await send(id);

  const sent = await read(id);
  expect(sent).toMatchObject({ state: 'SENT', sentBy: world.idOf(STAFF), by: 'THREAD' });
  const files = sent['files'] as Json[];
  expect(files).toHaveLength(2);
  const bytes = await Promise.all(
    files.map(async (file) => Buffer.from(await (await fileOf(STAFF, file)).arrayBuffer())),
  );
  const sums = bytes.map((each) => createHash('sha256').update(each).digest('hex'));
  expect((sent['sentAs'] as Body[]).map(({ sha256 }) => sha256).slice(0, 2)).toEqual(sums);
  const [pdf, docx] = bytes;
  const page = await (await getDocument({ data: new Uint8Array(pdf ?? []), verbosity: 0 }).promise).getPage(1);
  const text = (await page.getTextContent()).items.map((item) => ('str' in item ? item.str : '')).join('');
  for (const part of ['North *Road*', SYLLABICS, 'A. Sample', 'REF-77']) expect(text).toContain(part);
  const document = readZip(docx ?? Buffer.alloc(0)).find(({ name }) => name === 'word/document.xml');
  expect(document?.content.toString('utf8')).toContain(SYLLABICS);

  // One message with what was sent, for the two sides of the conversation.
  const thread = String(sent['thread']);
  const said = await find(PROPONENT, { _t: ['Message'], thread: [thread] });
  expect(said).toHaveLength(1);
  const message = okOf(await world.ask(PROPONENT, `read/${said[0] ?? ''}`));
  const copies = message['attachments'] as Json[];
  const got = await Promise.all(
    copies.map(async (file) => Buffer.from(await (await fileOf(PROPONENT, file)).arrayBuffer())),
  );
  expect(got.map((each) => each.toString('latin1'))).toEqual(
    [...bytes, Buffer.from('the map')].map((each) => each.toString('latin1')),
  );
  for (const actor of [PROPONENT, 'member', 'visitor']) {
    for (const file of [...files, attachment]) expect((await fileOf(actor, file)).status).not.toBe(200);
    for (const each of [id, response]) expect(await world.ask(actor, `read/${each}`)).toHaveProperty('refused');
  }
  expect(JSON.stringify(message)).not.toMatch(/"(?:ConsultResponse|Letter)-/);

  // As it was sent it stays.
  for (const actor of [STAFF, 'administrator']) {
    const u = (await read(id))['_u'] ?? 0;
    const update = await world.ask(actor, 'update', { $id: id, _u: u, subject: 'Other' });
    expect(JSON.stringify(update)).toContain('errors.state.fixed');
    expect(JSON.stringify(await world.ask(actor, `delete/${id}`, { _u: u }))).toContain('errors.state.fixed');
    expect(await move(actor, id, 'reviseLetter', { reason: 'late' })).toHaveProperty('refused');
  }
  for (const each of [id, ...files, ...copies].map(String))
    expect(await world.ask(STAFF, `delete/${each}`, { _u: 1 })).toHaveProperty('refused');
  expect(JSON.stringify(await act(STAFF, 'sendLetter/async', id))).toContain('errors.letter.notApproved');
});

it('[WF-02] an approval is of the version that was looked at', async () => {
  const id = await ready();
  const u = Number((await read(id))['_u']);
  await change(id, { body: 'Other words' });
  expect(JSON.stringify(await act(STAFF, 'transition', id, { name: 'approve' }))).toContain('errors.state.unseen');
  const late = await act('administrator', 'transition', id, { name: 'approve', u });
  expect(late).toMatchObject({ refused: 'conflict' });
  expect(JSON.stringify(late)).toContain('Other words');
  expect(await read(id)).toMatchObject({ state: 'PROPOSED' });
  okOf(await move('administrator', id, 'approve'));
});

it('[WF-02] [PERM-01] whoever made the request and its contacts are notified of an answer, by what they may read', async () => {
  const person = world.idOf(PROPONENT);
  const contact = await add('Contact', { _related: proponent });
  await world.change(person, { contact });
  const asked = await add('Consultation', {
    ...{ projectName: 'Pier', primaryOrg: proponent, communities: [world.own], primaryContacts: [contact] },
  });
  const about = await newResponse(asked);
  let thread = '';
  for (const by of ['THREAD', 'POST']) {
    const id = await ready(about);
    okOf(await move(STAFF, id, 'approve'));
    await send(id, by);
    // The job that notifies was added by the one that sent.
    await world.runJobs();
    if (by === 'THREAD') thread = String((await read(id))['thread']);
  }
  const events = await find('administrator', { _t: ['Event'], kind: ['answerSent'] });
  expect(events.length).toBeGreaterThan(0);
  const [told = ''] = await find(PROPONENT, { _t: ['Event'], kind: ['answerSent'], context: [thread] });
  expect(JSON.stringify(await world.ask(PROPONENT, `read/${told}`))).not.toMatch(/Letter-|ConsultResponse-/);
  const notices = await world.ask(PROPONENT, 'act/fetchNotifications', { ...target(person), max: 50 });
  const shown = (okOf(notices)['items'] as Body[]).filter(({ $kind }) => $kind === 'answerSent');
  expect(shown.map(({ $context }) => $context)).toEqual([thread]);
  // Whoever does not read the conversation learns nothing, and of the letter by post nobody of the other side does.
  for (const actor of ['visitor', 'member', 'stranger', 'private reader', 'creator'])
    for (const event of events) {
      const context = String(okOf(await world.ask('administrator', `read/${event}`))['context']);
      const reads = 'ok' in (await world.ask(actor, `read/${context}`));
      const knows = 'ok' in (await world.ask(actor, `read/${event}`));
      expect({ actor, context: context.split('-')[0], knows: knows && !reads }).toEqual({
        actor,
        context: 'Thread',
        knows: false,
      });
    }
});

it('[WF-02] [CONS-02] a request that is withdrawn stops its letters', async () => {
  const asked = await add('Consultation', {
    ...{ projectName: 'Dam', primaryOrg: proponent, communities: [world.own], state: 'CONSULTING' },
  });
  const about = await newResponse(asked);
  const [proposed, approved] = [await ready(about), await ready(about)];
  okOf(await move(STAFF, approved, 'approve'));
  okOf(await act(STAFF, 'sendLetter/async', approved, { by: 'POST' }));
  okOf(await act('administrator', 'transition', asked, { name: 'withdraw', reason: 'No money' }));
  await world.runJobs();
  for (const id of [proposed, approved]) {
    expect(await read(id)).toMatchObject({ state: 'STOPPED' });
    const u = (await read(id))['_u'] ?? 0;
    expect(JSON.stringify(await move(STAFF, id, 'approve'))).toContain('errors.state.moved');
    expect(JSON.stringify(await act(STAFF, 'sendLetter/async', id))).toContain('errors.letter.notApproved');
    expect(await world.ask('administrator', 'update', { $id: id, _u: u, subject: 'x' })).toHaveProperty('refused');
  }
  expect(JSON.stringify(await act(STAFF, 'draftLetter', about, { template }))).toContain('errors.letter.withdrawn');
  const own = { context: about, subject: 'x', body: 'x', to: proponent };
  expect(JSON.stringify(await world.ask('administrator', 'create/Letter', own))).toContain('errors.letter.withdrawn');
});

it('[WF-02] [PERM-01] a letter to somebody else never goes to who made the request, nor one with a file that is gone', async () => {
  const elsewhere = await ready();
  await change(elsewhere, { to: world.own });
  okOf(await move(STAFF, elsewhere, 'approve'));
  expect(JSON.stringify(await act(STAFF, 'sendLetter/async', elsewhere))).toContain('errors.letter.notToSubmitter');
  await send(elsewhere, 'POST');
  expect(await read(elsewhere)).toMatchObject({ state: 'SENT', by: 'POST' });
  const incomplete = await ready();
  const attachment = await world.attach(incomplete, { originalName: 'memo.txt', bytes: Buffer.from('memo') });
  await world.change(incomplete, { attachments: [attachment] });
  await world.change(attachment, { trashed: true });
  okOf(await move(STAFF, incomplete, 'approve'));
  // Nobody takes a file away from a letter that is approved.
  const u = Number((await read(attachment))['_u']);
  for (const answer of [
    await world.ask('administrator', `delete/${attachment}`, { _u: u }),
    await world.ask('administrator', 'update', { $id: attachment, _u: u, originalName: 'other.txt' }),
    await world.ask(STAFF, 'update', { $id: attachment, _u: u, caption: 'Other' }),
  ])
    expect(JSON.stringify(answer)).toContain('errors.state.fixedFile');
  await send(incomplete);
  expect(await read(incomplete)).toMatchObject({ state: 'APPROVED' });
  okOf(await move(STAFF, incomplete, 'reviseLetter', { reason: 'The memo is gone' }));
  okOf(await world.ask('administrator', `delete/${attachment}`, { _u: u }));
});

it('[WF-02] the steps of a workflow and their letter go together, whichever is done first', async () => {
  const about = await newResponse();
  const kinds = ['PROPOSE', 'APPROVE', 'SEND'];
  const steps = kinds.map((kind, at) => ({ key: kind, kind: `RWF_LETTER_${kind}`, label: kind, group: at + 1 }));
  okOf(await act('administrator', 'initManual', about, { steps: steps as never }));
  const { items, database } = world.services;
  const stepIds = await Promise.all(
    ['RwfLetterPropose', 'RwfLetterApprove', 'RwfLetterSend'].map(
      async (type) => (await items.holding(database, { type, path: 'of', id: about }))[0] ?? '',
    ),
  );
  const [propose = '', approve = '', sending = ''] = stepIds;
  const complete = (step: ItemId, more: Body = {}): Promise<Answer> =>
    act(STAFF, 'setStepState', about, { step, state: 'COMPLETE', ...more });
  expect(JSON.stringify(await complete(propose))).toContain('/letter');
  const id = await ready(about);
  expect(await read(propose)).toMatchObject({ letter: id });
  okOf(await complete(propose));
  expect(await read(approve)).toMatchObject({ letter: id, state: 'ACTIVE' });
  const look = async (): Promise<Body> => ({ seen: { [id]: (await read(id))['_u'] ?? 0 } });
  // Deleted while it is drafted from: the letter has its text.
  okOf(await world.ask('administrator', `delete/${template}`, { _u: (await read(template))['_u'] ?? 0 }));
  expect(await act(STAFF, 'draftLetter', about, { template })).toMatchObject({ refused: 'notFound' });
  await change(approve, { approved: true });
  // Neither unseen, nor as it was before somebody wrote in it.
  expect(JSON.stringify(await complete(approve))).toContain('errors.letter.unseen');
  const before = await look();
  await change(id, { signature: 'B. Sample' });
  expect(await complete(approve, before)).toMatchObject({ refused: 'conflict' });
  expect(await read(approve)).toMatchObject({ state: 'ACTIVE' });
  okOf(await complete(approve, await look()));
  expect(await read(id)).toMatchObject({ state: 'APPROVED' });
  expect(JSON.stringify(await complete(sending))).toContain('errors.letter.notSent');
  await send(id, 'POST');
  expect(await read(sending)).toMatchObject({ state: 'COMPLETE', by: 'POST', letter: id });
  expect((await read(id))['thread']).toBeUndefined();
  template = await add('LetterTemplate', { label: 'Next', owner: world.own, state: 'ACTIVE', subject: 'x', body: 'x' });
});

it('[WF-02] a huge text is a letter, and one that is too long is refused where it stands', async () => {
  const long = await add('LetterTemplate', {
    ...{ label: 'Long', owner: world.own, state: 'ACTIVE', subject: 'x' },
    body: `${'{consultation.projectDescription} '.repeat(3)}`,
  });
  await world.change(consultation, { projectDescription: '* - '.repeat(4_900) });
  const { $id } = okOf(await act(STAFF, 'draftLetter', response, { template: long }));
  const { key } = okOf(await act(STAFF, 'previewLetter/async', String($id), { format: 'pdf' }));
  await world.runJobs();
  expect((await world.get(STAFF, `/task-result/${String(key)}`)).status).toBe(200);
  await world.change(long, { body: '{consultation.projectDescription} '.repeat(9) });
  expect(JSON.stringify(await act(STAFF, 'draftLetter', response, { template: long }))).toContain('/body');
}, 120_000);

it('[WF-02] a preview is a file of the person who asked for it, and a copy of what may be read alone', async () => {
  const id = String((await draft())['$id']);
  const { key } = okOf(await act(STAFF, 'previewLetter/async', id, { format: 'docx' }));
  await world.runJobs();
  const result = await world.get(STAFF, `/task-result/${String(key)}`);
  expect(readZip(Buffer.from(await result.arrayBuffer())).map(({ name }) => name)).toContain('word/document.xml');
  expect((await world.get('administrator', `/task-result/${String(key)}`)).status).toBe(404);
  expect(await act('member', 'previewLetter/async', id)).toHaveProperty('refused');
});
