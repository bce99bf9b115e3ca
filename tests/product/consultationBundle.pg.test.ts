// A consultation with all possible contacts between the two sides. The bundle of a community contains what it chose and previewed: redacted
// texts are in no file, and only an unchanged bundle verifies.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemId } from 'src/model/item/Item.ts';
import { dayIn } from 'src/model/calendar/dayIn.ts';
import { AREA, okOf, operationsOf, requestBody, targetOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';
import { pagesOf } from 'tests/server/letters/readPdf.ts';
import { readZip } from 'tests/server/harness/readZip.ts';

const [SUBMITTER, STAFF, READER] = ['stranger', 'capability holder', 'owner administrator'] as const;
const SECRET = 'The spring behind the ridge';

let world: ProductWorld;
let consultation: ItemId;
let folder: string;

const operations = operationsOf(() => world);
const move = async (...asked: Parameters<typeof operations.move>): Promise<Body> =>
  okOf(await operations.move(...asked));
const create = async (actor: string, type: string, values: Body): Promise<ItemId> =>
  String(okOf(await world.ask(actor, `create/${type}`, values))['$id']);
const add = (type: string, more: Body): Promise<ItemId> =>
  world.newItem({ type, level: 'COMMUNITY', mark: JSON.stringify(more).slice(0, 60), more });

interface Row {
  readonly entry: string;
  readonly group: string;
  readonly at: string;
  readonly method: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly files: number;
}
interface Preview {
  readonly rows: readonly Row[];
  readonly seen: string;
  readonly total: number;
  readonly next?: number;
}
const preview = async (choice: Body = {}, actor: string = READER): Promise<Preview> =>
  okOf(
    await world.ask(actor, 'act/previewConsultationLog', { ...targetOf(consultation), ...choice }),
  ) as unknown as Preview;
const start = (choice: Body, actor: string = READER) =>
  world.ask(actor, 'act/consultationLog/async', { ...targetOf(consultation), ...choice });
const fileOf = async (choice: Body, actor: string = READER): Promise<Buffer> => {
  const { key } = okOf(await start(choice, actor));
  await world.runJobs();
  const answer = await world.get(actor, `/task-result/${String(key)}`);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};
const entryNamed = ({ rows }: Preview, text: string): Row => {
  const row = rows.find((each) => Object.values(each.texts).some((value) => value.includes(text)));
  if (!row) throw new Error(`no entry with ${text}`);
  return row;
};

beforeAll(async () => {
  world = await openProductWorld();
  folder = await mkdtemp(join(tmpdir(), 'bundle-'));
});
afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true, force: true });
});

it('[CONS-01] a request is submitted, returned, completed, talked about and withdrawn', async () => {
  await world.change(world.own, { type: 'COMMUNITY', territory: AREA, displayName: 'Own' });
  const submitter = await operations.organizationOf(SUBMITTER);
  const contact = await add('Contact', { _related: submitter, firstName: 'Ola', lastName: 'Nord' });
  consultation = await create(SUBMITTER, 'Consultation', requestBody({ submitter, contact, communities: [world.own] }));
  const plan = await world.attach(consultation, { originalName: 'plan.txt', bytes: Buffer.from('The plan') });
  await world.change(consultation, { documents: [plan] });
  await move(SUBMITTER, consultation, 'requestReview');
  await move(SUBMITTER, consultation, 'submit');
  await world.runJobs();
  await move(STAFF, consultation, 'returnIncomplete', 'The map is missing');
  await move(SUBMITTER, consultation, 'resubmit');
  await world.runJobs();
  const thread = await create(STAFF, 'Thread', { subject: 'Where?', context: consultation });
  const message = await create(STAFF, 'Message', { thread, body: SECRET });
  const sketch = await world.attach(message, { originalName: 'sketch.txt', bytes: Buffer.from(SECRET) });
  await world.change(message, { attachments: [sketch] });
  await create(SUBMITTER, 'Message', { thread, body: 'At the third step.' });
  const call = { owner: world.own, context: consultation, subject: 'Call', date: '2026-03-12T20:00:00.000Z' };
  const record = await add('CommLog', { ...call, contacts: [contact], body: 'A new map comes.' });
  const again = await world.attach(record, { originalName: 'plan again.txt', bytes: Buffer.from('The plan') });
  await world.change(record, { attachments: [again] });
  const meeting = { owner: world.own, context: consultation, date: '2026-03-10', start: '14:30' };
  await add('Meeting', {
    ...meeting,
    summary: 'Talk',
    invitationTitle: null,
    otherOrgs: [submitter],
    minutes: 'INTERNAL minutes',
  });
  await move(SUBMITTER, consultation, 'withdraw', 'The project is given up');
  expect((await preview()).total).toBeGreaterThan(9);
}, 60_000);

