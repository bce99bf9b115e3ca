// The parts of a consultation that each side sees: the organization that submits it, the communities that it asks, and others. Here the own
// organization is the community, and the stranger works for the one that submits.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

type Body = Readonly<Record<string, Json>>;

let world: ProductWorld;
let submitter: ItemId;
let thirdCommunity: ItemId;
/** The asked communities: the own one and a third one. */
let asked: ItemId;
let response: ItemId;

const okOf = (answer: Answer): Body => {
  if ('ok' in answer) return answer.ok as Body;
  throw new Error(JSON.stringify(answer));
};
const idOf = (answer: Answer): ItemId => String(okOf(answer)['$id']);
const read = (actor: string, id: ItemId): Promise<Answer> => world.ask(actor, `read/${id}`);
const reads = async (actor: string, id: ItemId): Promise<boolean> => 'ok' in (await read(actor, id));
const add = async (type: string, more: Body): Promise<ItemId> =>
  (await world.add([{ type, level: 'COMMUNITY', mark: `${type} ${JSON.stringify(more).slice(0, 40)}`, more }]))[0] ??
  '';

const WORD = 'canarypier';
const HIDDEN = ['communities', 'asked', 'progress', 'internalNotes'];

beforeAll(async () => {
  world = await openProductWorld();
  const [membership] = okOf(await read('administrator', world.idOf('stranger')))['memberships'] as Body[];
  submitter = String(membership?.['owner']);
  thirdCommunity = await world.newItem({ type: 'Organization', level: 'COMMUNITY', mark: 'third' });
  const communities = [world.own, thirdCommunity];
  const named = { communities, asked: [{ community: thirdCommunity, selected: true }], internalNotes: `${WORD} moves` };
  const progress = [{ community: thirdCommunity, state: 'PENDING' }];
  asked = await add('Consultation', { projectName: 'Crossing', primaryOrg: submitter, progress, ...named });
  response = await add('ConsultResponse', { consultation: asked, community: world.own, summary: `${WORD} answered` });
});
afterAll(() => world.stop());

it('[CONS-01] [PERM-05] who was asked reads the consultation, and neither who else was asked nor what the submitter notes', async () => {
  const other = await add('Consultation', {
    projectName: 'Elsewhere',
    primaryOrg: submitter,
    communities: [thirdCommunity],
  });
  for (const actor of ['member', 'capability holder', 'private reader', 'owner administrator']) {
    const item = okOf(await read(actor, asked));
    expect({ actor, shown: HIDDEN.filter((name) => name in item) }).toEqual({ actor, shown: [] });
    expect({ actor, other: await reads(actor, other) }).toEqual({ actor, other: false });
    const told = await Promise.all([
      world.ask(actor, `history/${asked}`, {}),
      world.ask(actor, 'search/ids', { must: { _t: ['Consultation'], text: [WORD] } }),
      world.ask(actor, 'getGrantedBy', { grantsFor: { Consultation: [asked] } }),
    ]);
    expect({ actor, told: JSON.stringify(told).includes(thirdCommunity) }).toEqual({ actor, told: false });
    expect(JSON.stringify(told[1])).not.toContain(asked);
  }
  const item = okOf(await read('stranger', asked));
  expect(HIDDEN.filter((name) => !(name in item))).toEqual([]);
  expect(await reads('visitor', asked)).toBe(false);
});

it('[PERM-05] people of one community are not offered to those of another', async () => {
  const someone = await world.newItem({
    type: 'User',
    level: 'COMMUNITY',
    mark: 'zephyrine',
    more: {
      name: 'Zephyrine',
      memberships: [{ owner: thirdCommunity, reads: 'COMMUNITY', admin: false, capabilities: [] }],
    },
  });
  const [_t, _i] = ['Consultation', Number(asked.split('-')[1])];
  const offered = async (actor: string) =>
    JSON.stringify(await world.ask(actor, 'act/readersNamed', { _t, _i, text: 'zephyrine' }));
  expect(await offered('administrator')).toContain(someone);
  for (const actor of ['member', 'stranger']) expect(await offered(actor)).not.toContain(someone);
});

it('[CONS-02] [PERM-01] no submitter finds anything of a response', async () => {
  const concern = await add('ConsultResponseConcern', { response, subject: `${WORD} subject` });
  const section = await add('ConsultResponseSection', { response, title: `${WORD} title` });
  const number = Number(asked.split('-')[1]);
  const told = await Promise.all([
    ...[response, concern, section].flatMap((id) =>
      ['read', 'label', 'readAllowed', 'history'].map((operation) =>
        world.ask('stranger', `${operation}/${id}`, operation === 'history' ? {} : undefined),
      ),
    ),
    world.ask('stranger', 'readMany/object', [response, concern, section]),
    world.ask('stranger', 'search/ids', { must: { related: [asked] }, labels: true, facets: [{ key: '_t', max: 50 }] }),
    world.ask('stranger', 'search/ids', { must: { _t: ['Consultation'] }, subs: { responses: {} }, labels: true }),
    world.ask('stranger', 'suggest', { text: WORD }),
    world.ask('stranger', 'act/auditTrail', { _t: 'Consultation', _i: number }),
  ]);
  const text = JSON.stringify(told);
  expect(text).not.toMatch(/canarypier (answered|subject|title)/);
  for (const type of ['ConsultResponse', 'ConsultResponseConcern', 'ConsultResponseSection'])
    expect(text).not.toMatch(new RegExp(`${type}-\\d`));
  expect(await reads('capability holder', concern)).toBe(true);
  expect(await reads('member', response)).toBe(false);
});

