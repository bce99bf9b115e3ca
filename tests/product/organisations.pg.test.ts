// Organizations, contacts, agreements, communications and meetings as the specification names them, value by value, and their screens:
// what a screen asks for, in which order it comes, and who makes what it offers to make.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registry } from 'src/generated/registry.server.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { asFilters, filtersFor } from 'src/model/query/screenFilters.ts';
import { organisationDay } from 'tests/clock/organisationDay.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

type Body = Readonly<Record<string, Json>>;

let world: ProductWorld;
let other: ItemId;
const okOf = (answer: Answer): Body => {
  if ('ok' in answer) return answer.ok as Body;
  throw new Error(JSON.stringify(answer));
};
const create = (actor: string, type: string, body: Body): Promise<Answer> => world.ask(actor, `create/${type}`, body);
const made = async (type: string, body: Body): Promise<ItemId> =>
  String(okOf(await create('administrator', type, body))['$id']);

beforeAll(async () => {
  world = await openProductWorld();
  other = await made('Organization', {
    ...{ displayName: 'An other', type: 'COMMUNITY' },
    capabilities: [...registry.capabilities],
  });
});
afterAll(() => world.stop());

it('[WF-03] a working calendar has a time zone that there is, and no closure that ends before it begins', async () => {
  const refused = await create('administrator', 'Organization', {
    ...{ displayName: 'No zone', type: 'COMMUNITY' },
    calendar: { timeZone: 'Moon/Tranquility', closures: [{ from: '2031-02-02', to: '2031-02-01' }] },
  });
  for (const part of ['/calendar/timeZone', 'errors.organization.timeZone', '/calendar/closures/0/to'])
    expect(JSON.stringify(refused)).toContain(part);
  await made('Organization', {
    ...{ displayName: 'A zone', type: 'COMMUNITY' },
    calendar: { timeZone: 'America/Vancouver', closures: [{ from: '2031-02-02', to: '2031-02-02' }] },
  });
});

describe('[ORG-01] holds what the specification names', () => {
  const ORGANIZATIONS = ['COMMUNITY', 'GOVERNMENT', 'INDUSTRY', 'CONSULTANT', 'EDUCATION'];
  const enumerations: readonly (readonly [string, string, readonly string[], () => Body])[] = [
    [
      'Organization',
      'type',
      [...ORGANIZATIONS, 'NOT_FOR_PROFIT', 'INDIVIDUAL', 'MUSEUM', 'OTHER'],
      () => ({ displayName: 'One', legalName: 'One Ltd.', website: 'https://one.example', industry: 'Forestry' }),
    ],
    [
      'Agreement',
      'state',
      ['DRAFT', 'ACTIVE', 'ARCHIVE', 'COMPLETE'],
      () => ({ title: 'An agreement', owner: world.own, with: [other] }),
    ],
    [
      'CommLog',
      'direction',
      ['INCOMING', 'OUTGOING'],
      () => ({
        ...{ subject: 'A call', date: `${organisationDay()}T10:00:00Z`, type: 'PHONE_CALL' },
        ...{ owner: world.own, context: other },
      }),
    ],
  ];

  it.each(enumerations)('%s with each %s of its enumeration, and no other', async (type, name, values, rest) => {
    for (const value of values) {
      const body = { ...rest(), [name]: value };
      expect(okOf(await world.ask('administrator', `read/${await made(type, body)}`))).toMatchObject(body);
    }
    expect(registry.types[type]?.properties[name]?.values ?? values).toEqual(values);
    expect(await create('administrator', type, { ...rest(), [name]: 'NOTHING' })).toMatchObject({ refused: 'invalid' });
  });

  it('a contact with its ways to be reached and where it is assigned', async () => {
    const body = {
      ...{ firstName: 'Ada', middleName: 'M.', lastName: 'North', email: 'ada@north.example' },
      ...{ mobilePhone: '+1 250 555 0101', officePhone: '+1 250 555 0102', otherPhone: '+1 250 555 0103' },
      ...{ _related: world.own, $assigned: [other], addresses: [{ kind: 'HOME' }, { kind: 'MAILING' }] },
    };
    expect(okOf(await world.ask('administrator', `read/${await made('Contact', body)}`))).toMatchObject(body);
    const program = await world.newItem({ type: 'GeoKeeperProgram', level: 'COMMUNITY', mark: 'of a contact' });
    const taking = { ...body, $assigned: [other, program] };
    expect(okOf(await world.ask('administrator', `read/${await made('Contact', taking)}`))).toMatchObject(taking);
    const elsewhere = { ...body, addresses: [{ kind: 'WORK' }] };
    expect(await create('administrator', 'Contact', elsewhere)).toMatchObject({ refused: 'invalid' });
  });

  it('a meeting, whose state follows from its day', async () => {
    const body = { summary: 'A meeting', owner: world.own, context: other, otherOrgs: [other] };
    for (const [from, state] of [
      [-2, 'PAST'],
      [2, 'PENDING'],
    ] as const) {
      const meeting = { ...body, date: organisationDay(from), start: '10:00', end: '11:00', meetingTypes: ['COUNCIL'] };
      const read = okOf(await world.ask('administrator', `read/${await made('Meeting', meeting)}`));
      expect(read).toMatchObject({ ...meeting, state });
    }
  });
});

