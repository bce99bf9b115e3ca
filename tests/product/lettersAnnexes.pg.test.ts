// The sections and concerns of an answer leave with its letter: in the pages that the other side gets, and in the copy of what was sent.

import { createHash } from 'node:crypto';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { okOf, type Body } from 'tests/product/productOperations.ts';
import { PROPONENT, STAFF, useLetterWorld } from 'tests/product/useLetterWorld.ts';
import { startMailServer, type MailServer } from 'tests/server/mail/startMailServer.ts';

let server: MailServer;
const letters = useLetterWorld(async () => {
  server = await startMailServer();
  return server.url;
});
afterAll(() => server.stop());
const { add, act, read, move, change, send, find, fileOf } = letters;

const CANARY = 'canarykelp';
const CLOSED = 'A file that fewer people may read';

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

const create = async (type: string, values: Body): Promise<ItemId> =>
  String(okOf(await letters.world.ask(STAFF, `create/${type}`, values))['$id']);

const templateWith = (more: Body): Promise<ItemId> =>
  add('LetterTemplate', {
    ...{ label: 'With annexes', owner: letters.world.own, state: 'ACTIVE', subject: 'Our answer' },
    ...more,
  });

const draftFrom = async (template: ItemId): Promise<ItemId> =>
  String(okOf(await act(STAFF, 'draftLetter', letters.response, { template }))['$id']);

const textOf = async (bytes: ArrayBuffer): Promise<string> => {
  const pdf = await getDocument({ data: new Uint8Array(bytes.slice(0)), verbosity: 0 }).promise;
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, at) => (await pdf.getPage(at + 1)).getTextContent()),
  );
  return pages.map(({ items }) => items.map((item) => ('str' in item ? item.str : '')).join(' ')).join('\n');
};

/** The files that the person who made the request finds in the conversation: the letter, then what came with it. */
const receivedFiles = async (letter: ItemId): Promise<ArrayBuffer[]> => {
  const thread = String((await read(letter))['thread']);
  const messages = await Promise.all(
    (await find(PROPONENT, { _t: ['Message'], thread: [thread] })).map(async (id) =>
      okOf(await letters.world.ask(PROPONENT, `read/${id}`)),
    ),
  );
  const latest = messages.toSorted((one, other) => Number(one['_i']) - Number(other['_i'])).at(-1);
  const ids = (latest?.['attachments'] ?? []) as Json[];
  return Promise.all(ids.map(async (id) => (await fileOf(PROPONENT, id)).arrayBuffer()));
};

const receivedPages = async (letter: ItemId): Promise<string> => {
  const [pdf = new ArrayBuffer(0)] = await receivedFiles(letter);
  return textOf(pdf);
};

const picturesOn = async (bytes: ArrayBuffer): Promise<number> => {
  const pdf = await getDocument({ data: new Uint8Array(bytes.slice(0)), verbosity: 0 }).promise;
  let count = 0;
  for (let page = 1; page <= pdf.numPages; page += 1) {
    const { fnArray } = await (await pdf.getPage(page)).getOperatorList();
    count += fnArray.filter((code) => code === OPS.paintImageXObject).length;
  }
  return count;
};

