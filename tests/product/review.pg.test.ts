// A community's review of a request: records that are picked for it, the sections of its answer, and the copy of what is sent. None of it
// reaches the proponent.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { createRemindOfSteps } from 'src/server/workflow/remindOfSteps.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

type Body = Readonly<Record<string, Json>>;

const [SUBMITTER, OURS] = ['stranger', 'capability holder'] as const;
const WORD = 'canarykelp';

let world: ProductWorld;
let response: ItemId;
let record: ItemId;

const okOf = (answer: Answer): Body => {
  if ('ok' in answer) return answer.ok as Body;
  throw new Error(JSON.stringify(answer));
};
const read = async (id: ItemId): Promise<Body> => okOf(await world.ask(OURS, `read/${id}`));
const targetOf = (id: ItemId): Body => ({ _t: id.split('-')[0] ?? '', _i: Number(id.split('-')[1]) });
const find = async (actor: string, must: Body): Promise<readonly ItemId[]> =>
  (okOf(await world.ask(actor, 'search/ids', { must: must as never, max: 100 }))['ids'] ?? []) as ItemId[];
const change = async (id: ItemId, values: Body): Promise<void> => {
  okOf(await world.ask(OURS, 'update', { $id: id, _u: (await read(id))['_u'] ?? 0, ...values }));
};
const create = async (type: string, values: Body): Promise<ItemId> =>
  String(okOf(await world.ask(OURS, `create/${type}`, values))['$id']);
const stepOf = async (type: string): Promise<ItemId> => (await find(OURS, { _t: [type], of: [response] }))[0] ?? '';
const complete = async (id: ItemId): Promise<void> => {
  okOf(await world.ask(OURS, 'act/transition', { ...targetOf(id), name: 'complete' }));
};

beforeAll(async () => {
  world = await openProductWorld();
  const [membership] = okOf(await world.ask('administrator', `read/${world.idOf(SUBMITTER)}`))['memberships'] as Body[];
  const submitter = String(membership?.['owner']);
  await world.change(world.own, { displayName: 'Own', type: 'COMMUNITY' });
  const consultation = await world.newItem({
    ...{ type: 'Consultation', level: 'COMMUNITY', mark: 'road' },
    more: { projectName: 'Road', primaryOrg: submitter, communities: [world.own], state: 'CONSULTING' },
  });
  response = await world.newItem({
    ...{ type: 'ConsultResponse', level: 'PROTECTED', mark: 'answer' },
    more: { consultation, community: world.own, state: 'PENDING', selected: true },
  });
  record = await world.newItem({
    ...{ type: 'SpatialFeature', level: 'COMMUNITY', mark: `${WORD} grounds` },
    more: { label: `${WORD} grounds`, state: 'ACTIVE' },
  });
  const steps: Body[] = [
    { key: 'research', kind: 'RWF_RESEARCH', label: 'Research', group: 1 },
    { key: 'keep', kind: 'RWF_SNAPSHOT', label: 'Keep', group: 2, after: ['research'] },
    { key: 'end', kind: 'RWF_SIMPLE', label: 'End', group: 3, after: ['keep'] },
  ];
  const template = await world.newItem({
    ...{ type: 'Workflow', level: 'COMMUNITY', mark: 'template' },
    more: { label: 'Ours', owner: world.own, of: 'ConsultResponse', version: 1, state: 'ACTIVE', steps },
  });
  okOf(await world.ask(OURS, 'act/setWorkflow', { ...targetOf(response), workflow: template }));
});
afterAll(() => world.stop());

