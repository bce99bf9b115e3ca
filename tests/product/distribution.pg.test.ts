// A consultation from its submission to the answers of several communities: the stranger works for the organization that submits it, the
// capability holder for the own community, and the private reader here for a further one.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { distributeConsultation } from 'src/domain/consult/distribution.server.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import type { Database } from 'src/server/store/database.ts';
import { organisationDay } from 'tests/clock/organisationDay.ts';
import { okOf, operationsOf, requestBody, targetOf, type Body } from 'tests/product/productOperations.ts';
import type { TestSocket } from 'tests/server/routes/TestSocket.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

const [SUBMITTER, OURS, THEIRS] = ['stranger', 'capability holder', 'private reader'] as const;
const WORD = 'canarytarn';
/** More than two transactions of the job hand out. */
const FURTHER = 21;

let world: ProductWorld;
let submitter: ItemId;
let third: ItemId;
let contact: ItemId;
let further: readonly ItemId[];
/** Goes through the tests in their order, with the responses of two communities and a step of the first. */
let id: ItemId;
let ours: ItemId;
let theirs: ItemId;
let step: ItemId;

const { read, move, answerElsewhere, save, organizationOf } = operationsOf(() => world);
const find = async (actor: string, must: Body): Promise<readonly ItemId[]> =>
  (okOf(await world.ask(actor, 'search/ids', { must: must as never, max: 100 }))['ids'] ?? []) as ItemId[];
/** Pushes about items that an actor gets. */
const toldTo = (actor: string, ...ids: readonly ItemId[]): Promise<readonly Answer[]> =>
  Promise.all([
    ...ids.map((id) => world.ask(actor, `history/${id}`, {})),
    ...ids.map((id) => world.ask(actor, 'act/auditTrail', targetOf(id))),
    world.ask(actor, 'search/ids', { must: { _t: ['Event'] }, labels: true }),
    world.ask(actor, 'act/fetchNotifications', targetOf(world.idOf(actor))),
    world.exported(actor, { query: { must: { _t: ['Event'] } }, format: 'csv' }).then((ok) => ({ ok })),
    world.lettersTo(actor).then((ok) => ({ ok })),
  ]);
const square = (west: number): Json => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, 50],
      [west + 1, 50],
      [west + 1, 51],
      [west, 51],
      [west, 50],
    ],
  ],
});

const responsesOf = async (consultation: ItemId): Promise<ReadonlyMap<string, ItemId>> => {
  const { items, database } = world.services;
  const ids = await items.holding(database, { type: 'ConsultResponse', path: 'consultation', id: consultation });
  const found = await items.findMany(database, ids);
  return new Map(found.map(({ id, properties }) => [String(properties['community']), id]));
};
const progressOf = async (consultation: ItemId): Promise<ReadonlyMap<string, string>> => {
  const { progress } = await read(SUBMITTER, consultation);
  return new Map((progress as Body[]).map(({ community, state }) => [String(community), String(state)]));
};
const community = (mark: string): Promise<ItemId> =>
  world.newItem({
    ...{ type: 'Organization', level: 'COMMUNITY', mark },
    more: { displayName: mark, type: 'COMMUNITY', territory: square(-20) },
  });
const propose = async (communities: readonly ItemId[], left: readonly ItemId[] = []): Promise<ItemId> => {
  const body = requestBody({ submitter, contact, communities });
  const asked = [
    ...(body['asked'] as Json[]),
    ...left.map((community) => ({ community, suggested: true, selected: false })),
  ];
  return String(okOf(await world.ask(SUBMITTER, 'create/Consultation', { ...body, asked }))['$id']);
};

