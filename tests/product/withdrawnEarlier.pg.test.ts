// Answers whose request was withdrawn: how lists, panels and files name them, and how a site follows whose version did not keep why an answer
// ended. The stranger works for the submitter, the capability holder for the one community, the private reader for another.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { registry } from 'src/generated/registry.server.ts';
import type { FacetValue, PanelAnswer } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { migrateEarlier } from 'tests/product/migrateEarlier.ts';
import { okOf, operationsOf, requestBody, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const [SUBMITTER, OURS, THEIRS] = ['stranger', 'capability holder', 'private reader'] as const;
const RESPONSE = 'ConsultResponse';
const REGION = 'COAST';

let world: ProductWorld;
let request: ItemId;
/** Responses of a community that declined to answer, and of one that was still working on it. */
let theirs: ItemId;
let ours: ItemId;
const { read, move, organizationOf } = operationsOf(() => world);

const countsOf = async (actor: string): Promise<Body> => {
  const must = { _t: [RESPONSE] };
  const { facets } = okOf(await world.ask(actor, 'search/ids', { must, facets: [{ key: 'state', max: 9 }] }));
  const { state = [] } = facets as unknown as Readonly<Record<string, readonly FacetValue[]>>;
  return Object.fromEntries(state.map(({ value, count }) => [String(value), count]));
};
const foundBy = async (actor: string, state: string): Promise<unknown> =>
  okOf(await world.ask(actor, 'search/ids', { must: { _t: [RESPONSE], state: [state] } }))['ids'];
const progressOf = async (): Promise<ReadonlyMap<string, string>> => {
  const { progress } = await read(SUBMITTER, request);
  return new Map((progress as Body[]).map(({ community, state }) => [String(community), String(state)]));
};

const responseOf = async (community: ItemId): Promise<ItemId> => {
  const { items, database } = world.services;
  const ids = await items.holding(database, { type: RESPONSE, path: 'consultation', id: request });
  const found = await items.findMany(database, ids);
  return found.find(({ properties }) => properties['community'] === community)?.id ?? '';
};

const third = (): Promise<ItemId> =>
  world.newItem({
    ...{ type: 'Organization', level: 'COMMUNITY', mark: 'third' },
    more: { displayName: 'Third', type: 'COMMUNITY' },
  });

beforeAll(async () => {
  world = await openProductWorld();
});
afterAll(() => world.stop());

const withdrawOne = async (): Promise<void> => {
  await world.change(world.own, { displayName: 'Own', type: 'COMMUNITY' });
  const other = await third();
  const capabilities = ['ConsultRespond', 'ResponseWorkflow'];
  const memberships = [{ owner: other, reads: 'PROTECTED', admin: true, capabilities }];
  await world.change(world.idOf(THEIRS), { siteReads: null, memberships });
  const submitter = await organizationOf(SUBMITTER);
  const contact = await world.newItem({
    ...{ type: 'Contact', level: 'COMMUNITY', mark: 'engineer' },
    more: { _related: submitter },
  });
  const body = { ...requestBody({ submitter, contact, communities: [world.own, other] }), region: REGION };
  request = String(okOf(await world.ask(SUBMITTER, 'create/Consultation', body))['$id']);
  okOf(await move(SUBMITTER, request, 'submit'));
  await world.runJobs();
  [ours, theirs] = [await responseOf(world.own), await responseOf(other)];
  okOf(await move(THEIRS, theirs, 'noResponse', 'Not our area'));
  okOf(await move(SUBMITTER, request, 'withdraw', 'no money'));
};

const checkCounts = async (): Promise<void> => {
  expect(await countsOf(OURS)).toEqual({ WITHDRAWN: 1 });
  expect(await countsOf(THEIRS)).toEqual({ NO_RESPONSE: 1 });
  expect(await foundBy(OURS, 'WITHDRAWN')).toEqual([ours]);
  expect(await foundBy(OURS, 'NO_RESPONSE')).toEqual([]);
};

it('[CONS-02] an answer that ended with its request is counted, found and exported under that, never as no response', async () => {
  await withdrawOne();
  await checkCounts();
  const { panels } = okOf(await world.ask(OURS, 'dashboard', { path: 'consult.dashboard' })) as unknown as {
    readonly panels: readonly PanelAnswer[];
  };
  const regions = panels.find(({ key }) => key === 'regions');
  expect(regions).toMatchObject({ by: 'state', series: [{ value: 'WITHDRAWN', count: 1 }], cells: [[0, 0, 1]] });
  const file = await world.exported(OURS, {
    query: { must: { _t: [RESPONSE] } },
    ...{ format: 'csv', columns: ['projectName', 'state'] },
  });
  expect(file).toContain('Request withdrawn');
  expect(file).not.toContain('No response');
});

/** Takes away what earlier versions did not keep. */
const makeEarlier = async (): Promise<void> => {
  const { database } = world.services;
  const number = (id: ItemId): number => Number(id.split('-')[1]);
  await database.query(`update item set body = body - 'ended' where t = $1 and i = $2`, [
    registry.types[RESPONSE]?.number,
    number(ours),
  ]);
  await database.query(
    `update item_level set body = replace(body::text, 'WITHDRAWN', 'NO_RESPONSE')::jsonb where t = $1 and i = $2`,
    [registry.types['Consultation']?.number, number(request)],
  );
};

it('[CONS-02] an answer that ended before the reason was kept gets it from its history, and the progress of its request follows', async () => {
  const before = await read(SUBMITTER, request);
  await makeEarlier();
  expect(new Set((await progressOf()).values())).toEqual(new Set(['NO_RESPONSE']));
  await migrateEarlier(world, ['Consultation', RESPONSE]);
  expect(await read(OURS, ours)).toMatchObject({ state: 'NO_RESPONSE', ended: 'WITHDRAWN' });
  expect(await read(THEIRS, theirs)).not.toHaveProperty('ended');
  expect((await progressOf()).get(world.own)).toBe('WITHDRAWN');
  expect([...(await progressOf()).values()].sort()).toEqual(['NO_RESPONSE', 'WITHDRAWN']);
  // No asked community learns from a new version that another one was still at work.
  expect(await read(SUBMITTER, request)).toEqual(before);
  await checkCounts();
});
