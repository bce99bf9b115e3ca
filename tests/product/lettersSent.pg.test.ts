// A letter that is approved and sent: in the version that was read, with the text on the paper. The proponent gets only the letter that was
// sent to them, with a notice.

import { createHash } from 'node:crypto';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, it } from 'vitest';
import { registry } from 'src/generated/registry.server.ts';
import { asFilters } from 'src/model/query/screenFilters.ts';
import type { Json } from 'src/model/item/Item.ts';
import { okOf, targetOf, type Body } from 'tests/product/productOperations.ts';
import { PROPONENT, STAFF, SYLLABICS, useLetterWorld } from 'tests/product/useLetterWorld.ts';
import { readZip } from 'tests/server/harness/readZip.ts';

const letters = useLetterWorld();
const { add, act, read, move, draft, fileOf, newResponse, change, ready, send, find } = letters;

it('[WF-02] [CONS-02] a letter is sent after its approval, as it was then; only the requester receives it', async () => {
  const draftId = String((await draft())['$id']);
  expect(JSON.stringify(await act(STAFF, 'sendLetter/async', draftId))).toContain('errors.letter.notApproved');
  await change(draftId, { subject: 'About {other.field}' });
  const unfilled = JSON.stringify(await move(STAFF, draftId, 'approve'));
  for (const part of ['unfilled.subject', '{other.field}', 'unfilled.body', '{no.such.field}'])
    expect(unfilled).toContain(part);
  const id = await ready();
  const attachment = await letters.world.attach(id, { originalName: 'map.txt', bytes: Buffer.from('the map') });
  await letters.world.change(id, { attachments: [attachment] });
  const both = await Promise.all([move(STAFF, id, 'approve'), move('administrator', id, 'approve')]);
  expect(both.filter((answer) => 'ok' in answer)).toHaveLength(1);
  expect(JSON.stringify(both)).toContain('errors.state.moved');
  okOf(await act(STAFF, 'sendLetter/async', id));
  await send(id);

  const sent = await read(id);
  expect(sent).toMatchObject({ state: 'SENT', sentBy: letters.world.idOf(STAFF), by: 'THREAD' });
  const files = sent['files'] as Json[];
  expect(files).toHaveLength(2);
  const bytes = await Promise.all(
    files.map(async (file) => Buffer.from(await (await fileOf(STAFF, file)).arrayBuffer())),
  );
  const sums = bytes.map((each) => createHash('sha256').update(each).digest('hex'));
  // The Word document is for further editing, and stays inside.
  const sentAs = (sent['sentAs'] as Body[]).map(({ sha256 }) => sha256);
  expect(sentAs).toEqual([sums[0], createHash('sha256').update('the map').digest('hex')]);
  // The list of attachments names the letter by its PDF, and nothing that stays inside or is named elsewhere.
  const { must = {}, mustNot = {} } = registry.screens.find(({ path }) => path === 'consult.attachments')?.search ?? {};
  const query = { must: { _t: ['Attachment'], ...asFilters(must) }, mustNot: asFilters(mustNot), max: 100 };
  const listedFor = async (actor: string): Promise<unknown> =>
    okOf(await letters.world.ask(actor, 'search/ids', query as unknown as Json))['ids'];
  expect(await listedFor(STAFF)).toEqual(files.slice(0, 1));
  for (const actor of ['member', PROPONENT])
    expect(JSON.stringify(await listedFor(actor))).not.toContain(JSON.stringify(files[0]));
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
  const message = okOf(await letters.world.ask(PROPONENT, `read/${said[0] ?? ''}`));
  const copies = message['attachments'] as Json[];
  const got = await Promise.all(
    copies.map(async (file) => Buffer.from(await (await fileOf(PROPONENT, file)).arrayBuffer())),
  );
  expect(got.map((each) => each.toString('latin1'))).toEqual(
    [...bytes.slice(0, 1), Buffer.from('the map')].map((each) => each.toString('latin1')),
  );
  for (const actor of [PROPONENT, 'member', 'visitor']) {
    for (const file of [...files, attachment]) expect((await fileOf(actor, file)).status).not.toBe(200);
    for (const each of [id, letters.response])
      expect(await letters.world.ask(actor, `read/${each}`)).toHaveProperty('refused');
  }
  expect(JSON.stringify(message)).not.toMatch(/"(?:ConsultResponse|Letter)-/);

  // The sent version does not change.
  for (const actor of [STAFF, 'administrator']) {
    const u = (await read(id))['_u'] ?? 0;
    const update = await letters.world.ask(actor, 'update', { $id: id, _u: u, subject: 'Other' });
    expect(JSON.stringify(update)).toContain('errors.state.fixed');
    expect(JSON.stringify(await letters.world.ask(actor, `delete/${id}`, { _u: u }))).toContain('errors.state.fixed');
    expect(await move(actor, id, 'reviseLetter', { reason: 'late' })).toHaveProperty('refused');
  }
  for (const each of [id, ...files, ...copies].map(String))
    expect(await letters.world.ask(STAFF, `delete/${each}`, { _u: 1 })).toHaveProperty('refused');
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

it('[WF-02] [PERM-01] the requester and its contacts are notified of an answer, by their rights', async () => {
  const person = letters.world.idOf(PROPONENT);
  const contact = await add('Contact', { _related: letters.proponent });
  await letters.world.change(person, { contact });
  const asked = await add('Consultation', {
    ...{
      projectName: 'Pier',
      primaryOrg: letters.proponent,
      communities: [letters.world.own],
      primaryContacts: [contact],
    },
  });
  const about = await newResponse(asked);
  let thread = '';
  for (const by of ['THREAD', 'POST']) {
    const id = await ready(about);
    okOf(await move(STAFF, id, 'approve'));
    await send(id, by);
    // The job that notifies was added by the one that sent.
    await letters.world.runJobs();
    if (by === 'THREAD') thread = String((await read(id))['thread']);
  }
  const events = await find('administrator', { _t: ['Event'], kind: ['answerSent'] });
  expect(events.length).toBeGreaterThan(0);
  const [told = ''] = await find(PROPONENT, { _t: ['Event'], kind: ['answerSent'], context: [thread] });
  expect(JSON.stringify(await letters.world.ask(PROPONENT, `read/${told}`))).not.toMatch(/Letter-|ConsultResponse-/);
  const notices = await letters.world.ask(PROPONENT, 'act/fetchNotifications', { ...targetOf(person), max: 50 });
  const shown = (okOf(notices)['items'] as Body[]).filter(({ $kind }) => $kind === 'answerSent');
  expect(shown.map(({ $context }) => $context)).toEqual([thread]);
  // It names the community, and not the person who sent the letter.
  const { displayName } = await read(letters.world.own);
  expect(shown.map(({ description }) => description)).toEqual([displayName]);
  // People who do not read the conversation get no notice, and for a letter by post the other side gets none at all.
  for (const actor of ['visitor', 'member', 'stranger', 'private reader', 'creator'])
    for (const event of events) {
      const context = String(okOf(await letters.world.ask('administrator', `read/${event}`))['context']);
      const reads = 'ok' in (await letters.world.ask(actor, `read/${context}`));
      const knows = 'ok' in (await letters.world.ask(actor, `read/${event}`));
      expect({ actor, context: context.split('-')[0], knows: knows && !reads }).toEqual({
        actor,
        context: 'Thread',
        knows: false,
      });
    }
});

it('[WF-02] [PERM-01] a letter to another recipient never goes to the requester, nor one with a missing file', async () => {
  const elsewhere = await ready();
  await change(elsewhere, { to: letters.world.own });
  okOf(await move(STAFF, elsewhere, 'approve'));
  expect(JSON.stringify(await act(STAFF, 'sendLetter/async', elsewhere))).toContain('errors.letter.notToSubmitter');
  await send(elsewhere, 'POST');
  expect(await read(elsewhere)).toMatchObject({ state: 'SENT', by: 'POST' });
  const incomplete = await ready();
  const attachment = await letters.world.attach(incomplete, { originalName: 'memo.txt', bytes: Buffer.from('memo') });
  await letters.world.change(incomplete, { attachments: [attachment] });
  await letters.world.change(attachment, { trashed: true });
  const refused = { path: '/attachments', message: 'errors.letter.attachmentGone' };
  expect(await move(STAFF, incomplete, 'approve')).toMatchObject({ params: { errors: [refused] } });
  await letters.world.change(attachment, { trashed: null });
  okOf(await move(STAFF, incomplete, 'approve'));
  await letters.world.change(attachment, { trashed: true });
  // Files of an approved letter cannot be removed.
  const u = Number((await read(attachment))['_u']);
  for (const answer of [
    await letters.world.ask('administrator', `delete/${attachment}`, { _u: u }),
    await letters.world.ask('administrator', 'update', { $id: attachment, _u: u, originalName: 'other.txt' }),
    await letters.world.ask(STAFF, 'update', { $id: attachment, _u: u, caption: 'Other' }),
  ])
    expect(JSON.stringify(answer)).toContain('errors.state.fixedFile');
  await send(incomplete);
  expect(await read(incomplete)).toMatchObject({ state: 'APPROVED' });
  const tasks = await Promise.all((await find(STAFF, { _t: ['Task'] })).map(read));
  expect(tasks.find(({ keyItem }) => keyItem === incomplete)).toMatchObject({
    state: 'FAILED',
    errorKey: 'errors.letter.attachmentGone',
  });
  okOf(await move(STAFF, incomplete, 'reviseLetter', { reason: 'The memo is gone' }));
  okOf(await letters.world.ask('administrator', `delete/${attachment}`, { _u: u }));
});