it('[CONS-01] [WF-01] keeps what was picked with its reasons, lists it with the answer, and copies nothing that was not sent', async () => {
  const research = await stepOf('RwfResearch');
  const snapshot = await stepOf('RwfSnapshot');
  await change(response, { relevant: [world.own] });
  await change(research, {
    findings: `${WORD} findings`,
    relevant: [{ record, note: `${WORD} note` }, { record: world.own }],
  });
  await create('ConsultResponseSection', { response, title: 'Second', body: `${WORD} later`, order: 2 });
  await create('ConsultResponseSection', { response, title: 'First', body: `${WORD} first`, order: 1 });
  await create('ConsultResponseSection', { response, title: 'Not sent', body: 'inside', order: 3, included: false });
  await create('ConsultResponseConcern', { response, subject: `${WORD} concern`, commitmentAsked: 'A culvert' });
  await complete(research);

  expect(await read(response)).toMatchObject({ relevant: [world.own, record] });
  const kept = await read(snapshot);
  expect(kept).toMatchObject({ state: 'COMPLETE', snapshot: { u: expect.any(Number) as unknown } });
  // No letter took the sections and concerns along, so none of them was sent.
  expect(kept).not.toHaveProperty('sentSections');
  const rewrite = { $id: snapshot, _u: kept['_u'] ?? 0, sentSections: [] };
  expect('refused' in (await world.ask(OURS, 'update', rewrite))).toBe(true);
});

it('[PERM-05] [CONS-02] shows who sent the request neither the review nor what it leads to', async () => {
  const types = ['RwfResearch', 'RwfSnapshot', 'ConsultResponse', 'ConsultResponseSection', 'ConsultResponseConcern'];
  for (const type of types) expect(await find(SUBMITTER, { _t: [type] })).toEqual([]);
  const hidden = [response, record, await stepOf('RwfResearch'), await stepOf('RwfSnapshot')];
  const answers = await Promise.all([
    ...hidden.flatMap((id) => [
      world.ask(SUBMITTER, `read/${id}`),
      world.ask(SUBMITTER, 'act/overlap', { ...targetOf(id), path: 'projectArea', bands: [0] }),
      world.ask(SUBMITTER, 'act/auditTrail', targetOf(id)),
    ]),
    world.ask(SUBMITTER, 'search/ids', { must: { text: [WORD] }, max: 100, labels: true }),
    world.ask(SUBMITTER, 'search/ids', { must: { _t: ['Event'] }, max: 100, labels: true }),
    world.ask(SUBMITTER, 'act/fetchNotifications', targetOf(world.idOf(SUBMITTER))),
  ]);
  expect(JSON.stringify(answers)).not.toContain(WORD);
  expect(answers.slice(0, 2).every((answer) => 'refused' in answer)).toBe(true);
});

it('[CONS-02] [WF-01] a step that asks the submitter is sent by hand, asks each question once, and is done when they reply', async () => {
  okOf(await world.ask(OURS, 'act/addStep', { ...targetOf(response), kind: 'RWF_THREAD', label: 'Ask' } as Body));
  const step = await stepOf('RwfThread');
  const move = (name: string): Promise<Answer> => world.ask(OURS, 'act/transition', { ...targetOf(step), name });
  const asked = async (): Promise<readonly string[]> => {
    const messages = await find(SUBMITTER, { _t: ['Message'], thread: [String((await read(step))['thread'])] });
    const read1 = async (id: ItemId): Promise<Json> => okOf(await world.ask(SUBMITTER, `read/${id}`))['body'] ?? null;
    return (await Promise.all(messages.map(read1))).map(String).toSorted();
  };
  const reply = async (actor: string, body: string): Promise<void> => {
    okOf(await world.ask(actor, 'create/Message', { thread: String((await read(step))['thread']), body }));
  };
  expect(await read(step)).toMatchObject({ state: 'PENDING' });
  expect(JSON.stringify(await move('start'))).toContain('"path":"/question"');
  await change(step, { question: 'Where is the culvert?' });
  okOf(await move('start'));
  expect(await asked()).toEqual(['Where is the culvert?']);
  // The question has a conversation of its own, which names what it is and what it is about.
  const thread = okOf(await world.ask(SUBMITTER, `read/${String((await read(step))['thread'])}`));
  expect(thread).toMatchObject({ purpose: 'CONSULT_QUESTION', subject: 'Question about the request' });
  expect(thread['context']).toBe((await read(response))['consultation']);
  // A message of the community itself is no reply, and the step cannot be ended before there is one.
  await reply(OURS, 'We wait.');
  expect(JSON.stringify(await move('complete'))).toContain('errors.workflow.recordOpen');
  expect(await read(step)).toMatchObject({ state: 'ACTIVE' });
  await reply(SUBMITTER, 'At the bend.');
  expect(await read(step)).toMatchObject({ state: 'COMPLETE' });
  okOf(await world.ask(OURS, 'act/transition', { ...targetOf(step), name: 'reopen', reason: 'Once more' }));
  expect(await read(step)).toMatchObject({ state: 'PENDING' });
  okOf(await move('start'));
  expect(await asked()).toEqual(['At the bend.', 'We wait.', 'Where is the culvert?']);
});