describe('[ORG-03] the screens', () => {
  const screenOf = (path: string) => {
    const screen = registry.screens.find((each) => each.path === path);
    if (!screen) throw new Error(`no screen ${path}`);
    return screen;
  };
  /** Items that the screen shows to the actor, in its declared order, or from the nearest day ahead if it begins so. */
  const shown = async (actor: string, path: string, today?: string): Promise<readonly Body[]> => {
    const { search } = screenOf(path);
    const readOrgs = actor === 'member' ? [world.own] : [other];
    const must = filtersFor(asFilters(search?.must), { $id: world.idOf(actor), readOrgs });
    const sort = (search?.sort ?? []).map(({ key, order, nearest }) => ({
      ...{ key, order },
      ...(nearest === true && today !== undefined && { nearest: today }),
    }));
    const query = { must: { ...must, _t: search?.types ?? [] }, sort, max: 100 };
    const { ids } = okOf(await world.ask(actor, 'search/ids', query as unknown as Json)) as { ids: string[] };
    const items = okOf(await world.ask(actor, 'readMany/object', ids));
    return ids.map((id) => items[id] as Body);
  };
  const makers = async (type: string, body: Body): Promise<string[]> => {
    const may: string[] = [];
    for (const actor of ['visitor', 'stranger', 'member', 'protected reader', 'administrator'])
      if ('ok' in (await create(actor, type, body))) may.push(actor);
    return may;
  };

  it('my-organizations and my-contacts show those of the owners that the person reads', async () => {
    expect(screenOf('my-organizations')).toMatchObject({ readOrg: true, search: { create: ['Organization'] } });
    expect(screenOf('my-contacts')).toMatchObject({ readOrg: true, search: { create: ['Contact'] } });
    for (const [lastName, _related] of [
      ['Zell', world.own],
      ['Amber', world.own],
      ['Elsewhere', other],
    ] as const)
      await made('Contact', { firstName: 'B', lastName, _related });
    expect((await shown('member', 'my-organizations')).map(({ $id }) => $id)).toEqual([world.own]);
    const names = (await shown('member', 'my-contacts')).map(({ lastName }) => lastName);
    expect(names).toEqual(expect.arrayContaining(['Amber', 'Zell']));
    expect(names).not.toContain('Elsewhere');
    expect(names.indexOf('Amber')).toBeLessThan(names.indexOf('Zell'));
    expect(await makers('Contact', { firstName: 'C', lastName: 'New', _related: world.own })).toEqual([
      'administrator',
    ]);
    expect(await makers('Organization', { displayName: 'New', type: 'OTHER' })).toEqual(['administrator']);
  });

  it('admin.owner is the view of what people may do, for administrators of an owner', async () => {
    expect(screenOf('admin.owner')).toMatchObject({ adminOrg: true, view: 'people' });
    const people = (actor: string): Promise<Answer> => world.ask(actor, 'act/peopleRights', { owner: world.own });
    const listed = okOf(await people('owner administrator'))['people'] as readonly Body[];
    expect(listed.map(({ $id }) => $id)).toContain(world.idOf('member'));
    expect(await people('member')).toMatchObject({ refused: 'notAllowed' });
  });

  it('consult.communications are the newest first, made by who reads what is protected', async () => {
    const log = (date: string): Body => ({ subject: date, date: `${date}T10:00:00Z`, owner: world.own });
    for (const date of ['2020-01-02', '2020-01-03', '2020-01-01']) await made('CommLog', log(date));
    const subjects = (await shown('protected reader', 'consult.communications')).map(({ subject }) => String(subject));
    expect(subjects.slice(0, 3)).toEqual(['2020-01-01', '2020-01-03', '2020-01-02']);
    expect(screenOf('consult.communications').search?.create).toEqual(['CommLog']);
    expect(await makers('CommLog', log('2020-01-04'))).toEqual(['protected reader', 'administrator']);
  });

  it('consult.meetings.next has the meetings that are not over, the ones of today first', async () => {
    const meeting = (date: string, start?: string): Body => ({
      ...{ summary: `${date} ${start ?? ''}`, date, owner: world.own, ...(start !== undefined && { start }) },
    });
    for (const [day, start] of [
      [5, '09:00'],
      [0, undefined],
      [5, '08:00'],
    ] as const)
      await made('Meeting', meeting(organisationDay(day), start));
    const next = (await shown('member', 'consult.meetings.next')).map(({ date, start }) => [date, start]);
    expect(next.slice(0, 1)).toEqual([[organisationDay(), undefined]]);
    expect(next.slice(-2)).toEqual([
      [organisationDay(5), '08:00'],
      [organisationDay(5), '09:00'],
    ]);
  });

  it('consult.meetings are sorted by date, then start, the latest first, and made by members', async () => {
    const meeting = (date: string, start: string): Body => ({ summary: start, date, start, owner: world.own });
    for (const [date, start] of [
      ['2020-01-01', '12:00'],
      ['2020-01-02', '09:00'],
      ['2020-01-02', '15:00'],
    ] as const)
      await made('Meeting', meeting(date, start));
    const starts = (await shown('member', 'consult.meetings')).map(({ summary }) => String(summary));
    expect(starts.slice(-3)).toEqual(['15:00', '09:00', '12:00']);
    expect(screenOf('consult.meetings').search?.create).toEqual(['Meeting']);
    const may = await makers('Meeting', meeting('2020-01-03', '10:00'));
    expect(may).toEqual(['member', 'protected reader', 'administrator']);
  });

  it('[EXPERIENCE] consult.meetings begin with the nearest day ahead, and the past comes last, the latest first', async () => {
    for (const date of ['2041-03-20', '2041-03-10', '2041-04-01', '2041-03-09', '2041-03-11'])
      await made('Meeting', { summary: `walk of ${date}`, date, owner: world.own });
    const dates = (await shown('member', 'consult.meetings', '2041-03-10')).map(({ date }) => String(date));
    expect(dates.slice(0, 5)).toEqual(['2041-03-10', '2041-03-11', '2041-03-20', '2041-04-01', '2041-03-09']);
    const past = dates.slice(4);
    expect(past.length).toBeGreaterThan(3);
    expect(past).toEqual(past.toSorted().toReversed());
  });
});

