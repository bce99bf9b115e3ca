// A letter about a response before it is sent: what its template fills in, in which days, what a preview is of it, and who may draft one.

import { dayIn } from 'src/model/calendar/dayIn.ts';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { okOf, type Body } from 'tests/product/productOperations.ts';
import { STAFF, useLetterWorld } from 'tests/product/useLetterWorld.ts';
import { readZip } from 'tests/server/harness/readZip.ts';

/** Time zone of the owner. */
const ZONE = 'Pacific/Kiritimati';

const inWords = (day: string): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day));

const letters = useLetterWorld();
const { add, act, read, draft, find } = letters;

it('[WF-02] a draft has the fields of its subject, lists those that it could not fill, and is hidden from people who may not read the response', async () => {
  const { $id, unknown, empty } = await draft();
  expect({ unknown, empty }).toEqual({ unknown: ['no.such.field'], empty: ['anticipatedResponse'] });
  const letter = await read(String($id));
  expect(letter).toMatchObject({
    state: 'PROPOSED',
    subject: 'About North *Road*',
    owner: letters.world.own,
    context: letters.response,
  });
  expect(letter['body']).toContain(String.raw`North \*Road\*`);
  for (const actor of ['stranger', 'member', 'visitor'])
    expect(await letters.world.ask(actor, `read/${String($id)}`)).toHaveProperty('refused');
  for (const actor of ['stranger', 'member'])
    expect(await act(actor, 'draftLetter', letters.response, { template: letters.template })).toHaveProperty('refused');
});

it('[WF-02] [FORM-06] a letter is in a language of a list, and what was written before there was one is kept', async () => {
  const { world, template } = letters;
  const draftedIn = async (language: Json): Promise<Json | undefined> => {
    await world.change(template, { language });
    return (await read(String((await draft())['$id'])))['language'];
  };
  for (const [written, taken] of [
    ['FR', 'FR'],
    ['fr', 'FR'],
    ['Velanese', '$other:Velanese'],
    ['$other:X̱elaad', '$other:X̱elaad'],
    [null, 'EN'],
  ] as const)
    expect([written, await draftedIn(written)]).toEqual([written, taken]);
  await world.change(template, { language: 'Velanese' });
  // It stays, but a new value outside of the list is refused.
  const save = async (changes: Body) =>
    world.ask('administrator', 'update', { $id: template, _u: (await read(template))['_u'] ?? 0, ...changes });
  okOf(await save({ description: 'For roads' }));
  expect(await read(template)).toMatchObject({ language: 'Velanese' });
  expect(JSON.stringify(await save({ language: 'Velaneese' }))).toContain('errors.invalidChoice');
  await world.change(template, { language: null });
});

it('[WF-02] a template of others, or one that is not in use, makes no letter', async () => {
  const elsewhere = await add('LetterTemplate', {
    label: 'x',
    owner: letters.proponent,
    state: 'ACTIVE',
    subject: 'x',
    body: 'x',
  });
  const unused = await add('LetterTemplate', {
    label: 'y',
    owner: letters.world.own,
    state: 'DRAFT',
    subject: 'x',
    body: 'x',
  });
  expect(await act(STAFF, 'draftLetter', letters.response, { template: elsewhere })).toMatchObject({
    refused: 'notFound',
  });
  for (const each of [unused, letters.response])
    expect(JSON.stringify(await act(STAFF, 'draftLetter', letters.response, { template: each }))).toContain(
      '/template',
    );
});

it('[WF-02] [WF-03] a draft states in its fields the remaining time of the request, in days of the owner', async () => {
  const clock = await add('LetterTemplate', {
    ...{ label: 'Clock', owner: letters.world.own, state: 'ACTIVE', subject: 'x' },
    body: '{clock.asked} {clock.left} {clock.used} {clock.stopped} {clock.reasons}',
  });
  const { $id, unknown } = okOf(await act(STAFF, 'draftLetter', letters.response, { template: clock }));
  expect(unknown).toEqual([]);
  const letter = await read(String($id));
  expect(letter['body']).toMatch(/^March 31, 2031 \d+ 0 0 ?$/);
  const today = dayIn(new Date(), ZONE);
  expect(letter).toMatchObject({ to: letters.proponent, date: today });
});