it('[CONS-02] [NTFY-03] a log has each move that both sides know, with its states and time of day', async () => {
  const { rows } = await preview({ kinds: ['request'] });
  expect(rows.map(({ method, texts }) => [method, texts['fromState'], texts['toState']])).toEqual([
    ['A request is submitted', 'Internal review', 'Submitted'],
    ['A request is sent to communities', 'Submitted', 'With communities'],
    ['A request is returned as incomplete', 'With communities', 'Incomplete'],
    ['A request that was incomplete is completed', 'Incomplete', 'With communities'],
    ['A request is withdrawn', 'With communities', 'Withdrawn'],
  ]);
  expect(rows.at(-1)?.texts['answer']).toBe('The project is given up');
  for (const { at } of rows) expect(at).toMatch(/^\d{2}-[A-Z][a-z]{2}-\d{4} \d{2}:\d{2}$/);
  const all = await preview();
  expect(entryNamed(all, 'Talk').at).toBe('10-Mar-2026 14:30');
  // The reason of the return was given in the conversation of the two parties.
  expect(entryNamed(all, 'The map is missing').group).toBe('message');
  expect(JSON.stringify(all)).not.toContain('INTERNAL');
  expect(JSON.stringify(all)).not.toContain('No response');
});

it('[CONS-02] a period, kinds and entries are chosen, by the day of the reader’s own organization', async () => {
  const ofMarch = { from: '2026-03-10', to: '2026-03-13' };
  expect((await preview(ofMarch)).rows.map(({ group }) => group)).toEqual(['meeting', 'communication']);
  const { zone } = okOf(await world.ask(READER, 'act/previewConsultationLog', targetOf(consultation)));
  const day = dayIn(new Date(), String(zone));
  expect((await preview({ from: day, kinds: ['message'] })).total).toBe(3);
  const zoneNow = async (): Promise<unknown> =>
    okOf(await world.ask(READER, 'act/previewConsultationLog', targetOf(consultation)))['zone'];
  await world.change(world.own, { calendar: { timeZone: 'Europe/Oslo', weekdays: [1, 2, 3, 4, 5] } });
  await expect.poll(zoneNow).toBe('Europe/Oslo');
  await world.change(world.own, { calendar: null });
  const whole = await preview({ kinds: ['message'] });
  const csv = (
    await fileOf({ format: 'csv', kinds: ['message'], leaveOut: [entryNamed(whole, SECRET).entry] })
  ).toString();
  expect(csv).toContain('At the third step.');
  expect(csv).not.toContain(SECRET);
});

it('[CONS-02] [TRUST] what is blacked out is in no form of the log, and its papers are held back', async () => {
  const { entry } = entryNamed(await preview(), SECRET);
  const blackOut = [{ entry, fields: ['answer', 'concerns'] }];
  const csv = (await fileOf({ format: 'csv', blackOut })).toString();
  expect(csv).toContain('[redacted]');
  expect(csv).not.toContain(SECRET);
  const pdf = await pagesOf(await fileOf({ format: 'pdf', blackOut }));
  const text = JSON.stringify(pdf);
  expect(text).toContain('At the third step.');
  expect(text).not.toContain('ridge');
  const plain = JSON.stringify(await pagesOf(await fileOf({ format: 'pdf' })));
  expect(plain).toContain('ridge');
  for (const { name, content } of readZip(await fileOf({ format: 'zip', blackOut }))) {
    expect(name).not.toContain('sketch');
    expect(content.toString()).not.toContain(SECRET);
  }
});