describe('[ORG-01] another organization is another one', () => {
  const twice = { refused: 'invalid' };
  it.each([
    [
      'Meeting',
      () => ({ summary: 'Twice', owner: world.own, date: organisationDay(1), otherOrgs: [world.own] }),
      '/otherOrgs/0',
    ],
    ['Agreement', () => ({ title: 'Twice', owner: world.own, with: [world.own] }), '/with/0'],
    [
      'Consultation',
      () => ({ projectName: 'Twice', primaryOrg: world.own, supOrgs: [{ org: world.own, role: 'REGULATOR' }] }),
      '/supOrgs/0/org',
    ],
  ] as const)('of a %s', async (type, body, path) => {
    const answer = await create('administrator', type, body() as Body);
    expect(answer).toMatchObject(twice);
    expect(JSON.stringify(answer)).toContain(`{"path":"${path}","message":"errors.namedAlready"}`);
  });
});

describe('[ADM-01] a right that its area keeps for communities', () => {
  it('is offered and given only in a community', async () => {
    const works = await made('Organization', {
      ...{ displayName: 'A works', type: 'INDUSTRY' },
      capabilities: registry.capabilities.filter((name) => name !== 'GeoKeeper'),
    });
    const givable = async (owner: ItemId): Promise<Json> => {
      const { may } = okOf(await world.ask('administrator', 'act/peopleRights', { owner }));
      return (may as Body)['capabilities'] ?? null;
    };
    expect(await givable(other)).toContain('GeoKeeper');
    expect(await givable(works)).not.toContain('GeoKeeper');
    expect(await givable(works)).toEqual(expect.arrayContaining(['Research', 'Vocab']));
    const [_t = '', number] = world.idOf('member').split('-');
    const give = (owner: ItemId): Promise<Answer> =>
      world.ask('administrator', 'act/setMembership', {
        ...{ _t, _i: Number(number), owner },
        rights: { reads: 'COMMUNITY', admin: false, capabilities: ['GeoKeeper'] },
      });
    expect(await give(other)).toEqual({ ok: {} });
    expect(JSON.stringify(await give(works))).toContain('errors.capabilityOwner');
  });
});

