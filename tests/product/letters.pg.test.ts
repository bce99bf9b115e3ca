// A letter about a response, from its template to the files that were sent: who may take which step, what stands on the paper, and that
// nobody outside learns of it.

import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';
import { readZip } from 'tests/server/harness/readZip.ts';

type Body = Readonly<Record<string, Json>>;

let world: ProductWorld;
let response: ItemId;
let template: ItemId;
let proponent: ItemId;

const STAFF = 'capability holder';
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
const move = (actor: string, id: ItemId, name: string, more: Body = {}): Promise<Answer> =>
  act(actor, 'transition', id, { name, ...more });
const read = async (id: ItemId): Promise<Body> => okOf(await world.ask(STAFF, `read/${id}`));
const draft = async (): Promise<Body> => okOf(await act(STAFF, 'draftLetter', response, { template }));
const fileOf = async (actor: string, id: Json | undefined): Promise<globalThis.Response> =>
  await world.get(actor, `/attachment/${String(id).split('-')[1]}`);

beforeAll(async () => {
  world = await openProductWorld();
  proponent = await world.newItem({ type: 'Organization', level: 'COMMUNITY', mark: 'proponent' });
  const consultation = await add('Consultation', {
    projectName: 'North *Road*',
    primaryOrg: proponent,
    communities: [world.own],
  });
  response = await add('ConsultResponse', { consultation, community: world.own, anticipatedResponse: null });
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

it('[WF-02] a letter is sent once it is approved, as it was then, and changes no more', async () => {
  const id = String((await draft())['$id']);
  expect(JSON.stringify(await act(STAFF, 'sendLetter/async', id))).toContain('errors.letter.notApproved');
  expect(JSON.stringify(await move(STAFF, id, 'approve'))).toContain('/to');
  okOf(
    await world.ask(STAFF, 'update', {
      $id: id,
      _u: (await read(id))['_u'] ?? 0,
      to: proponent,
      signature: 'A. Sample',
    }),
  );
  okOf(await move(STAFF, id, 'approve'));
  expect(await world.ask(STAFF, 'update', { $id: id, subject: 'Other' })).toHaveProperty('refused');
  okOf(await act(STAFF, 'sendLetter/async', id));
  okOf(await act(STAFF, 'sendLetter/async', id));
  await world.runJobs();

  const sent = await read(id);
  expect(sent).toMatchObject({ state: 'SENT', sentBy: world.idOf(STAFF) });
  const files = sent['files'] as Json[];
  expect(files).toHaveLength(2);
  const [pdf, docx] = await Promise.all(
    files.map(async (file) => Buffer.from(await (await fileOf(STAFF, file)).arrayBuffer())),
  );
  const page = await (await getDocument({ data: new Uint8Array(pdf ?? []), verbosity: 0 }).promise).getPage(1);
  const text = (await page.getTextContent()).items.map((item) => ('str' in item ? item.str : '')).join('');
  for (const part of ['North *Road*', SYLLABICS, 'A. Sample', '{no.such.field}']) expect(text).toContain(part);
  const document = readZip(docx ?? Buffer.alloc(0)).find(({ name }) => name === 'word/document.xml');
  expect(document?.content.toString('utf8')).toContain(SYLLABICS);
  for (const actor of ['stranger', 'member', 'visitor'])
    for (const file of files) expect((await fileOf(actor, file)).status).not.toBe(200);
  expect(await move(STAFF, id, 'reviseLetter', { reason: 'late' })).toHaveProperty('refused');
  expect(await world.ask(STAFF, `delete/${id}`)).toHaveProperty('refused');
});

it('[WF-02] a preview is a file of the person who asked for it, and a copy of what may be read alone', async () => {
  const id = String((await draft())['$id']);
  const { key } = okOf(await act(STAFF, 'previewLetter/async', id, { format: 'docx' }));
  await world.runJobs();
  const result = await world.get(STAFF, `/task-result/${String(key)}`);
  expect(readZip(Buffer.from(await result.arrayBuffer())).map(({ name }) => name)).toContain('word/document.xml');
  expect((await world.get('administrator', `/task-result/${String(key)}`)).status).toBe(404);
  expect(await act('member', 'previewLetter/async', id)).toHaveProperty('refused');
});