it('[CONS-02] what was looked at is what is handed over: a log that has changed since is refused', async () => {
  const { seen } = await preview();
  expect(await start({ format: 'csv', seen })).toHaveProperty('ok');
  const thread = await operations.held('Thread', 'context', consultation);
  await create(STAFF, 'Message', { thread: thread.at(-1) ?? '', body: 'One more' });
  const refused = await start({ format: 'csv', seen });
  expect(refused).toMatchObject({ params: { errors: [{ message: 'errors.consultationLog.changed' }] } });
  expect((await preview()).seen).not.toBe(seen);
});

const unpack = async (zip: Buffer, name: string): Promise<string> => {
  const to = join(folder, name);
  for (const { name: path, content } of readZip(zip)) {
    await mkdir(dirname(join(to, path)), { recursive: true });
    await writeFile(join(to, path), content);
  }
  return to;
};
/** Runs the script of a bundle as its receiver does. */
const verify = async (bundle: string, ...more: string[]): Promise<{ readonly code: number; readonly text: string }> =>
  await promisify(execFile)(process.execPath, ['verify.mjs', ...more], { cwd: bundle }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (failed: { code: number; stdout: string; stderr: string }) => ({
      ...{ code: failed.code, text: failed.stdout + failed.stderr },
    }),
  );

interface Line {
  readonly number: number;
  readonly exhibit: string;
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}
interface Manifest {
  readonly about: string;
  readonly seal: string;
  readonly lines: readonly Line[];
}
const manifestOf = async (bundle: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(bundle, 'manifest.json'), 'utf8')) as Manifest;

it('[CONS-02] a bundle has the papers of each entry, numbered in the order of the log, each with its checksum', async () => {
  const bundle = await unpack(await fileOf({ format: 'zip', minutes: true }), 'whole');
  const { lines, seal } = await manifestOf(bundle);
  const exhibits = lines.filter(({ exhibit }) => exhibit !== '');
  expect(exhibits.map(({ exhibit }) => exhibit)).toEqual(exhibits.map((_, at) => `EX-00${at + 1}`));
  const contents = await Promise.all(exhibits.map(({ path }) => readFile(join(bundle, path), 'utf8')));
  expect(contents[0]).toContain('INTERNAL minutes');
  expect(contents.filter((content) => content === 'The plan')).toHaveLength(1);
  expect(contents.filter((content) => content === SECRET)).toHaveLength(1);
  for (const { path, sha256 } of lines)
    expect(
      createHash('sha256')
        .update(await readFile(join(bundle, path)))
        .digest('hex'),
    ).toBe(sha256);
  const log = await readFile(join(bundle, 'log.csv'), 'utf8');
  const [plan] = exhibits.filter((_, at) => contents[at] === 'The plan');
  // The file that was attached twice is one exhibit of both entries.
  expect(log.split(plan?.exhibit ?? '')).toHaveLength(3);
  expect(JSON.stringify(await pagesOf(await readFile(join(bundle, 'log.pdf'))))).toContain(plan?.exhibit);
  expect(await verify(bundle)).toEqual({ code: 0, text: expect.stringContaining(seal) as string });
  expect((await verify(bundle, '.', seal)).code).toBe(0);
  const bare = await unpack(await fileOf({ format: 'zip' }), 'bare');
  for (const { path } of (await manifestOf(bare)).lines)
    expect(await readFile(join(bare, path), 'utf8')).not.toContain('INTERNAL');
});

