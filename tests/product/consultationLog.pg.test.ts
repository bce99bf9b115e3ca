// Both sides go through a consultation, and its log equals their contacts: each once, in order, on its side; it has no internal
// deliberations.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readXlsx } from 'hucre/xlsx';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

type Body = Readonly<Record<string, Json>>;

let world: ProductWorld;
let consultation: ItemId;
const COMMUNITY = 'owner administrator';
/** The person who answers for the community. */
const STAFF = 'capability holder';
const SUBMITTER = 'stranger';
/** More messages than three pages hold. */
const MANY = 1_600;

const okOf = (answer: Answer): Body => {
  if ('ok' in answer) return answer.ok as Body;
  throw new Error(JSON.stringify(answer));
};
const ask = async (actor: string, operation: string, body: Json): Promise<ItemId> =>
  String(okOf(await world.ask(actor, operation, body))['$id']);
const add = async (type: string, more: Body): Promise<ItemId> =>
  (await world.add([{ type, level: 'COMMUNITY', mark: JSON.stringify(more).slice(0, 60), more }]))[0] ?? '';
const target = (): Body => ({ _t: 'Consultation', _i: Number(consultation.split('-')[1]) });
const fileOf = async (actor: string, format: string, choice: Body = {}): Promise<Response> => {
  const { key } = okOf(await world.ask(actor, 'act/consultationLog/async', { ...target(), format, ...choice }));
  await world.runJobs();
  return await world.get(actor, `/task-result/${String(key)}`);
};

/** One meeting was held with the other side; the others are planned or internal. */
const addMeetings = async (who: Readonly<Record<'submitter' | 'contact' | 'elder', string>>): Promise<void> => {
  const meeting = { owner: world.own, context: consultation, date: '2026-03-10', otherOrgs: [who.submitter] };
  const shown = {
    summary: 'First talk',
    invitationTitle: null,
    otherContacts: [who.contact],
    minutes: '=Maps were shown.',
  };
  await add('Meeting', { ...meeting, ...shown });
  await add('Meeting', { ...meeting, summary: 'INTERNAL so far: planned', date: '2999-03-10' });
  const internal = { ...meeting, otherOrgs: [] };
  await add('Meeting', { ...internal, summary: 'INTERNAL preparation', minutes: 'INTERNAL doubts' });
  await add('Meeting', { ...internal, summary: 'INTERNAL talk with an elder', otherContacts: [who.elder] });
};

beforeAll(async () => {
  world = await openProductWorld();
  const [membership] = okOf(await world.ask('administrator', `read/${world.idOf(SUBMITTER)}`))['memberships'] as Body[];
  const submitter = String(membership?.['owner']);
  const owner = world.own;
  consultation = await add('Consultation', {
    ...{ projectName: 'Crossing', primaryOrg: submitter, communities: [owner], submitted: '2026-03-01T18:00:00.000Z' },
    ...{ internalNotes: 'INTERNAL to the submitter', projectDescription: 'A pier.' },
  });
  const response = await add('ConsultResponse', {
    ...{ consultation, community: owner, notified: '2026-03-02', responded: '2026-04-20T18:00:00.000Z' },
    ...{ summary: 'Yes, on two conditions', internalNotes: 'INTERNAL to the community', state: 'RESPONDED' },
  });
  const contact = await add('Contact', { firstName: 'Ola', lastName: 'Nord', _related: submitter });
  const elder = await add('Contact', { firstName: 'Ada', lastName: 'Elder', _related: owner });
  await addMeetings({ submitter, contact, elder });
  await add('CommLog', {
    owner,
    context: response,
    subject: 'Call about the map',
    date: '2026-03-12T20:00:00.000Z',
    contacts: [contact],
    body: 'A new map comes.',
  });
  await add('CommLog', {
    owner,
    context: response,
    subject: 'INTERNAL call',
    date: '2026-03-13T20:00:00.000Z',
    contacts: [elder],
  });
  const waiting = await add('ConsultResponse', {
    consultation,
    community: owner,
    state: 'PENDING',
    notified: '2026-03-03',
  });
  await add('ConsultResponseConcern', { response: waiting, subject: 'INTERNAL so far', madeOn: '2026-04-02' });
  await add('ConsultResponseConcern', {
    ...{
      response,
      subject: 'Herring',
      description: 'The pier stands where they spawn.',
      madeOn: '2026-04-01',
      status: 'AGREED',
    },
    ...{
      commitmentAsked: 'No work at **night**',
      commitmentMade: 'No work in March',
      fulfilBy: '2027-03-31',
      projectChanges: 'The pier is moved.',
    },
  });
  const letter = { owner, context: response, to: submitter, kind: 'LETTER' };
  await add('Letter', {
    ...letter,
    subject: 'Our answer',
    body: '**Two** conditions.\n- one',
    state: 'SENT',
    sent: '2026-04-21T18:00:00.000Z',
  });
  const counsel = { to: owner, subject: 'INTERNAL to counsel', body: 'INTERNAL', state: 'SENT' };
  await add('Letter', { ...letter, ...counsel, sent: '2026-04-19T18:00:00.000Z' });
  await add('Letter', { ...letter, subject: 'INTERNAL draft', body: 'INTERNAL', state: 'DRAFT' });
  const shared = await ask(STAFF, 'create/Thread', { subject: 'Where is the pier?', context: consultation });
  await ask(STAFF, 'create/Message', { thread: shared, body: 'Where exactly?' });
  await ask(SUBMITTER, 'create/Message', { thread: shared, body: 'At the third step.' });
  for (const [actor, context] of [
    [SUBMITTER, consultation],
    [STAFF, response],
  ] as const) {
    const thread = await ask(actor, 'create/Thread', { subject: 'INTERNAL talk', context });
    await ask(actor, 'create/Message', { thread, body: 'INTERNAL words' });
  }
});
afterAll(() => world.stop());