beforeAll(async () => {
  world = await openProductWorld();
  submitter = await organizationOf(SUBMITTER);
  third = await community('Third');
  further = await Promise.all(Array.from({ length: FURTHER }, (_, index) => community(`Further ${index}`)));
  await world.change(world.own, { displayName: 'Own', type: 'COMMUNITY', territory: square(-139) });
  const capabilities = ['ConsultRespond', 'ResponseWorkflow'];
  const memberships = [{ owner: third, reads: 'PROTECTED', admin: false, capabilities }];
  await world.change(world.idOf(THEIRS), { siteReads: null, memberships });
  contact = await world.newItem({
    ...{ type: 'Contact', level: 'COMMUNITY', mark: 'engineer' },
    more: { _related: submitter },
  });
  const steps = [{ key: 'look', kind: 'RWF_SIMPLE', label: `${WORD} look`, group: 1 }];
  const template = { label: 'Ours', owner: world.own, of: 'ConsultResponse', version: 1, steps };
  for (const state of ['ARCHIVED', 'ACTIVE', 'DRAFT'])
    await world.newItem({ type: 'Workflow', level: 'COMMUNITY', mark: state, more: { ...template, state } });
});
afterAll(() => world.stop());

it('[CONS-01] the communities whose territory meets the area are suggested to who submits, and a choice is needed', async () => {
  const draft = await propose([]);
  const suggest = (actor: string): Promise<Answer> => world.ask(actor, 'act/suggestCommunities', targetOf(draft));
  expect(okOf(await suggest(SUBMITTER))).toEqual({ communities: [{ id: world.own, name: 'Own' }] });
  for (const actor of [OURS, 'member']) expect('refused' in (await suggest(actor))).toBe(true);
  expect(JSON.stringify(await move(SUBMITTER, draft, 'submit'))).toContain('errors.consult.nobodyAsked');
  const wrong = await propose([world.own, submitter]);
  expect(JSON.stringify(await move(SUBMITTER, wrong, 'submit'))).toContain('errors.consult.notCommunity');
  for (const each of [draft, wrong]) {
    expect(await read(SUBMITTER, each)).toMatchObject({ state: 'DRAFT' });
    expect((await responsesOf(each)).size).toBe(0);
  }
});

it('[CONS-01] a day that has passed is refused, and the question before submitting says whom it goes to, by when, and what is short', async () => {
  const preview = async (id: ItemId): Promise<Body> =>
    okOf(await world.ask(SUBMITTER, 'act/previewSubmission', targetOf(id)));
  const late = await propose([world.own]);
  okOf(await save(SUBMITTER, late, { requestedResponseDate: '2020-01-01' }));
  expect(JSON.stringify(await move(SUBMITTER, late, 'submit'))).toContain('errors.consult.dayPast');
  expect(await read(SUBMITTER, late)).toMatchObject({ state: 'DRAFT' });
  expect(await preview(late)).toMatchObject({
    errors: [{ path: '/requestedResponseDate', message: 'errors.consult.dayPast' }],
  });
  const day = organisationDay(2);
  okOf(await save(SUBMITTER, late, { requestedResponseDate: day }));
  const { errors, lines } = await preview(late);
  expect(errors).toEqual([]);
  expect(lines).toMatchObject([
    { message: 'consult.preview.to', params: { names: ['Own'] } },
    { message: 'consult.preview.day', params: { day } },
    { message: 'consult.preview.short', params: { name: 'Own' }, warning: true },
    { message: 'consult.preview.noPaper', warning: true },
  ]);
  okOf(await save(SUBMITTER, late, { asked: [], requestedResponseDate: '2031-05-01' }));
  expect(await preview(late)).toMatchObject({ errors: [{ message: 'errors.consult.nobodyAsked' }], lines: [] });
  for (const actor of [OURS, 'member'])
    expect(await world.ask(actor, 'act/previewSubmission', targetOf(late))).toHaveProperty('refused');
});