const tampered: readonly (readonly [string, string, (bundle: string, manifest: Manifest) => Promise<unknown>])[] = [
  [
    'changed',
    'changed: exhibits/EX-001',
    (bundle, { lines }) => writeFile(join(bundle, lines[0]?.path ?? ''), 'other'),
  ],
  ['removed', 'removed: exhibits/EX-001', (bundle, { lines }) => rm(join(bundle, lines[0]?.path ?? ''))],
  ['added', 'added: exhibits/more.txt', (bundle) => writeFile(join(bundle, 'exhibits/more.txt'), 'more')],
  [
    'exchanged',
    'changed: exhibits/EX-001',
    async (bundle, { lines }) => {
      const [one = '', other = ''] = lines.map(({ path }) => join(bundle, path));
      await rename(one, `${one}~`);
      await rename(other, one);
      await rename(`${one}~`, other);
    },
  ],
  [
    'reordered in the manifest',
    'reordered',
    (bundle, { lines: [one, other, ...rest], ...manifest }) =>
      writeFile(join(bundle, 'manifest.json'), JSON.stringify({ ...manifest, lines: [other, one, ...rest] })),
  ],
  [
    'taken out with its line',
    'reordered',
    async (bundle, { lines: [one, ...rest], ...manifest }) => {
      await rm(join(bundle, one?.path ?? ''));
      await writeFile(join(bundle, 'manifest.json'), JSON.stringify({ ...manifest, lines: rest }));
    },
  ],
];

it.each(tampered)('[CONS-02] [TRUST] a bundle of which a file was %s does not verify', async (how, said, tamper) => {
  const bundle = await unpack(await fileOf({ format: 'zip' }), how);
  expect((await verify(bundle)).code).toBe(0);
  await tamper(bundle, await manifestOf(bundle));
  const { code, text } = await verify(bundle);
  expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining(said) as string });
});

it('[CONS-02] [PERM-01] the logs of two parties differ by what each may read', async () => {
  const [ours, theirs] = [await preview(), await preview({}, SUBMITTER)];
  const groups = ({ rows }: Preview): ReadonlySet<string> => new Set(rows.map(({ group }) => group));
  expect([...groups(ours)].filter((group) => !groups(theirs).has(group)).toSorted()).toEqual([
    ...['answer', 'communication', 'meeting'],
  ]);
  const names = readZip(await fileOf({ format: 'zip' }, SUBMITTER)).map(({ name }) => name);
  expect(names.filter((name) => name.includes('plan.txt'))).toHaveLength(1);
  expect(names.join()).not.toContain('Call');
});

const CANARY = 'canarykestrel';

it('[CONS-02] [PERM-01] canaries of the internal review are in no form of a log', async () => {
  const [response = ''] = await operations.held('ConsultResponse', 'consultation', consultation);
  const own = { owner: world.own, context: response };
  const elder = await add('Contact', { _related: world.own, firstName: CANARY, lastName: CANARY });
  await world.change(response, { internalNotes: CANARY, rationale: CANARY, anticipatedResponse: '2031-04-01' });
  await world.change(consultation, { internalNotes: CANARY });
  const file = await world.attach(response, { originalName: `${CANARY}.txt`, bytes: Buffer.from(CANARY) });
  await world.change(response, { files: [file] });
  await add('Meeting', { ...own, date: '2026-03-11', summary: CANARY, minutes: CANARY, otherContacts: [elder] });
  await add('Meeting', { ...own, date: '2026-03-11', summary: CANARY, minutes: CANARY });
  await add('CommLog', { ...own, date: '2026-03-11T20:00:00.000Z', subject: CANARY, body: CANARY, contacts: [elder] });
  await add('ConsultResponseConcern', { response, subject: CANARY, description: CANARY, commitmentAsked: CANARY });
  await add('ConsultResponseSection', { response, title: CANARY, body: CANARY });
  await add('Letter', { ...own, subject: CANARY, body: CANARY, state: 'PROPOSED' });
  await add('RwfSimple', { of: response, instructions: CANARY, result: CANARY });
  await add('RwfMeeting', { of: response, aim: CANARY, minutes: CANARY });
  const thread = await create(STAFF, 'Thread', { subject: CANARY, context: response });
  await create(STAFF, 'Message', { thread, body: CANARY });
  for (const actor of [READER, SUBMITTER]) {
    const whole = await preview({ minutes: true }, actor);
    expect({ actor, rows: whole.rows.length > 5, next: whole.next }).toEqual({ actor, rows: true, next: undefined });
    const forms = [
      JSON.stringify(whole),
      (await fileOf({ format: 'csv', minutes: true }, actor)).toString(),
      (await pagesOf(await fileOf({ format: 'pdf', minutes: true }, actor))).join(),
      ...readZip(await fileOf({ format: 'zip', minutes: true }, actor)).flatMap(({ name, content }) => [
        name,
        content.toString(),
      ]),
    ];
    expect({ actor, forms: forms.filter((form) => form.includes(CANARY)) }).toEqual({ actor, forms: [] });
  }
}, 120_000);