const subjectOf = (row: readonly string[] | undefined): string => row?.[6] ?? '';
const answerOf = (row: readonly string[] | undefined): string => row?.[8] ?? '';
const rowsOf = async (actor: string): Promise<string[][]> => {
  const answer = await fileOf(actor, 'xlsx');
  expect(answer.status).toBe(200);
  const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()));
  return (sheets[0]?.rows ?? []).map((row) => row.map((cell) => String(cell ?? '')));
};

it('[CONS-02] [EXCHANGE] the log of a community equals what was done, in order and on its side', async () => {
  const [captions, ...rows] = await rowsOf(COMMUNITY);
  expect(captions).toEqual([
    ...['Date', 'Contact method', 'For the submitter', 'For the community', 'State before', 'State after'],
    ...['Subject', 'Concerns raised', 'Statement or answer', 'Commitments asked for', 'Commitments made', 'Record'],
  ]);
  // Messages were written now, so they are last.
  expect(rows.map(subjectOf)).toEqual([
    ...['Crossing', 'Crossing', 'Crossing', 'First talk', 'Call about the map', 'Herring', 'Crossing', 'Our answer'],
    ...['Where is the pier?', 'Where is the pier?'],
  ]);
  const [, notified, , talk, call, concern, answered, letter, ...messages] = rows;
  expect(notified?.[0]).toBe('02-Mar-2026');
  expect(talk?.[2]).toBe('Other');
  // Minutes are internal until a person chooses to share them.
  expect(answerOf(talk)).toBe('');
  expect(answerOf(call)).toBe('A new map comes.');
  expect(concern?.slice(7, 11)).toEqual([
    ...['The pier stands where they spawn.', 'The pier is moved.', 'No work at night'],
    'No work in March; 31-Mar-2027; Commitment made',
  ]);
  expect(answerOf(answered)).toMatch(/: Yes, on two conditions$/);
  expect(answerOf(letter)).toBe('Two conditions.\n• one');
  expect(messages.map((row) => answerOf(row).split(': ').at(-1))).toEqual(['Where exactly?', 'At the third step.']);
  expect(JSON.stringify(rows)).not.toContain('INTERNAL');

  const csv = await (await fileOf(COMMUNITY, 'csv')).text();
  for (const row of rows) expect(csv).toContain(subjectOf(row));
  const withMinutes = await (await fileOf(COMMUNITY, 'csv', { minutes: true })).text();
  expect(csv).not.toContain('Maps were shown');
  expect(withMinutes).toContain(`'=Maps`);
  const pdf = Buffer.from(await (await fileOf(COMMUNITY, 'pdf')).arrayBuffer());
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
});

it('[CONS-02] [PERM-01] the log of the submitter contains nothing of a review, and no one else has one', async () => {
  const [, ...rows] = await rowsOf(SUBMITTER);
  const text = JSON.stringify(rows);
  expect(rows.map(subjectOf)).toEqual(expect.arrayContaining(['Crossing', 'Where is the pier?']));
  for (const hidden of ['INTERNAL', 'Herring', 'conditions', 'Call about the map']) expect(text).not.toContain(hidden);
  for (const operation of ['act/consultationLog/async', 'act/previewConsultationLog'])
    expect('ok' in (await world.ask('visitor', operation, target()))).toBe(false);
});

/** The rows of the logs of everything that a search finds, as the actor may have them. */
const logsOf = async (actor: string, query: Json): Promise<string[][]> => {
  const { key } = okOf(await world.ask(actor, 'act/consultationLogs/async', { query }));
  await world.runJobs();
  const answer = await world.get(actor, `/task-result/${String(key)}`);
  expect(answer.status).toBe(200);
  const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()));
  return (sheets[0]?.rows ?? []).map((row) => row.map((cell) => String(cell ?? '')));
};

