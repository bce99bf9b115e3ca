// Two communities that were asked by one request. Only these two read the contacts that the request names, and neither sees by them which
// other communities were asked. Each can reopen its own answer, which takes no right from the other. The stranger works for the submitter,
// the capability holder for one community, the private reader for another, the protected reader for one that is not asked.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemId } from 'src/model/item/Item.ts';
import { migrateEarlier } from 'tests/product/migrateEarlier.ts';
import { okOf, operationsOf, requestBody, targetOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const [SUBMITTER, OURS, THEIRS, UNASKED] = [
  'stranger',
  'capability holder',
  'private reader',
  'protected reader',
] as const;
const NOTES = 'canarysandpiper';

let world: ProductWorld;
let submitter: ItemId;
let other: ItemId;
const { read, move, answerElsewhere, organizationOf } = operationsOf(() => world);

const community = (mark: string): Promise<ItemId> =>
  world.newItem({
    ...{ type: 'Organization', level: 'COMMUNITY', mark },
    more: { displayName: mark, type: 'COMMUNITY' },
  });

const join = (actor: string, owner: ItemId): Promise<void> => {
  const capabilities = ['ConsultRespond', 'ResponseWorkflow'];
  const memberships = [{ owner, reads: 'PRIVATE', admin: true, capabilities }];
  return world.change(world.idOf(actor), { siteReads: null, memberships });
};

const contact = (firstName: string): Promise<ItemId> =>
  world.newItem({
    ...{ type: 'Contact', level: 'COMMUNITY', mark: firstName },
    more: { firstName, lastName: 'Nord', email: `${firstName}@example.org`, notes: NOTES, _related: submitter },
  });

const ask = async (contacts: readonly ItemId[], communities: readonly ItemId[]): Promise<ItemId> => {
  const body: Body = { ...requestBody({ submitter, contact: '', communities }), primaryContacts: contacts };
  const request = String(okOf(await world.ask(SUBMITTER, 'create/Consultation', body))['$id']);
  okOf(await move(SUBMITTER, request, 'submit'));
  await world.runJobs();
  return request;
};

const foundBy = async (actor: string, text: string): Promise<unknown> =>
  okOf(await world.ask(actor, 'search/ids', { must: { _t: ['Contact'], text: [text] } }))['ids'];

beforeAll(async () => {
  world = await openProductWorld();
  await world.change(world.own, { displayName: 'Own', type: 'COMMUNITY' });
  submitter = await organizationOf(SUBMITTER);
  other = await community('Other');
  await join(THEIRS, other);
  await join(UNASKED, await community('Unasked'));
});
afterAll(() => world.stop());

it('[CONS-01] [PERM-05] each community that was asked sees the contacts of the request, and no other contact', async () => {
  const [named, unnamed] = [await contact('Ola'), await contact('Uma')];
  const request = await ask([named], [world.own, other]);
  for (const actor of [OURS, THEIRS]) {
    expect(await read(actor, request)).toMatchObject({ primaryContacts: [named] });
    const seen = await read(actor, named);
    expect(seen).toMatchObject({ firstName: 'Ola', email: 'Ola@example.org' });
    expect(JSON.stringify(seen)).not.toContain(NOTES);
    for (const organization of [world.own, other]) expect(JSON.stringify(seen)).not.toContain(organization);
    expect(await world.ask(actor, `read/${unnamed}`)).toHaveProperty('refused');
    expect(await foundBy(actor, 'Uma')).toEqual([]);
    expect(await world.ask(actor, 'update', { $id: named, _u: seen['_u'] ?? 0, lastName: 'Other' })).toHaveProperty(
      'refused',
    );
  }
  expect(await world.ask(UNASKED, `read/${named}`)).toHaveProperty('refused');
  expect(await foundBy(UNASKED, 'Ola')).toEqual([]);
});

it('[CONS-01] a contact that the request names when it comes back is seen then, and one of a draft is not', async () => {
  const [first, second, drafted] = [await contact('Ida'), await contact('Eva'), await contact('Pia')];
  const body: Body = { ...requestBody({ submitter, contact: drafted, communities: [other] }), projectName: 'Draft' };
  okOf(await world.ask(SUBMITTER, 'create/Consultation', body));
  const request = await ask([first], [other]);
  okOf(await move(THEIRS, request, 'returnIncomplete', 'Nobody answers the telephone'));
  const { _u = 0 } = await read(SUBMITTER, request);
  okOf(await world.ask(SUBMITTER, 'update', { $id: request, _u, primaryContacts: [second] }));
  expect(await world.ask(THEIRS, `read/${second}`)).toHaveProperty('refused');
  okOf(await move(SUBMITTER, request, 'resubmit'));
  await world.runJobs();
  expect(await read(THEIRS, second)).toMatchObject({ firstName: 'Eva' });
  expect(await world.ask(THEIRS, `read/${drafted}`)).toHaveProperty('refused');
  expect(await world.ask(OURS, `read/${second}`)).toHaveProperty('refused');
});

const noticesOf = async (actor: string, request: ItemId): Promise<readonly string[]> => {
  const { items = [] } = okOf(await world.ask(actor, 'act/fetchNotifications', targetOf(world.idOf(actor))));
  return (items as Body[]).filter(({ $context }) => $context === request).map(({ $kind }) => String($kind));
};

it('[CONS-02] [PERM-05] who has answered does not return the request, opens the answer again with a reason, and the submitter hears of it', async () => {
  const request = await ask([await contact('Lea')], [world.own, other]);
  const must = { _t: ['ConsultResponse'], consultation: [request] };
  const [response = ''] = okOf(await world.ask(OURS, 'search/ids', { must }))['ids'] as ItemId[];
  okOf(await answerElsewhere(OURS, response));
  expect(await move(OURS, request, 'returnIncomplete', 'no map')).toEqual({ refused: 'notAllowed' });
  expect(JSON.stringify(await move(OURS, response, 'reopen'))).toContain('/reason');
  okOf(await move(OURS, response, 'reopen', 'canaryreason'));
  await world.runJobs();
  expect(await read(OURS, response)).toMatchObject({ state: 'PENDING' });
  // The other community is still at work, and learns nothing.
  expect(await noticesOf(SUBMITTER, request)).toContain('consultationAnswerReopened');
  expect(await noticesOf(THEIRS, request)).not.toContain('consultationAnswerReopened');
  expect(
    JSON.stringify(await world.ask(SUBMITTER, 'act/fetchNotifications', targetOf(world.idOf(SUBMITTER)))),
  ).not.toContain('canary');
  okOf(await answerElsewhere(OURS, response));
  okOf(await move(THEIRS, request, 'returnIncomplete', 'no map'));
});

it('[CONS-01] [PERM-05] contacts of requests that an earlier version sent are shown to the asked communities after an update', async () => {
  const [early, shared, revised] = [await contact('Ane'), await contact('Siv'), await contact('Liv')];
  const request = await ask([early, shared], [world.own]);
  await ask([shared], [other]);
  const returned = await ask([revised], [other]);
  okOf(await move(THEIRS, returned, 'returnIncomplete', 'Nobody answers the telephone'));
  // The earlier version showed no contact; `shared` has been shown to the other community by a later move of its request.
  for (const each of [early, revised]) await world.change(each, { askedCommunities: null });
  await world.change(shared, { askedCommunities: [other] });
  for (const each of [early, shared]) expect(await world.ask(OURS, `read/${each}`)).toHaveProperty('refused');
  const { _u: before } = await read(SUBMITTER, early);

  await migrateEarlier(world, ['Contact']);
  for (const each of [early, shared]) expect(await read(OURS, each)).toMatchObject({ lastName: 'Nord' });
  expect(await read(THEIRS, shared)).toMatchObject({ firstName: 'Siv' });
  expect(await foundBy(OURS, 'Ane')).toEqual([early]);
  expect(await read(OURS, request)).toMatchObject({ primaryContacts: [early, shared] });
  // Those who were not asked, and those whose request is being written again, see nothing.
  for (const [actor, id] of [
    [THEIRS, early],
    [THEIRS, revised],
    [UNASKED, early],
    [UNASKED, shared],
  ] as const)
    expect(await world.ask(actor, `read/${id}`)).toHaveProperty('refused');
  // No community learns from a new version that another one was asked.
  expect(await read(SUBMITTER, early)).toMatchObject({ _u: before, askedCommunities: [world.own] });
});
