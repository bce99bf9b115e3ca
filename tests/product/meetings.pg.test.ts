// Meetings, and who learns of them: a meeting that is made in an internal review is internal until a person shares it, in every channel.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { domain } from 'src/domain/server.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { organisationDay } from 'tests/clock/organisationDay.ts';
import { okOf, operationsOf, targetOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const OFFICER = 'capability holder';
const WORD = 'canaryquarrycouncil';

let world: ProductWorld;
let response: ItemId;
let contact: ItemId;
let partner: ItemId;
const { read, save } = operationsOf(() => world);

beforeAll(async () => {
  world = await openProductWorld();
  response = await world.newItem({ type: 'ConsultResponse', level: 'PROTECTED', mark: 'review' });
  partner = await world.newItem({ type: 'Organization', level: 'COMMUNITY', mark: 'partner' });
  const { memberships } = await read('administrator', world.idOf(OFFICER));
  const further = { owner: partner, reads: 'COMMUNITY', admin: false, capabilities: [] };
  await world.change(world.idOf(OFFICER), { memberships: [...(memberships as Json[]), further] });
  contact = await world.newItem({
    ...{ type: 'Contact', level: 'COMMUNITY', mark: 'of the member' },
    more: { _related: partner, firstName: 'Ada', lastName: 'North' },
  });
  await world.change(world.idOf('member'), { contact });
});
afterAll(() => world.stop());

const meet = async (more: Body): Promise<ItemId> => {
  const meeting = {
    ...{ summary: `${WORD} meets`, minutes: `${WORD} refuses phase 2`, owner: world.own },
    ...{ date: organisationDay(3) },
    ...{ otherOrgs: [partner], otherContacts: [contact] },
  };
  return String(okOf(await world.ask(OFFICER, 'create/Meeting', { ...meeting, ...more }))['$id']);
};

/** Everything that a person may hear of meetings. */
const toldTo = async (actor: string, id: ItemId): Promise<string> => {
  const asked = { ...targetOf(world.idOf(actor)), name: 'All', query: { must: { _t: ['Meeting'] } }, names: true };
  const { path } = okOf(await world.ask(actor, 'act/makeCalendarFeed', asked));
  const told = await Promise.all([
    world.ask(actor, `read/${id}`),
    world.ask(actor, `history/${id}`, {}),
    world.ask(actor, 'search/ids', { must: { _t: ['Meeting'] }, labels: true }),
    world.ask(actor, 'search/ids', { must: { text: [WORD] }, labels: true }),
    world.ask(actor, 'suggest', { text: WORD }),
    world.ask(actor, 'act/fetchNotifications', targetOf(world.idOf(actor))),
    world.get('visitor', String(path)).then((answer) => answer.text()),
    world.exported(actor, { query: { must: { _t: ['Meeting'] } }, format: 'csv' }),
    world.lettersTo(actor),
  ]);
  return JSON.stringify(told).replaceAll(String.raw`\r\n `, '');
};

it('[PERM-05] [ORG-03] members learn nothing of a meeting of an internal review until it is shared', async () => {
  const id = await meet({ context: response });
  await world.followAll([id]);
  okOf(await save(OFFICER, id, { place: `${WORD} hall` }));
  await world.runJobs();
  expect(await read(OFFICER, id)).toMatchObject({ $access: 'PROTECTED' });
  for (const actor of ['member', 'stranger']) expect(await toldTo(actor, id)).not.toContain(WORD);
  for (const actor of ['protected reader', OFFICER]) expect(await toldTo(actor, id)).toContain(WORD);
  for (const actor of ['member', 'protected reader'])
    expect((await world.lettersTo(actor)).join('')).not.toContain(WORD);

  okOf(await save(OFFICER, id, { $access: 'COMMUNITY' }));
  expect(await read('member', id)).toMatchObject({ minutes: `${WORD} refuses phase 2` });
});

it('[ORG-03] a meeting about nothing internal is for members, and becomes internal with what it is about', async () => {
  const id = await meet({});
  expect(await read('member', id)).toMatchObject({ $access: 'COMMUNITY' });
  okOf(await save(OFFICER, id, { context: response }));
  expect(await world.ask('member', `read/${id}`)).toEqual({ refused: 'notFound' });
  okOf(await save(OFFICER, id, { summary: 'Another name', context: null }));
  expect(await read(OFFICER, id)).toMatchObject({ $access: 'PROTECTED' });
  const shared = await meet({ context: response, $access: 'COMMUNITY' });
  expect(await read('member', shared)).toMatchObject({ $access: 'COMMUNITY' });
});

it('[ORG-03] meetings that were stored without a level follow what they are about', () => {
  const levelOf = (context: ItemId | undefined): unknown =>
    domain.migrate['meetingAccess']?.(undefined, context === undefined ? {} : { context }, {});
  expect([response, 'ConsultResponseConcern-1', contact, undefined].map(levelOf)).toEqual([
    ...['PROTECTED', 'PROTECTED', 'COMMUNITY', 'COMMUNITY'],
  ]);
});