it('[CONS-02] [EXCHANGE] the logs of all results of a listing are in one table, each as it is separately and by the rights of its reader', async () => {
  const [first] = okOf(await world.ask('administrator', `read/${world.idOf(SUBMITTER)}`))['memberships'] as Body[];
  const common = { primaryOrg: String(first?.['owner']), submitted: '2026-05-01T18:00:00.000Z' };
  await add('Consultation', { ...common, projectName: 'Quay', communities: [world.own] });
  await add('Consultation', { ...common, projectName: 'INTERNAL elsewhere' });
  const query = { must: { _t: ['Consultation'] }, sort: [{ key: 'created', order: 'asc' }] };
  const alone = await rowsOf(COMMUNITY);
  const [captions, ...rows] = await logsOf(COMMUNITY, query);
  expect(captions).toEqual(['Project', ...(alone[0] ?? [])]);
  expect(rows.filter(([project]) => project === 'Crossing').map(([, ...row]) => row)).toEqual(alone.slice(1));
  expect(rows.map(([project]) => project).filter((project) => project === 'Quay')).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('INTERNAL');
  expect((await world.ask('visitor', 'act/consultationLogs/async', { query })) as object).toHaveProperty('refused');
});

const openThread = async (): Promise<ItemId> => {
  const must = { _t: ['Thread'], context: [consultation], text: ['pier'] };
  const [thread = ''] = okOf(await world.ask(STAFF, 'search/ids', { must }))['ids'] as ItemId[];
  return thread;
};
const say = async (body: string, times: number): Promise<void> => {
  const { items, database } = world.services;
  const [thread, author] = [await openThread(), world.idOf(STAFF)];
  await database.transaction(async (tx) => {
    for (let at = 0; at < times; at += 1)
      await items.insert(tx, 'Message', { thread, author, body }, { at: new Date(), by: author, actor: undefined });
  });
};

it('[CONS-02] [TRUST] a log of texts that are nearly all space delays no one while it is printed', async () => {
  await say(`a${' '.repeat(19_990)}b`, 20);
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  expect((await fileOf(COMMUNITY, 'pdf')).status).toBe(200);
  delay.disable();
  expect(delay.max / 1e6).toBeLessThan(3_000);
}, 60_000);

it('[CONS-02] [EXCHANGE] a log of thousands of messages is read a page after the other, and is whole', async () => {
  const { items, database } = world.services;
  const thread = await openThread();
  const before = (await rowsOf(COMMUNITY)).length;
  const [author, by] = [world.idOf(STAFF), world.idOf(STAFF)];
  await database.transaction(async (tx) => {
    for (let at = 0; at < MANY; at += 1)
      await items.insert(
        tx,
        'Message',
        { thread, author, body: `Word ${at}` },
        { at: new Date(), by, actor: undefined },
      );
  });
  await expect
    .poll(async () => {
      const found = okOf(
        await world.ask(COMMUNITY, 'search/ids', { must: { _t: ['Message'], thread: [thread] }, max: 1 }),
      );
      return Number(found['total']);
    })
    .toBeGreaterThanOrEqual(MANY);
  const read = vi.spyOn(items, 'readVisible');
  const rows = await rowsOf(COMMUNITY);
  expect(rows).toHaveLength(before + MANY);
  const words = rows.flatMap((row) => /Word \d+$/.exec(answerOf(row)) ?? []);
  expect(new Set(words).size).toBe(MANY);
  expect(Math.max(...read.mock.calls.map(([, , ids]) => ids.length))).toBeLessThanOrEqual(500);
  read.mockRestore();
}, 60_000);

it('[CONS-02] [EXCHANGE] a log of few rows and endless texts is not printed, and is a table all the same', async () => {
  await say('word '.repeat(3_900), 210);
  expect((await fileOf(COMMUNITY, 'pdf')).status).toBe(404);
  expect((await (await fileOf(COMMUNITY, 'csv')).text()).length).toBeGreaterThan(4_000_000);
  const tasks = okOf(await world.ask(COMMUNITY, 'search/ids', { must: { _t: ['Task'] }, max: 100 }))['ids'] as ItemId[];
  const read = await Promise.all(tasks.map(async (id) => okOf(await world.ask(COMMUNITY, `read/${id}`))));
  expect(read.filter(({ state }) => state === 'FAILED')).toMatchObject([
    { errorKey: 'errors.consultationLog.tooLong' },
  ]);
}, 60_000);

it('[CONS-02] [EXCHANGE] the people of all meetings and calls of a page are read together', async () => {
  const { items } = world.services;
  const { readVisible } = items;
  const readsOfLog = async (): Promise<number> => {
    let count = 0;
    Object.assign(items, {
      readVisible: (...asked: Parameters<typeof readVisible>) => {
        if (asked[3].channel === 'consultationLog') count += 1;
        return readVisible(...asked);
      },
    });
    try {
      expect((await fileOf(COMMUNITY, 'csv')).status).toBe(200);
    } finally {
      Object.assign(items, { readVisible });
    }
    return count;
  };
  const before = await readsOfLog();
  const contact = await add('Contact', { firstName: 'Uma', lastName: 'West' });
  for (const day of ['11', '12', '13']) {
    const record = { owner: world.own, context: consultation };
    await add('Meeting', { ...record, date: `2026-04-${day}`, summary: `Talk ${day}`, otherContacts: [contact] });
    await add('CommLog', { ...record, date: `2026-04-${day}T20:00:00.000Z`, subject: day, contacts: [contact] });
  }
  expect(await readsOfLog()).toBe(before);
}, 60_000);