it('[CONS-02] [WF-02] a meeting and a field work that are made for a step become its record, and it is done when they are', async () => {
  const add = async (kind: string): Promise<void> => {
    okOf(await world.ask(OURS, 'act/addStep', { ...targetOf(response), kind, label: kind } as Body));
  };
  await add('RWF_MEETING');
  await add('RWF_FIELDWORK');
  const [talk, walk] = [await stepOf('RwfMeeting'), await stepOf('RwfFieldwork')];
  const meeting = await create('Meeting', { summary: 'Talk', date: '2999-05-01', owner: world.own, context: response });
  const fieldwork = await create('GeoKeeperFieldwork', {
    ...{ label: 'Walk', ownedBy: world.own, response, start: '2031-05-01' },
  });
  expect(await read(talk)).toMatchObject({ meeting, state: 'ACTIVE' });
  expect(await read(walk)).toMatchObject({ fieldwork, state: 'ACTIVE' });
  for (const step of [talk, walk])
    expect(JSON.stringify(await world.ask(OURS, 'act/transition', { ...targetOf(step), name: 'complete' }))).toContain(
      'errors.workflow.recordOpen',
    );
  okOf(await world.ask(OURS, 'act/transition', { ...targetOf(fieldwork), name: 'begin' }));
  expect(await read(walk)).toMatchObject({ state: 'ACTIVE' });
  okOf(await world.ask(OURS, 'act/transition', { ...targetOf(fieldwork), name: 'finish' }));
  expect(await read(walk)).toMatchObject({ state: 'COMPLETE' });
  await change(meeting, { date: '2020-05-01' });
  expect(await read(talk)).toMatchObject({ state: 'COMPLETE' });
});

it('[CONS-02] [WF-02] the hourly job completes the step of a meeting once it is over, and opens a transaction for no other step', async () => {
  const byNumber = (one: ItemId, other: ItemId): number => Number(targetOf(one)['_i']) - Number(targetOf(other)['_i']);
  const stepFor = async (date: string): Promise<ItemId> => {
    const kind = 'RWF_MEETING';
    okOf(await world.ask(OURS, 'act/addStep', { ...targetOf(response), kind, label: date } as Body));
    await create('Meeting', { summary: date, date, end: '12:00', start: '11:00', owner: world.own, context: response });
    return (await find(OURS, { _t: ['RwfMeeting'], of: [response] })).toSorted(byNumber).at(-1) ?? '';
  };
  const [soon, later] = [await stepFor('2031-06-02'), await stepFor('2031-06-09')];
  const run = async (instant: string): Promise<number> => {
    let transactions = 0;
    const { database } = world.services;
    const counting: typeof database = {
      ...database,
      transaction: (...work: Parameters<typeof database.transaction>) => {
        transactions += 1;
        return database.transaction(...work);
      },
    } as typeof database;
    const services = { ...world.services, database: counting, clock: { now: () => new Date(instant) } };
    await createRemindOfSteps(services)({}, new AbortController().signal);
    return transactions;
  };
  // 12:00 in the zone of the organization.
  expect(await run('2031-06-02T18:59:00Z')).toBe(0);
  expect(await read(soon)).toMatchObject({ state: 'ACTIVE' });
  expect(await run('2031-06-02T19:02:00Z')).toBe(1);
  expect(await read(soon)).toMatchObject({ state: 'COMPLETE' });
  expect(await read(later)).toMatchObject({ state: 'ACTIVE' });
  expect(await run('2031-06-02T20:25:00Z')).toBe(0);
});