it('[WF-02] a huge text is a letter, and one that is too long is refused where it stands', async () => {
  const long = await add('LetterTemplate', {
    ...{ label: 'Long', owner: letters.world.own, state: 'ACTIVE', subject: 'x' },
    body: `${'{consultation.projectDescription} '.repeat(3)}`,
  });
  await letters.world.change(letters.consultation, { projectDescription: '* - '.repeat(4_900) });
  const { $id } = okOf(await act(STAFF, 'draftLetter', letters.response, { template: long }));
  const { key } = okOf(await act(STAFF, 'previewLetter/async', String($id), { format: 'pdf' }));
  await letters.world.runJobs();
  expect((await letters.world.get(STAFF, `/task-result/${String(key)}`)).status).toBe(200);
  await letters.world.change(long, { body: '{consultation.projectDescription} '.repeat(9) });
  expect(JSON.stringify(await act(STAFF, 'draftLetter', letters.response, { template: long }))).toContain('/body');
}, 120_000);

it('[WF-02] a field is unknown that has the name of something which every object has', async () => {
  const names = ['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf.name', 'consultation.constructor'];
  const odd = await add('LetterTemplate', {
    ...{ label: 'Odd', owner: letters.world.own, state: 'ACTIVE', subject: 'About {constructor}' },
    body: `On {today}: ${names.map((name) => `{${name}}`).join(' ')}`,
  });
  const { unknown } = okOf(await act(STAFF, 'draftLetter', letters.response, { template: odd }));
  expect((unknown as string[]).toSorted()).toEqual(names.toSorted());
  // Uses examples instead of a response.
  const { key } = okOf(await act(STAFF, 'previewTemplate/async', odd, {}));
  await letters.world.runJobs();
  expect((await letters.world.get(STAFF, `/task-result/${String(key)}`)).status).toBe(200);
});

it('[WF-02] a template with fields of another type names each of them, and its letter is not approved while they are in it', async () => {
  const fields = ['species.name', 'meeting.date', 'consultation.internalNotes'];
  const other = await add('LetterTemplate', {
    ...{ label: 'Other', owner: letters.world.own, state: 'ACTIVE', subject: 'About {consultation.projectName}' },
    body: fields.map((name) => `{${name}}`).join(' '),
  });
  const { $id, unknown } = okOf(await act(STAFF, 'draftLetter', letters.response, { template: other }));
  expect((unknown as string[]).toSorted()).toEqual(fields.toSorted());
  const refused = JSON.stringify(await letters.move(STAFF, String($id), 'approve'));
  expect(refused).toContain('"path":"/body"');
  for (const name of fields) expect(refused).toContain(name);
  expect(await read(String($id))).toMatchObject({ state: 'PROPOSED' });
});

it('[WF-02] a preview of a template refuses texts that are too long, and knows the same fields as a letter', async () => {
  const long = await add('LetterTemplate', {
    ...{ label: 'Endless', owner: letters.world.own, state: 'ACTIVE', subject: 'x' },
    body: '{consultation.projectDescription}'.repeat(1_500),
  });
  await letters.world.change(letters.consultation, { projectDescription: 'd'.repeat(20_000) });
  const preview = async (input: Body): Promise<string> =>
    String(okOf(await act(STAFF, 'previewTemplate/async', long, input))['key']);
  const [endless, examples] = [
    await preview({ about: letters.response }),
    await preview({ body: 'On {today}: from {consultation.primaryOrg.displayName}, {consultation.projectName}' }),
  ];
  await letters.world.runJobs();
  const tasks = await Promise.all((await find(STAFF, { _t: ['Task'] })).map(read));
  expect(tasks.find(({ key }) => key === endless)).toMatchObject({ state: 'FAILED', errorKey: 'errors.invalid' });
  expect(JSON.stringify(await act(STAFF, 'draftLetter', letters.response, { template: long }))).toContain(
    'errors.maxLength',
  );
  const file = new Uint8Array(await (await letters.world.get(STAFF, `/task-result/${examples}`)).arrayBuffer());
  const page = await (await getDocument({ data: file, verbosity: 0 }).promise).getPage(1);
  const text = (await page.getTextContent()).items.map((item) => ('str' in item ? item.str : '')).join('');
  expect(text).toContain('{consultation.primaryOrg.displayName}');
  // The owner's day, as an example.
  expect(text).toContain(`On ${inWords(dayIn(new Date(), ZONE))}:`);
  expect(text).not.toContain('{consultation.projectName}');
}, 60_000);

