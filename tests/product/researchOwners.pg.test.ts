// Research records and words belong to an organization. A right that is given there reaches that organization's records and no other ones.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { migrateEarlier } from 'tests/product/migrateEarlier.ts';
import { okOf, operationsOf, targetOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

const TYPES = ['CommunityMember', 'ResearchProject', 'ResearchSpecies', 'ResearchTopic', 'Lexeme'] as const;
const NAMES: Readonly<Record<(typeof TYPES)[number], (name: string) => Body>> = {
  CommunityMember: (name) => ({ firstName: name, lastName: 'Brook' }),
  ResearchProject: (name) => ({ title: name }),
  ResearchSpecies: (name) => ({ commonName: name }),
  ResearchTopic: (name) => ({ title: name }),
  Lexeme: (name) => ({ label: name }),
};
const HOLDER = 'member';

let world: ProductWorld;
let other: ItemId;
const { organizationOf } = operationsOf(() => world);

const create = (actor: string, type: (typeof TYPES)[number], { name, owner }: { name: string; owner?: ItemId }) =>
  world.ask(actor, `create/${type}`, { ...NAMES[type](name), ...(owner !== undefined && { owner }) });
const made = async (type: (typeof TYPES)[number], owner: ItemId, actor = 'administrator'): Promise<ItemId> =>
  String(okOf(await create(actor, type, { name: `${type} of ${owner}`, owner }))['$id']);
const read = (actor: string, id: ItemId): Promise<Answer> => world.ask(actor, `read/${id}`);
const found = async (actor: string, type: string): Promise<Json | undefined> =>
  okOf(await world.ask(actor, 'search/ids', { must: { _t: [type] }, max: 1_000 }))['ids'];
const give = (person: string, owner: ItemId, capabilities: readonly string[]): Promise<Answer> => {
  const rights = { reads: 'COMMUNITY', admin: false, capabilities: [...capabilities] };
  return world.ask('administrator', 'act/setMembership', { ...targetOf(world.idOf(person)), owner, rights });
};

beforeAll(async () => {
  world = await openProductWorld();
  await world.change(world.own, { type: 'COMMUNITY' });
  other = String(
    okOf(await world.ask('administrator', 'create/Organization', { displayName: 'An other', type: 'COMMUNITY' }))[
      '$id'
    ],
  );
  await world.change(world.idOf(HOLDER), { siteReads: null });
  okOf(await give(HOLDER, world.own, ['Research', 'Vocab']));
});
afterAll(() => world.stop());

describe.each(TYPES)('[RES-01] [PERM-04] %s: a right that is given in an organization', (type) => {
  it('shows every record of that organization, also those of other people, and none of another one', async () => {
    const [own, foreign] = [await made(type, world.own), await made(type, other)];
    expect(await read(HOLDER, own)).toHaveProperty('ok');
    expect(await read(HOLDER, foreign)).toEqual({ refused: 'notFound' });
    const ids = await found(HOLDER, type);
    expect(ids).toContain(own);
    expect(ids).not.toContain(foreign);
  });

  it('lets people add and change records there, which others with the right see, and nowhere else', async () => {
    const id = await made(type, world.own, HOLDER);
    expect(await read('capability holder', id)).toHaveProperty('ok');
    const own = await made(type, world.own);
    const change = { $id: own, _u: 1, ...NAMES[type]('Renamed') };
    expect(await world.ask(HOLDER, 'update', change)).toHaveProperty('ok');
    const refused = { refused: 'notAllowed' };
    expect(await create(HOLDER, type, { name: 'Elsewhere', owner: other })).toEqual(refused);
    expect(await create('stranger', type, { name: 'Elsewhere', owner: world.own })).toEqual(refused);
    expect(await create('administrator', type, { name: 'Nowhere' })).toMatchObject({ refused: 'invalid' });
  });

  it('ends for the records when it is taken away', async () => {
    const own = await made(type, world.own);
    okOf(await give(HOLDER, world.own, []));
    expect(await create(HOLDER, type, { name: 'No more', owner: world.own })).toEqual({ refused: 'notAllowed' });
    const isPlain = ['ResearchSpecies', 'ResearchTopic', 'Lexeme'].includes(type);
    expect(await read(HOLDER, own)).toHaveProperty(isPlain ? 'ok' : 'refused');
    okOf(await give(HOLDER, world.own, ['Research', 'Vocab']));
  });
});

describe('[PERM-06] [LOV-01] a value that the site had before its list was owned', () => {
  it('is still a choice in each organization, until the organization archives it', async () => {
    const t = { en: 'Seasonal' };
    const value = { list: 'RES_STATUSES', key: 'SEASONAL', t };
    okOf(await world.ask('administrator', 'create/LOVValue', value));
    const offered = async (): Promise<string> =>
      await (await world.get(HOLDER, `/lov/en/RES_STATUSES/${world.own}`)).text();
    expect(await offered()).toContain('"key":"SEASONAL","label":"Seasonal","state":"ACTIVE"');
    const person = { ...NAMES.CommunityMember('Nima'), owner: world.own, status: 'SEASONAL' };
    expect(await world.ask(HOLDER, 'create/CommunityMember', person)).toHaveProperty('ok');
    okOf(await world.ask('private reader', 'create/LOVValue', { ...value, owner: world.own, state: 'ARCHIVED' }));
    expect(await offered()).toContain('"key":"SEASONAL","label":"Seasonal","state":"ARCHIVED"');
    expect(JSON.stringify(await world.ask(HOLDER, 'create/CommunityMember', person))).toContain('/status');
  });
});

describe('[RES-01] records that an earlier version stored without an organization', () => {
  const ownerless = async (type: (typeof TYPES)[number], creator: string, owner: ItemId): Promise<ItemId> => {
    const id = await made(type, owner, creator);
    await world.change(id, { owner: null });
    return id;
  };

  it('go to the organization in which their creator has the right, and stay with the site where that is open', async () => {
    const byHolder = await ownerless('CommunityMember', HOLDER, world.own);
    const byStranger = await ownerless('Lexeme', 'stranger', await organizationOf('stranger'));
    const undecided = await ownerless('CommunityMember', 'administrator', world.own);
    await migrateEarlier(world, TYPES);
    expect(await read('administrator', byHolder)).toMatchObject({ ok: { owner: world.own } });
    expect(await read('administrator', byStranger)).toMatchObject({ ok: { owner: await organizationOf('stranger') } });
    expect(okOf(await read('administrator', undecided))).not.toHaveProperty('owner');
    expect(await read(HOLDER, undecided)).toEqual({ refused: 'notFound' });
    const { figures } = okOf(await world.ask('administrator', 'act/siteState', {}));
    const counted = (figures as readonly Body[]).find(({ name }) => name === 'database.ownerless');
    expect(counted).toMatchObject({ value: 1, state: 'watch' });
    expect(await read('capability holder', undecided)).toHaveProperty('ok');
  });

  it('are missed by people with the right for the whole site only, whom the state of the site counts', async () => {
    const counted = async (): Promise<number> => {
      const { figures } = okOf(await world.ask('administrator', 'act/siteState', {}));
      const figure = (figures as readonly Body[]).find(({ name }) => name === 'database.siteRights');
      return Number(figure?.['value']);
    };
    const before = await counted();
    const record = await made('CommunityMember', world.own);
    await world.change(world.idOf('creator'), { siteReads: null, siteCapabilities: ['Research'] });
    expect(await read('creator', record)).toEqual({ refused: 'notFound' });
    expect(await counted()).toBe(before + 1);
    okOf(await give('creator', world.own, ['Research']));
    expect(await read('creator', record)).toHaveProperty('ok');
    expect(await counted()).toBe(before);
    okOf(await give('creator', world.own, []));
    await world.change(world.idOf('creator'), { siteCapabilities: null });
  });

  it('go to the only community of the site, also those of administrators', async () => {
    const record = await ownerless('ResearchProject', 'administrator', world.own);
    for (const id of [other, await organizationOf('stranger')]) await world.change(id, { type: 'MUSEUM' });
    await migrateEarlier(world, TYPES);
    expect(await read(HOLDER, record)).toMatchObject({ ok: { owner: world.own } });
  });
});