it('[CONS-01] each community gets its own response, although the job is stopped at any point', async () => {
  id = await propose([world.own, third, ...further.slice(1)], further.slice(0, 1));
  const both = await Promise.all([move(SUBMITTER, id, 'submit'), move(SUBMITTER, id, 'submit')]);
  expect(both.filter((answer) => 'ok' in answer).length).toBe(1);
  expect(JSON.stringify(both)).toContain('errors.state.moved');
  expect((await responsesOf(id)).size).toBe(FURTHER + 2);
  // The process is killed after it has handed out one batch.
  let batches = 0;
  const transaction: Database['transaction'] = (work) =>
    batches++ > 1 ? Promise.reject(new Error('killed')) : world.services.database.transaction(work);
  const services = { ...world.services, database: { ...world.services.database, transaction } };
  const killed = distributeConsultation(services)({ id }, new AbortController().signal);
  await expect(killed).rejects.toThrow('killed');
  expect(new Set((await progressOf(id)).values())).toContain('DRAFT');
  expect(await read(SUBMITTER, id)).toMatchObject({ state: 'SUBMITTED' });
  await world.runJobs();
  const told = await read(SUBMITTER, id);
  // A repetition changes nothing.
  await world.services.database.transaction((tx) => tx.addJob('distributeConsultation', { id }));
  await world.runJobs();
  expect(await read(SUBMITTER, id)).toEqual(told);
  expect(told).toMatchObject({ state: 'CONSULTING', distributed: expect.any(String) as unknown });
  expect(new Set(told['communities'] as Json[])).toEqual(new Set([world.own, third, ...further.slice(1)]));
  const states = await progressOf(id);
  expect([states.get(world.own), states.get(third), states.get(further[0] ?? '')]).toEqual([
    ...['PENDING', 'PENDING', 'NOT_SELECTED'],
  ]);

  const responses = await responsesOf(id);
  [ours, theirs] = [responses.get(world.own) ?? '', responses.get(third) ?? ''];
  for (const [actor, own] of [
    [OURS, ours],
    [THEIRS, theirs],
  ] as const)
    await expect.poll(() => find(actor, { _t: ['ConsultResponse'], consultation: [id] })).toEqual([own]);
  step = (await find(OURS, { _t: ['RwfSimple'], of: [ours] }))[0] ?? '';
  expect(await read(OURS, step)).toMatchObject({ state: 'ACTIVE', key: 'look' });
  expect(await read(OURS, id)).not.toHaveProperty('progress');
});

it('[CONS-01] handing out reads each response the same few times, however many communities are asked', async () => {
  const readings = async (communities: readonly ItemId[]): Promise<number> => {
    const consultation = await propose(communities);
    okOf(await move(SUBMITTER, consultation, 'submit'));
    const responses = new Set((await responsesOf(consultation)).values());
    expect(responses.size).toBe(communities.length);
    let found = 0;
    const { items } = world.services;
    const findMany: typeof items.findMany = (db, ids, options) => {
      found += ids.filter((each) => responses.has(each)).length;
      return items.findMany(db, ids, options);
    };
    const services = { ...world.services, items: { ...items, findMany } };
    const { signal } = new AbortController();
    await distributeConsultation(services)({ id: consultation }, signal);
    expect(await read(SUBMITTER, consultation)).toMatchObject({ state: 'CONSULTING', communities: expect.any(Array) });
    expect(new Set((await progressOf(consultation)).values())).toEqual(new Set(['PENDING']));
    return found / communities.length;
  };
  const [some, all] = [await readings(further.slice(0, 2)), await readings(further)];
  expect(some).toBeGreaterThan(0);
  expect(all).toBe(some);
});