it('[CONS-02] [WF-02] chosen sections, concerns and requested commitments leave with the letter, and only what left is kept', async () => {
  const { response } = letters;
  const wells = await create('ConsultResponseSection', {
    response,
    title: 'The wells',
    body: 'Two **wells**',
    order: 2,
  });
  await create('ConsultResponseSection', { response, title: 'The creek', body: 'One creek', order: 1 });
  await create('ConsultResponseSection', { response, title: CANARY, body: CANARY, included: false });
  await create('ConsultResponseConcern', {
    ...{ response, subject: 'Dust on the berries', description: 'It blows north.', severity: 'HIGH' },
    ...{ commitmentAsked: 'Water the road\nin dry weeks.', rationale: CANARY },
  });
  await create('ConsultResponseConcern', { response, subject: CANARY, commitmentAsked: CANARY, included: false });
  const steps: Body[] = [
    { key: 'write', kind: 'RWF_SIMPLE', label: 'Write', group: 1 },
    { key: 'keep', kind: 'RWF_SNAPSHOT', label: 'Keep', group: 2, after: ['write'] },
  ];
  const workflow = await add('Workflow', {
    ...{ label: 'Ours', owner: letters.world.own, of: 'ConsultResponse', version: 1, state: 'ACTIVE', steps },
  });
  okOf(await act(STAFF, 'setWorkflow', response, { workflow }));
  const body = 'We worry about:\n\n{concerns.table}\n\nand ask:\n\n{commitments.list}\n\nin {sections.list}';
  const letter = await draftFrom(await templateWith({ annexes: ['SECTIONS', 'CONCERNS'], body }));
  const written = String((await read(letter))['body']);
  for (const part of [
    '| 1 | Dust on the berries | High | Water the road in dry weeks. |',
    '1. The creek\n2. The wells',
  ])
    expect(written).toContain(part);
  expect(JSON.stringify(await read(letter))).not.toContain(CANARY);

  // The letter goes out as the approver has read it.
  const seen = Number((await read(letter))['_u']);
  await change(wells, { body: 'Three **wells**' });
  expect(JSON.stringify(await move('administrator', letter, 'approve'))).toContain('errors.letter.annexesChanged');
  await letters.world.runJobs();
  expect(JSON.stringify((await read(letter))['annexed'])).toContain('Three **wells**');
  expect(await act('administrator', 'transition', letter, { name: 'approve', u: seen })).toMatchObject({
    refused: 'conflict',
  });
  okOf(await move('administrator', letter, 'approve'));
  await change(wells, { body: CANARY });
  await letters.world.runJobs();
  await send(letter);

  const received = await receivedPages(letter);
  for (const part of ['Enclosures', 'Annex 1: The creek', 'One creek', 'Annex 2: The wells', 'Three wells', 'Annex 3'])
    expect(received.replaceAll(/\s+/gu, ' ')).toContain(part);
  for (const part of ['Dust on the berries', 'It blows north.', 'Severity: High', 'Water the road'])
    expect(received.replaceAll(/\s+/gu, ' ')).toContain(part);
  expect(received).not.toContain(CANARY);

  const stepOf = async (type: string): Promise<ItemId> => (await find(STAFF, { _t: [type], of: [response] }))[0] ?? '';
  okOf(await move(STAFF, await stepOf('RwfSimple'), 'complete'));
  const kept = await read(await stepOf('RwfSnapshot'));
  expect(kept).toMatchObject({ state: 'COMPLETE', sentSections: (await read(letter))['annexed'] });
  expect(JSON.stringify(kept)).not.toContain(CANARY);
}, 60_000);

it('[CONS-02] a letter without annexes accepts none, and its copy of them cannot be written', async () => {
  const plain = await draftFrom(await templateWith({ body: 'Thank you.', annexes: null }));
  expect(await read(plain)).not.toHaveProperty('annexed');
  const letter = await draftFrom(await templateWith({ annexes: ['SECTIONS'], body: 'See below.' }));
  const { _u: u } = await read(letter);
  const forged = { $id: letter, _u: u ?? 0, annexed: [{ title: 'Forged' }] };
  expect(await letters.world.ask(STAFF, 'update', forged)).toMatchObject({ refused: 'notAllowed' });
  await letters.world.ask('administrator', 'update', forged);
  expect(JSON.stringify(await read(letter))).not.toContain('Forged');
  // A section that is deleted leaves with the next look at the pages.
  const found = await find(STAFF, { _t: ['ConsultResponseSection'], response: [letters.response] });
  const sections = await Promise.all(found.map(read));
  const section = String(sections.find(({ title }) => title === 'The creek')?.['$id']);
  okOf(await letters.world.ask(STAFF, `delete/${section}`, { _u: (await read(section))['_u'] ?? 0 }));
  expect(JSON.stringify(await move('administrator', letter, 'approve'))).toContain('errors.letter.annexesChanged');
  okOf(await act(STAFF, 'previewLetter/async', letter, { format: 'pdf' }));
  await letters.world.runJobs();
  expect(JSON.stringify((await read(letter))['annexed'])).not.toContain('creek');
  okOf(await move('administrator', letter, 'approve'));
}, 60_000);

