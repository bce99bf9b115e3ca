// Records of the areas research, belongings, archive and collections over HTTP: every specified property is stored and read, each screen
// finds its records in the specified order, passages and claims lead to what they name, and closed areas are given to no organization.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registry } from 'src/generated/registry.server.ts';
import { fixtures } from 'src/generated/fixtures.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { asFilters } from 'src/model/query/screenFilters.ts';
import { placed } from 'tests/contract/contractSuite.ts';
import { INSTEAD, NEEDED, openStandingWorld, type StandingWorld } from 'tests/product/contractWorld.ts';
import { okOf, operationsOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';
import { SPECIFIED } from 'tests/product/specifiedProperties.ts';

const HOLDER = 'capability holder';
/** Day from which lists with the nearest day first are sorted. */
const TODAY = '2030-01-01';

let world: ProductWorld;
let standing: StandingWorld;
const { read, save } = operationsOf(() => world);
const create = async (type: string, body: Body, actor = HOLDER): Promise<ItemId> =>
  String(okOf(await world.ask(actor, `create/${type}`, body))['$id']);
const find = async (actor: string, query: Body): Promise<readonly ItemId[]> =>
  okOf(await world.ask(actor, 'search/ids', { max: 100, ...query }))['ids'] as readonly ItemId[];

beforeAll(async () => {
  standing = await openStandingWorld();
  world = await openProductWorld();
});
afterAll(async () => {
  await world.stop();
  await standing.world.stop();
});

/** Values that the server sets, and files, whose own tests store them. */
const isGiven = (type: string, name: string): boolean => {
  const property = registry.types[type]?.properties[name];
  return property !== undefined && property.readOnly !== true && property.kind !== 'files';
};
const CREATED = Object.entries(SPECIFIED).filter(([type]) => registry.types[type]?.area !== 'engine');

it.each(CREATED)(
  '[RES-01] [BEL-01] [COLL-01] [ARCH-01] [SPAT-01] [VOC-01] %s keeps every property that the specification names',
  async (type, specified) => {
    const names = specified.split(/\s+/);
    const body = placed({ ...fixtures[type]?.full, ...INSTEAD[type], ...NEEDED[type] }, standing.stand) as Body;
    const answer = okOf(await standing.world.ask('administrator', `create/${type}`, body));
    const stored = okOf(await standing.world.ask('administrator', `read/${String(answer['$id'])}`));
    const lost = names.filter((name) => isGiven(type, name) && name in body && !(name in stored));
    expect(lost).toEqual([]);
    const neverGiven = names.filter((name) => isGiven(type, name) && !(name in body));
    expect(neverGiven).toEqual([]);
  },
);

const organization = (displayName: string, type: string): Promise<ItemId> =>
  create('Organization', { displayName, type }, 'administrator');

describe('the screens', () => {
  /** Asks as the page of the screen does. */
  const shown = async (path: string): Promise<readonly ItemId[]> => {
    const { search } = registry.screens.find((screen) => screen.path === path) ?? {};
    if (!search) throw new Error(`no screen ${path}`);
    const must = { ...asFilters(search.must), _t: search.types };
    const sort = (search.sort ?? []).map(({ nearest, ...by }) => (nearest ? { ...by, nearest: TODAY } : by));
    return await find(HOLDER, { must, sort } as unknown as Body);
  };

  it.each([
    ['research.projects', 'ResearchProject', [{ start: '1990' }, { start: '1980' }], 'title'],
    ['research.activities', 'ResearchActivity', [{ start: '1984-03' }, { start: '1984-02' }], 'title'],
    ['research.data', 'ResearchData', [{}], 'label'],
    ['research.community-members', 'CommunityMember', [{ lastName: 'Alder' }, { lastName: 'Zell' }], 'firstName'],
    ['research.species', 'ResearchSpecies', [{ commonName: 'Alder' }, { commonName: 'Yew' }], 'family'],
    ['research.topics', 'ResearchTopic', [{ title: 'Ash' }, { title: 'Weirs' }], 'description'],
    ['archive.catalogue', 'ArchiveEntry', [{}], 'title'],
    ['archive.sources', 'Source', [{ title: 'A box' }, { title: 'Some crates' }], ''],
    ['belongings.catalog', 'Belonging', [{ title: 'A bowl' }, { title: 'Spoon' }], ''],
    [
      ...(['belongings.repatriation', 'RepatriationClaim'] as const),
      [
        ...[{ followUp: '2030-01-02' }, { followUp: '2030-01-03' }],
        ...[{ followUp: '2029-05-06' }, { followUp: '2028-05-06' }],
      ],
      'title',
    ],
    ['admin.collections', 'Collection', [{ title: 'Ash' }, { title: 'Weirs' }], ''],
  ] as const)(
    '[RES-02] [ARCH-01] [BEL-01] [COLL-01] %s shows each %s that its reader made, in order',
    async (path, type, wanted, label) => {
      const ids: ItemId[] = [];
      for (const each of wanted.toReversed()) {
        const body = { ...(label !== '' && { [label]: `From ${path}` }), ...each, owner: world.own };
        ids.unshift(await create(type, body));
      }
      const found = await shown(path);
      expect(found.filter((id) => ids.includes(id))).toEqual(ids);
    },
  );

  it('[BEL-01] [ARCH-01] belongings.intitutions and archive.orgs show the organizations that hold belongings and from which entries come', async () => {
    const museum = await organization('Reed Museum', 'MUSEUM');
    const office = await organization('Survey Office', 'GOVERNMENT');
    await create('Belonging', { title: 'Held', owner: world.own, institution: museum });
    await create('ArchiveEntry', { title: 'Sheet', owner: world.own, sourceOrg: office });
    expect(await shown('belongings.intitutions')).toEqual([museum]);
    expect(await shown('archive.orgs')).toEqual([office]);
  });

  it('[BEL-01] [COLL-01] belongings.exhibitions shows collections that are exhibitions, and no others', async () => {
    const plain = await create('Collection', { title: 'A fonds', owner: world.own });
    const shownThere = await create('Collection', { title: 'Home again', collectionType: 'EXHIBIT', owner: world.own });
    const found = await shown('belongings.exhibitions');
    expect(found).toContain(shownThere);
    expect(found).not.toContain(plain);
  });
});

it('[RES-01] [RES-02] a passage leads to the places, topics, species and people that it names, and each of them back to it', async () => {
  const activity = await create('ResearchActivity', { title: 'By the stove', owner: world.own });
  const named: Body = {
    spatial: [await create('SpatialFeature', { label: 'Narrows', owner: world.own }, 'protected reader')],
    topics: [await create('ResearchTopic', { title: 'Nets', owner: world.own })],
    species: [await create('ResearchSpecies', { commonName: 'Perch', owner: world.own })],
    people: [await create('CommunityMember', { firstName: 'Anwen', lastName: 'Reed', owner: world.own })],
  };
  const passage = await create('ResearchPassage', {
    activity,
    start: 12.5,
    end: 14,
    words: 'Then',
    owner: world.own,
    ...named,
  });
  expect(await read(HOLDER, passage)).toMatchObject({ ...named, activity, time: '0:12', owner: world.own });
  for (const [path, ids] of Object.entries({ ...named, activity: [activity] })) {
    expect([path, await find(HOLDER, { must: { _t: ['ResearchPassage'], [path]: ids } })]).toEqual([path, [passage]]);
    const around = await find(HOLDER, { must: { _t: ['ResearchPassage'], related: ids } });
    expect([path, around]).toEqual([path, [passage]]);
  }
});

it('[BEL-01] claims are found by their institution, and keep dated parties, determinations and the transport', async () => {
  const [museum, partner] = [await organization('Far Museum', 'MUSEUM'), await organization('Inlet', 'COMMUNITY')];
  const values = { title: 'Masks', owner: world.own, institution: museum };
  const claim = await create('RepatriationClaim', values);
  const more: Body = {
    parties: [
      { party: world.own, role: 'CLAIMANT', from: '2026-01-02' },
      { party: partner, role: 'JOINT_CLAIMANT', onBehalfOf: world.own, from: '2026-02-01', until: '2026-03-01' },
    ],
    determinations: [
      { subject: 'AFFILIATION', outcome: 'CONFIRMED', by: museum, date: '2026-04-01', note: 'By letter' },
    ],
    transport: { carrier: 'Coast Freight', reference: 'W-7', conditionBefore: 'One crack' },
  };
  okOf(await save(HOLDER, claim, more));
  expect(await read(HOLDER, claim)).toMatchObject(more);
  const undated: Body = { determinations: [{ subject: 'RETURN', outcome: 'OPEN' }] };
  expect(await save(HOLDER, claim, undated)).toMatchObject({ refused: 'invalid' });
  const query = { must: { _t: ['RepatriationClaim'], institution: [museum] }, facets: ['institution'] };
  expect(okOf(await world.ask(HOLDER, 'search/ids', query))).toMatchObject({
    ids: [claim],
    facets: { institution: expect.arrayContaining([{ value: museum, label: 'Far Museum', count: 1 }]) },
  });
});

it('[COLL-01] [PERM-01] a disposition has its areas, which end with it, and closed ones are for their readers', async () => {
  const disposition = await create(
    'Disposition',
    { title: 'Licence of the narrows', label: 'L-7', issued: '1931-03', owner: world.own, access: 'COMMUNITY' },
    'protected reader',
  );
  const area = (label: string, access: string): Promise<ItemId> =>
    create('DispositionFeature', { label, access, disposition, owner: world.own }, 'private reader');
  const [open, closed] = [await area('Cut block 1', 'COMMUNITY'), await area('Cut block 2', 'PRIVATE')];
  const query = { must: { _t: ['DispositionFeature'], disposition: [disposition] } };
  expect(await find('member', query)).toEqual([open]);
  expect((await find('private reader', query)).toSorted()).toEqual([open, closed].toSorted());
  expect(await find('visitor', query)).toEqual([]);
  const { _u = 0 } = await read('protected reader', disposition);
  okOf(await world.ask('private reader', `delete/${disposition}`, { _u }));
  expect(await find('private reader', query)).toEqual([]);
});