it('[ARCH-01] source organizations are those that an entry of the reader names as its source', async () => {
  const [source, others] = [
    await made('Organization', { displayName: 'A museum', type: 'MUSEUM' }),
    await made('Organization', { displayName: 'A college', type: 'EDUCATION' }),
  ];
  await made('ArchiveEntry', { title: 'A basket', owner: other, $access: 'PRIVATE', sourceOrg: source });
  const screen = registry.screens.find(({ path }) => path === 'archive.orgs');
  const must = { _t: ['Organization'], ...asFilters(screen?.search?.must) };
  const found = async (actor: string): Promise<Json | undefined> =>
    okOf(await world.ask(actor, 'search/ids', { must }))['ids'];
  expect(await found('administrator')).toEqual([source]);
  expect(await found('member')).toEqual([]);
  await made('ArchiveEntry', { title: 'A letter', owner: world.own, $access: 'COMMUNITY', sourceOrg: others });
  expect(await found('member')).toEqual([others]);
});

it('[GEO-02] my programs are those of the organizations whose records one reads', async () => {
  const program = (owner: ItemId): Promise<ItemId> =>
    made('GeoKeeperProgram', { label: 'Shore', owner, state: 'ACTIVE', access: 'USERS' });
  const [own, foreign] = [await program(world.own), await program(other)];
  const screen = registry.screens.find(({ path }) => path === 'geokeeper.private');
  const reader = { $id: world.idOf('capability holder'), readOrgs: [world.own] };
  const must = { _t: ['GeoKeeperProgram'], ...filtersFor(asFilters(screen?.search?.must), reader) };
  const { ids } = okOf(await world.ask('capability holder', 'search/ids', { must }));
  expect(ids).toContain(own);
  expect(ids).not.toContain(foreign);
});