it('[WF-02] [PERM-01] a preview of a template is hidden from people who may no longer read its content', async () => {
  const contact = await add('Contact', { _related: letters.world.own, firstName: 'Ida', blocked: null });
  await letters.world.change(letters.response, { notifiedContact: contact });
  const preview = async (body: string): Promise<string> =>
    String(okOf(await act(STAFF, 'previewTemplate/async', letters.template, { about: letters.response, body }))['key']);
  const [within, without] = [
    await preview('See {notifiedContact.firstName}'),
    await preview('See {consultation.$label}'),
  ];
  await letters.world.runJobs();
  const statuses = async (): Promise<number[]> => {
    const results = await Promise.all([within, without].map((key) => letters.world.get(STAFF, `/task-result/${key}`)));
    return results.map(({ status }) => status);
  };
  expect(await statuses()).toEqual([200, 200]);
  await letters.world.change(contact, { _related: letters.proponent });
  expect(await letters.world.ask(STAFF, `read/${contact}`)).toHaveProperty('refused');
  expect(await statuses()).toEqual([404, 200]);
});

it('[WF-02] a preview is a file of the person who requested it, and a copy of only what that person may read', async () => {
  const id = String((await draft())['$id']);
  const { key } = okOf(await act(STAFF, 'previewLetter/async', id, { format: 'docx' }));
  await letters.world.runJobs();
  const result = await letters.world.get(STAFF, `/task-result/${String(key)}`);
  expect(readZip(Buffer.from(await result.arrayBuffer())).map(({ name }) => name)).toContain('word/document.xml');
  expect((await letters.world.get('administrator', `/task-result/${String(key)}`)).status).toBe(404);
  expect(await act('member', 'previewLetter/async', id)).toHaveProperty('refused');
});

it('[WF-02] [PERM-01] a template names only what may leave the community, in the days of its owner', async () => {
  const canary = 'canarykelp';
  const contact = await add('Contact', { _related: letters.proponent, notes: canary, blocked: null });
  await letters.world.change(letters.response, {
    ...{ internalNotes: canary, rationale: canary, notifiedContact: contact, relevant: [letters.world.own] },
    submitted: '2026-11-23T13:30:00Z',
  });
  const inside = ['internalNotes', 'rationale', 'summary', 'relevant', 'internalContacts', 'expenses', 'files'];
  const names = [...inside, 'relevant.$label', 'notifiedContact.notes', 'consultation.internalNotes', 'priority'];
  const nosy = await add('LetterTemplate', {
    ...{ label: 'Nosy', owner: letters.world.own, state: 'ACTIVE', subject: 'x' },
    body: `Of {submitted} and {requestedResponseDate}: ${names.map((name) => `{${name}}`).join(' ')}`,
  });
  const { $id, unknown } = okOf(await act(STAFF, 'draftLetter', letters.response, { template: nosy }));
  expect((unknown as string[]).toSorted()).toEqual(names.toSorted());
  const body = String((await read(String($id)))['body']);
  // The owner works fourteen hours ahead of Greenwich.
  expect(body).toContain('Of November 24, 2026 and March 31, 2031:');
  expect(body).not.toContain(canary);
});