it('[CONS-02] pictures of a section are on the pages of its annex, its other files next to the letter, as they were approved', async () => {
  const response = await letters.newResponse();
  const section = await create('ConsultResponseSection', { response, title: 'The weir', body: 'See the plan.' });
  const image = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#284' } })
    .png()
    .toBuffer();
  const plan = await letters.world.attach(section, { originalName: 'plan.png', bytes: image });
  const table = await letters.world.attach(section, { originalName: 'counts.csv', bytes: Buffer.from('weir,3') });
  await letters.world.change(table, { filetype: 'text/csv' });
  await letters.world.change(section, { files: [plan, table] });
  const hidden = await create('ConsultResponseSection', { response, title: CANARY, included: false });
  const secret = await letters.world.attach(hidden, { originalName: `${CANARY}.csv`, bytes: Buffer.from(CANARY) });
  await letters.world.change(hidden, { files: [secret] });

  const template = await templateWith({ annexes: ['SECTIONS'], body: 'See the annex.' });
  const letter = String(okOf(await act(STAFF, 'draftLetter', response, { template }))['$id']);
  expect((await read(letter))['annexed']).toMatchObject([{ title: 'The weir', files: ['plan.png', 'counts.csv'] }]);
  okOf(await move('administrator', letter, 'approve'));
  // Later changes of the section and its files change nothing.
  await letters.world.change(section, { files: null, title: CANARY });
  await letters.world.change(table, { trashed: true });
  await send(letter);

  const [pdf = new ArrayBuffer(0), beside = new ArrayBuffer(0), ...more] = await receivedFiles(letter);
  expect(more).toEqual([]);
  expect(Buffer.from(beside).toString()).toBe('weir,3');
  const text = (await textOf(pdf)).replaceAll(/\s+/gu, ' ');
  for (const part of ['Enclosures', 'Annex 1: The weir', 'plan.png', 'counts.csv']) expect(text).toContain(part);
  expect(text).not.toContain(CANARY);
  expect(await picturesOn(pdf)).toBe(1);
  const sums = (await read(letter))['sentAs'] as readonly Body[];
  expect(sums.map(({ name }) => name)).toEqual(['Our answer.pdf', 'counts.csv']);

  // An email has the same files.
  await letters.world.change(section, { files: [plan, table], title: 'The weir' });
  await letters.world.change(table, { trashed: null });
  const emailed = String(okOf(await act(STAFF, 'draftLetter', response, { template }))['$id']);
  okOf(await move('administrator', emailed, 'approve'));
  okOf(await act(STAFF, 'sendLetter/async', emailed, { by: 'EMAIL', address: 'office@example.org' }));
  await letters.world.runJobs();
  const { mail } = await server.emailTo('office@example.org');
  const sent = mail.attachments.map(({ filename, content }) => [filename, sha256(content)]);
  expect(((await read(emailed))['sentAs'] as Body[]).map(({ name, sha256: of }) => [name, of])).toEqual(sent);
  expect(sent.map(([name]) => name)).toEqual(['Our answer.pdf', 'counts.csv']);
}, 60_000);

it('[CONS-02] [PERM-05] a letter names no file that its readers may not read before it is approved, and only by a person who may read it', async () => {
  const response = await letters.newResponse();
  const section = await create('ConsultResponseSection', { response, title: 'The weir', body: 'See the list.' });
  const name = `${CANARY} list.csv`;
  // The file belongs to a record that only its maker reads.
  const own = await letters.world.newItem({ type: 'CommLog', level: 'PRIVATE', mark: 'own' });
  const file = await letters.world.attach(own, { originalName: name, bytes: Buffer.from('weir,3') });
  await letters.world.change(file, { filetype: 'text/csv' });
  await letters.world.change(section, { files: [file] });
  const template = await templateWith({ annexes: ['SECTIONS'], body: 'See the annex.' });
  const letter = String(okOf(await act(STAFF, 'draftLetter', response, { template }))['$id']);
  expect((await read(letter))['annexed']).toMatchObject([{ title: 'The weir', files: [CLOSED] }]);
  expect(JSON.stringify(await read(letter))).not.toContain(CANARY);
  expect(JSON.stringify(await move(STAFF, letter, 'approve'))).toContain('errors.letter.annexFileClosed');
  expect(JSON.stringify(await read(letter))).not.toContain(CANARY);
});