it('[CONS-02] what comes back from one community stops the clocks of all, and its words are between the two', async () => {
  okOf(await move(OURS, id, 'returnIncomplete', `${WORD}map is missing`));
  for (const [actor, own] of [
    [OURS, ours],
    [THEIRS, theirs],
  ] as const)
    expect(JSON.stringify((await read(actor, own))['_clock'])).toMatch(/"from"(?!.*"until")/);
  expect(JSON.stringify(await read(THEIRS, theirs))).not.toContain(WORD);
  const thread = { _t: ['Thread'], context: [id], purpose: ['CONSULT_INCOMPLETE'] };
  await expect.poll(async () => (await find(SUBMITTER, thread)).length).toBe(1);
  const [opened = ''] = await find(SUBMITTER, thread);
  expect(await read(OURS, opened)).toMatchObject({ parties: [world.own] });
  expect(await world.ask(THEIRS, `read/${opened}`)).toHaveProperty('refused');
  // Only the conversation says what is missing, because all communities read the event.
  for (const actor of [SUBMITTER, OURS]) {
    const [message = ''] = await find(actor, { _t: ['Message'], thread: [opened] });
    expect(String((await read(actor, message))['body'])).toMatch(/Please add .*\n\ncanarytarnmap is missing$/);
  }
  // It is unread to the side that did not write it.
  const unread = (actor: string): Promise<readonly ItemId[]> =>
    find(actor, { _t: ['Thread'], context: [id], unreadMessages: [true] } as unknown as Body);
  await expect.poll(() => unread(SUBMITTER)).toEqual([opened]);
  for (const actor of [OURS, THEIRS]) expect(await unread(actor)).toEqual([]);
  await world.followAll([id, ours, theirs, opened]);
  await world.runJobs();
  expect(JSON.stringify(await toldTo(THEIRS, id, theirs))).not.toContain(WORD);
  const events = await toldTo(SUBMITTER, id);
  expect(JSON.stringify(events)).toContain('consultationIncomplete');
  // The email to the submitter says the reason; nothing else does that the communities read too.
  const [letters] = events.slice(-1);
  expect(JSON.stringify(letters)).toContain(WORD);
  expect(JSON.stringify(events.slice(0, -1))).not.toContain(WORD);
  // Communities that were asked stay; others may be added.
  const choice = (await read(SUBMITTER, id))['asked'] as Body[];
  await world.change(id, { asked: choice.filter((each) => each['community'] !== third) });
  expect(JSON.stringify(await move(SUBMITTER, id, 'resubmit'))).toContain('errors.consult.alreadyAsked');
  expect(await read(SUBMITTER, id)).toMatchObject({ state: 'INCOMPLETE' });
  await world.change(id, {
    requestedResponseDate: '2031-06-01',
    asked: choice.map((each) => ({ ...each, selected: true })),
  });
  okOf(await move(SUBMITTER, id, 'resubmit'));
  const resubmitted = await read(THEIRS, id);
  await world.runJobs();
  expect((await progressOf(id)).get(further[0] ?? '')).toBe('PENDING');
  // That one more is asked is nothing that the others could see.
  expect(await read(THEIRS, id)).toEqual(resubmitted);
  expect(await read(THEIRS, theirs)).toMatchObject({
    requestedResponseDate: '2031-06-01',
    _clock: { stops: [{ until: expect.any(String) as unknown }], due: '2031-06-01' },
  });
});