it('[CONS-02] [PERM-01] a meeting of the review with the proponent is in every form of the log under its title for the invited people, or under none', async () => {
  const [response = ''] = await operations.held('ConsultResponse', 'consultation', consultation);
  const { primaryOrg = '' } = await operations.read(STAFF, consultation);
  const meeting = { owner: world.own, context: response, otherOrgs: [primaryOrg], $access: 'PROTECTED' };
  const title = 'Talk about the lamps';
  await add('Meeting', { ...meeting, date: '2026-03-20', summary: CANARY, invitationTitle: title });
  await add('Meeting', { ...meeting, date: '2026-03-21', summary: CANARY, invitationTitle: null });
  const { rows } = await preview({ kinds: ['meeting'] });
  expect(rows.map(({ texts }) => texts['subject'])).toEqual(expect.arrayContaining([title, 'Meeting held']));
  const kinds = { kinds: ['meeting'] };
  const forms = [
    JSON.stringify(rows),
    (await fileOf({ format: 'csv', ...kinds })).toString(),
    (await pagesOf(await fileOf({ format: 'pdf', ...kinds }))).join(),
    ...readZip(await fileOf({ format: 'zip', minutes: true, ...kinds })).map(({ content }) => content.toString()),
  ];
  for (const form of forms) expect(form).not.toContain(CANARY);
  for (const form of forms.slice(0, 2)) for (const words of [title, 'Meeting held']) expect(form).toContain(words);
});

/** More than pages contain. With 20,000 messages it takes two minutes, nearly all of them to write the messages. */
const VERY_MANY = 6_000;

it('[CONS-02] a log of thousands of entries is a table and can be looked at; pages and a bundle are refused with what to do', async () => {
  const { items, database } = world.services;
  const [thread = ''] = await operations.held('Thread', 'context', consultation);
  const author = world.idOf(STAFF);
  const metadata = { at: new Date(), by: author, actor: undefined };
  const before = (await preview()).total;
  for (let done = 0; done < VERY_MANY; done += 1_000)
    await database.transaction(async (tx) => {
      for (let at = done; at < done + 1_000; at += 1)
        await items.insert(tx, 'Message', { thread, author, body: `Word ${at}` }, metadata);
    });
  await expect.poll(async () => (await preview()).total, { timeout: 60_000 }).toBe(before + VERY_MANY);
  const { seen, next } = await preview({ after: 3_000 });
  expect(next).toBe(3_050);
  for (const format of ['pdf', 'zip'])
    expect(await start({ format, seen })).toMatchObject({
      params: { errors: [{ path: '/format', message: 'errors.consultationLog.tooLong' }] },
    });
  const csv = (await fileOf({ format: 'csv', seen })).toString();
  expect(csv.match(/Word \d+/g)).toHaveLength(VERY_MANY);
}, 240_000);