it('[CONV-01] [PERM-05] of a conversation about a consultation only its parties and the submitter read and write', async () => {
  const open = (actor: string, more: Body = {}): Promise<Answer> =>
    world.ask(actor, 'create/Thread', { subject: 'Where is the pier?', context: asked, ...more });
  const say = (actor: string, thread: ItemId): Promise<Answer> =>
    world.ask(actor, 'create/Message', { thread, body: 'Here.' });
  const ours = idOf(await open('capability holder'));
  expect(okOf(await read('member', ours))['parties']).toEqual([world.own]);
  expect('ok' in (await say('stranger', ours))).toBe(true);
  const message = idOf(await say('member', ours));
  expect(await reads('stranger', message)).toBe(true);
  // Members without the capability for consultations open none; no person can add a community that was not asked.
  expect(await open('member')).toEqual({ refused: 'notAllowed' });
  expect(await open('stranger', { parties: [submitter] })).toMatchObject({ refused: 'invalid' });
  const theirs = idOf(await open('stranger', { parties: [thirdCommunity] }));
  const internal = idOf(await open('stranger'));
  for (const thread of [theirs, internal]) {
    const words = idOf(await say('stranger', thread));
    for (const actor of ['member', 'capability holder', 'owner administrator'])
      expect([await reads(actor, thread), await reads(actor, words)]).toEqual([false, false]);
  }
});

it('[CONV-01] [PERM-01] who may not read whom a request was sent to learns it by no party of a conversation', async () => {
  const ours = await add('Consultation', {
    ...{ projectName: 'Ours', primaryOrg: world.own, communities: [thirdCommunity], asked: [] },
  });
  const fourth = await world.newItem({ type: 'Organization', level: 'COMMUNITY', mark: 'fourth' });
  const open = (actor: string, party: ItemId): Promise<Answer> =>
    world.ask(actor, 'create/Thread', { subject: 'Where?', context: ours, parties: [party] });
  for (const actor of ['member', 'capability holder']) {
    expect('communities' in okOf(await read(actor, ours))).toBe(false);
    const [asked, other] = [await open(actor, thirdCommunity), await open(actor, fourth)];
    expect(asked).toMatchObject({ refused: 'invalid' });
    expect(asked).toEqual(other);
    // Not even through a further party of an existing conversation.
    const { $id = '', _u = 0 } = okOf(await world.ask(actor, 'create/Thread', { subject: 'Ours', context: ours }));
    const join = (party: ItemId): Promise<Answer> => world.ask(actor, 'update', { $id, _u, parties: [party] });
    expect(await join(thirdCommunity)).toEqual(await join(fourth));
  }
  expect(okOf(await open('protected reader', thirdCommunity))['parties']).toEqual([thirdCommunity]);
});

it('[CONV-01] what comes back as incomplete opens a conversation with the community that sent it back, and its completion closes it', async () => {
  const returned = await add('Consultation', {
    ...{ projectName: 'Cable', primaryOrg: submitter, communities: [world.own, thirdCommunity], state: 'SUBMITTED' },
  });
  const threads = async (actor: string): Promise<readonly ItemId[]> =>
    (okOf(await world.ask(actor, 'search/ids', { must: { _t: ['Thread'], context: [returned] } }))['ids'] ??
      []) as ItemId[];
  const [_t, _i] = ['Consultation', Number(returned.split('-')[1])];
  const to = (actor: string, name: string, reason?: string): Promise<Answer> =>
    world.ask(actor, 'act/transition', { _t, _i, name, ...(reason === undefined ? {} : { reason }) });
  // The community that was asked returns it, with a reason; neither the submitter nor a member without the capability can.
  for (const actor of ['stranger', 'member', 'owner administrator'])
    expect(await to(actor, 'returnIncomplete', 'no map')).toEqual({ refused: 'notAllowed' });
  expect(await to('capability holder', 'returnIncomplete')).toMatchObject({ refused: 'invalid' });
  expect(okOf(await to('capability holder', 'returnIncomplete', 'no map'))).toMatchObject({ state: 'INCOMPLETE' });
  expect(await to('capability holder', 'returnIncomplete', 'no map')).toMatchObject({ refused: 'invalid' });
  const [thread = ''] = await threads('member');
  expect(okOf(await read('member', thread))).toMatchObject({ parties: [world.own], resolved: false });
  expect(await threads('stranger')).toEqual([thread]);
  // It continues when it is complete.
  const missing = await to('stranger', 'resubmit');
  expect(JSON.stringify(missing)).toContain('/primaryContacts');
  const area = {
    type: 'Polygon',
    coordinates: [
      [
        [-139.2, 50.3],
        [-139.1, 50.3],
        [-139.1, 50.4],
        [-139.2, 50.3],
      ],
    ],
  };
  const contact = await world.newItem({
    type: 'Contact',
    level: 'COMMUNITY',
    mark: 'engineer',
    more: { _related: submitter },
  });
  await world.change(returned, {
    ...{ projectArea: area, primaryContacts: [contact], projectType: 'BRIDGE', projectDescription: 'A cable.' },
    requestedResponseDate: '2031-05-01',
  });
  expect(okOf(await to('stranger', 'resubmit'))).toMatchObject({ state: 'CONSULTING' });
  expect(okOf(await read('stranger', thread))).toMatchObject({ resolved: true });
});