it("[CONS-02] [PERM-05] the submitter sees that a community has answered, and nothing of the answer's content", async () => {
  await world.change(ours, { outcome: 'NO_CONCERNS', summary: `${WORD} summary`, internalNotes: `${WORD} notes` });
  okOf(await move(OURS, ours, 'respond'));
  expect((await progressOf(id)).get(world.own)).toBe('RESPONDED');
  expect(await read(SUBMITTER, id)).toMatchObject({ state: 'CONSULTING' });
  const channels = await Promise.all([
    ...[id, ours, step].flatMap((each) => [
      ...[`read/${each}`, `label/${each}`].map((operation) => world.ask(SUBMITTER, operation)),
      world.ask(SUBMITTER, `history/${each}`, {}),
    ]),
    world.ask(SUBMITTER, 'search/ids', { must: { text: [WORD] }, labels: true }),
    world.ask(SUBMITTER, 'search/ids', { must: { _t: ['ConsultResponse'] }, facets: [{ key: 'state', max: 9 }] }),
    world.ask(SUBMITTER, 'search/ids', { must: { _t: ['Event'] }, labels: true }),
    world.ask(SUBMITTER, 'act/fetchNotifications', targetOf(world.idOf(SUBMITTER))),
    world.ask(SUBMITTER, 'act/auditTrail', targetOf(id)),
  ]);
  for (const [index, answer] of channels.entries()) {
    const text = JSON.stringify(answer).replaceAll(`${WORD}map`, ''); // said to the submitter
    expect({ index, found: text.match(/canarytarn\s?\w*|"(?:ConsultResponse|RwfSimple)-\d+/)?.[0] }).toEqual({ index });
  }
  const others = JSON.stringify([await read(OURS, id), await world.ask(OURS, `history/${id}`, {})]);
  expect(others).not.toContain(third);

  // After a withdrawal, open work on it ends, and written texts are kept.
  await world.change(theirs, { summary: 'half an answer' });
  okOf(await move(SUBMITTER, id, 'withdraw', 'no money'));
  expect(await read(THEIRS, theirs)).toMatchObject({
    state: 'NO_RESPONSE',
    ended: 'WITHDRAWN',
    summary: 'half an answer',
  });
  const ended = { _t: ['ConsultResponse'], state: ['WITHDRAWN'] };
  expect(okOf(await world.ask(THEIRS, 'search/ids', { must: ended }))['ids']).toEqual([theirs]);
  const moved = { _t: ['Event'], context: [theirs], kind: ['responseWithdrawn'] };
  const [event = ''] = okOf(await world.ask(THEIRS, 'search/ids', { must: moved }))['ids'] as string[];
  expect(await read(THEIRS, event)).toMatchObject({ fromState: 'PENDING', toState: 'WITHDRAWN' });
  expect(await read(OURS, ours)).toMatchObject({ state: 'RESPONDED' });
  expect(new Set((await progressOf(id)).values())).toEqual(new Set(['RESPONDED', 'WITHDRAWN']));
});

it('[CONS-01] the area may have holes and span a continent; one without an outline is refused, and nothing is stored of it', async () => {
  const draft = await propose([]);
  const suggested = async (area: Json): Promise<number | undefined> => {
    const saved = await save(SUBMITTER, draft, { projectArea: area });
    if ('refused' in saved) return undefined;
    return (okOf(await world.ask(SUBMITTER, 'act/suggestCommunities', targetOf(draft)))['communities'] as Json[])
      .length;
  };
  const box = (west: number, south: number, east: number, north: number): Json => [
    ...[
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ];
  const outline = box(-140, 49, -137, 52);
  // The territory lies in the hole.
  expect(await suggested({ type: 'Polygon', coordinates: [outline, box(-139.5, 49.5, -137.5, 51.5)] })).toBe(0);
  expect(await suggested({ type: 'Polygon', coordinates: [outline] })).toBe(1);
  expect(await suggested({ type: 'Polygon', coordinates: [box(-170, -60, -10, 80)] })).toBe(FURTHER + 2);
  for (const coordinates of [[], [[]], [[[-139, 50]]], [box(-139, 50, -139, 50)]])
    expect(await suggested({ type: 'Polygon', coordinates })).toBeUndefined();
  expect(await read(SUBMITTER, draft)).toMatchObject({ projectArea: { coordinates: [box(-170, -60, -10, 80)] } });
  expect(await save(SUBMITTER, draft, { projectArea: null })).toHaveProperty('ok');
  expect(JSON.stringify(await move(SUBMITTER, draft, 'submit'))).toContain('/projectArea');
  expect(await read(SUBMITTER, draft)).toMatchObject({ state: 'DRAFT' });
  expect((await responsesOf(draft)).size).toBe(0);
});

it('[CONS-01] what communities do while the submitter edits is no conflict, however often they do it', async () => {
  const edited = await propose([world.own, third]);
  okOf(await move(SUBMITTER, edited, 'submit'));
  await world.runJobs();
  okOf(await move(OURS, edited, 'returnIncomplete', 'no map'));
  const { _u: u = 0 } = await read(SUBMITTER, edited);
  const response = (await responsesOf(edited)).get(third) ?? '';
  okOf(await move(THEIRS, response, 'noResponse', 'not ours'));
  expect(await read(SUBMITTER, edited)).toMatchObject({ _u: u });
  const { database } = world.services;
  const number = targetOf(edited)['_i'] ?? 0;
  // As many versions as a merge does not read, all of them the server's own.
  await database.query(
    `with more as (
       insert into item_history
       select (jsonb_populate_record(h, jsonb_build_object('u', h.u + n, 'diff', '{"completed": [null, null]}'::jsonb))).*
       from item_history h, generate_series(1, 1001) n
       where h.t = 100 and h.i = $1 and h.u = (select max(u) from item_history where t = 100 and i = $1))
     update item set u = u + 1001 where t = 100 and i = $1`,
    [number],
  );
  const saved = okOf(await world.ask(SUBMITTER, 'update', { $id: edited, _u: u, projectName: 'Road and bridge' }));
  expect(saved['_u']).toBe(Number(u) + 1002);
  const after = await read(SUBMITTER, edited);
  expect(after).toMatchObject({ projectName: 'Road and bridge', state: 'INCOMPLETE' });
  expect(JSON.stringify(after['progress'])).toContain('NO_RESPONSE');
});

it('[CONS-02] a withdrawal while an answer is written, or given, leaves both sides saying the same', async () => {
  const ends: string[] = [];
  const noResponse = (actor: string, response: ItemId) => move(actor, response, 'noResponse', 'by mail');
  for (const answer of [answerElsewhere, noResponse]) {
    const consultation = await propose([world.own]);
    okOf(await move(SUBMITTER, consultation, 'submit'));
    await world.runJobs();
    const response = (await responsesOf(consultation)).get(world.own) ?? '';
    const [withdrawn, answered, written] = await Promise.all([
      move(SUBMITTER, consultation, 'withdraw', 'no money'),
      answer(OURS, response),
      save(OURS, response, { summary: 'half an answer' }),
    ]);
    expect([withdrawn, answered].some((answer) => 'ok' in answer)).toBe(true);
    expect(written).toHaveProperty('ok');
    const { state } = await read(SUBMITTER, consultation);
    const { state: given, ended, summary } = await read(OURS, response);
    expect(summary).toBe('half an answer');
    // One of the two came first, and is what both say.
    expect(state).toBe('ok' in withdrawn ? 'WITHDRAWN' : 'RESPONDED');
    expect((await progressOf(consultation)).get(world.own)).toBe(ended ?? given);
    expect(given).not.toBe('PENDING');
    ends.push(String(given));
  }
  expect(ends.every((end) => ['OFFLINE', 'NO_RESPONSE'].includes(end))).toBe(true);
});

it('[PERM-05] [CONS-02] no community learns that another one answers or opens its answer again, or which one sent the request back', async () => {
  const consultation = await propose([world.own, third]);
  okOf(await move(SUBMITTER, consultation, 'submit'));
  await world.runJobs();
  const person = world.idOf(OURS);
  const known = async (actor: string): Promise<string> =>
    JSON.stringify([
      await read(actor, consultation),
      await world.ask(actor, `history/${consultation}`, {}),
      await world.ask(actor, 'search/ids', { must: { _t: ['Event'], context: [consultation] }, labels: true }),
      await world.ask(
        actor,
        'readMany/object',
        (await find(actor, { _t: ['Event'], context: [consultation] })) as Json,
      ),
      await world.ask(actor, 'search/ids', { must: { _t: ['Consultation'], $id: [consultation] }, labels: true }),
    ]);
  okOf(await move(OURS, consultation, 'returnIncomplete', 'no map'));
  for (const actor of [THEIRS, SUBMITTER]) {
    const text = await known(actor);
    expect(text).toContain('consultationIncomplete');
    expect({ actor, names: text.includes(`"${person}"`) }).toEqual({ actor, names: false });
  }
  // The conversation between the two sides names the person.
  const [thread = ''] = await find(SUBMITTER, { _t: ['Thread'], context: [consultation] });
  const [message = ''] = await find(SUBMITTER, { _t: ['Message'], thread: [thread] });
  expect(await read(SUBMITTER, message)).toMatchObject({ author: person });
  okOf(await move(SUBMITTER, consultation, 'resubmit'));
  await world.runJobs();
  const responses = await responsesOf(consultation);
  const [own, other] = [responses.get(world.own) ?? '', responses.get(third) ?? ''];
  const watch = async (actor: string): Promise<TestSocket> => {
    const socket = await world.socket(actor);
    for (const watched of [consultation, 'Consultation-0', 'Event-0']) await socket.ask(`addWatch/${watched}`);
    return socket;
  };
  const [socket, theirs, administrator] = [await watch(THEIRS), await watch(SUBMITTER), await watch('administrator')];
  const pushed = ({ received }: TestSocket): string[] =>
    received.filter(({ o }) => o === 'item/update').map(({ b }) => JSON.stringify(b));
  // One of two communities answers: the submitter sees it at once, and nothing changes for the other community.
  const waiting = await known(THEIRS);
  okOf(await answerElsewhere(OURS, own));
  expect((await progressOf(consultation)).get(world.own)).toBe('OFFLINE');
  expect(await known(THEIRS)).toBe(waiting);
  for (const each of [theirs, administrator])
    await each.until(({ b }) => (b as Body)['$id'] === consultation && JSON.stringify(b).includes('OFFLINE'));
  okOf(await answerElsewhere(THEIRS, other));
  expect(await read(THEIRS, consultation)).toMatchObject({ state: 'RESPONDED' });
  await socket.until(({ o, b }) => o === 'item/update' && JSON.stringify(b).includes('RESPONDED'));
  const before = await known(THEIRS);
  okOf(await move('owner administrator', own, 'reopen', 'Sent too early'));
  expect(await known(THEIRS)).toBe(before);
  expect((await progressOf(consultation)).get(world.own)).toBe('PENDING');
  await world.runJobs();
  await expect.poll(() => known(SUBMITTER)).toContain('consultationAnswerReopened');
  okOf(await answerElsewhere(OURS, own));
  expect(await known(THEIRS)).toBe(before);
  await expect.poll(() => known(SUBMITTER)).toContain('consultationAnswerRenewed');
  okOf(await move(SUBMITTER, consultation, 'close'));
  // Nothing was pushed but the two moves that all may see, and what they did themselves.
  await socket.until(({ o, b }) => o === 'item/update' && JSON.stringify(b).includes('CLOSED'));
  const seen = /RESPONDED|consultationAnswered|CLOSED|consultationClosed/;
  expect(pushed(socket).filter((each) => !seen.test(each) && !each.includes(`"${other}"`))).toEqual([]);
  for (const each of [socket, theirs, administrator]) each.close();
});

it('[CONS-02] when all have answered the consultation is; withdrawal leaves the open steps out', async () => {
  const [answered, withdrawn] = [await propose([world.own]), await propose([world.own])];
  for (const each of [answered, withdrawn]) okOf(await move(SUBMITTER, each, 'submit'));
  await world.runJobs();
  const responseOf = async (consultation: ItemId): Promise<ItemId> =>
    (await responsesOf(consultation)).get(world.own) ?? '';
  okOf(await answerElsewhere(OURS, await responseOf(answered)));
  expect(await read(SUBMITTER, answered)).toMatchObject({ state: 'RESPONDED' });
  // A reopened answer must be given again before the consultation closes. Answers to a withdrawn request cannot be reopened.
  const [again, owner] = [await responseOf(answered), 'owner administrator'];
  okOf(await move(owner, again, 'reopen', 'Sent too early'));
  expect(await read(SUBMITTER, answered)).toMatchObject({ state: 'RESPONDED', progress: [{ state: 'PENDING' }] });
  expect(JSON.stringify(await move(SUBMITTER, answered, 'close'))).toContain('errors.state.guard');
  okOf(await answerElsewhere(OURS, again));
  okOf(await move(SUBMITTER, answered, 'close'));
  okOf(await move(SUBMITTER, withdrawn, 'withdraw', 'no money'));
  const ended = await responseOf(withdrawn);
  expect(await read(OURS, ended)).toMatchObject({ state: 'NO_RESPONSE' });
  const { items, database } = world.services;
  const [left = ''] = await items.holding(database, { type: 'RwfSimple', path: 'of', id: ended });
  expect(await read(OURS, left)).toMatchObject({ state: 'SKIP', reason: 'no money' });
  const before = await read(OURS, ended);
  expect(JSON.stringify(await move(owner, ended, 'reopen', 'Once more'))).toContain('errors.state.guard');
  expect(await read(OURS, ended)).toEqual(before);
});
