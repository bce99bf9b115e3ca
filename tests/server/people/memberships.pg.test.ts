// The right to give rights, over the socket: memberships with dates, an owner's administrator, and the rights of a person.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Envelope } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { openStaffedWorld, type StaffedWorld } from 'tests/server/routes/openStaffedWorld.ts';

type Rights = Readonly<Record<string, Json>>;

let world: StaffedWorld;

const id = (name: string): string => world.ids[name] ?? '';
const numberOf = (name: string): number => Number(id(name).split('-')[1]);
const act = (who: string, action: string, body: Json): Promise<Envelope> => world.ask(who, `act/${action}`, body);
const refused = (userMessage: string): object => ({ erred: true, b: { userMessage } });
const rights = (more: Rights = {}): Rights => ({ reads: 'COMMUNITY', admin: false, capabilities: [], ...more });
const set = (who: string, person: string, given: Rights | null, owner = id('shelf')): Promise<Envelope> =>
  act(who, 'setMembership', { _t: 'User', _i: numberOf(person), owner, rights: given });
const peopleOf = async (who: string, owner = id('shelf')): Promise<Rights[]> =>
  ((await act(who, 'peopleRights', { owner })).b as { people: Rights[] }).people;
const mayRead = async (who: string, name: string): Promise<boolean> =>
  (await world.ask(who, `read/${id(name)}`)).erred !== true;
const until = async (fits: () => Promise<boolean>): Promise<void> => {
  const last = Date.now() + 8_000;
  while (!(await fits())) if (Date.now() > last) throw new Error('not so in time');
};

beforeAll(async () => {
  world = await openStaffedWorld();
});
afterAll(() => world.stop());

describe("[PERM-07] an owner's administrator", () => {
  it('sees the people of the own owner with their rights, without addresses, and of no other', async () => {
    const people = await peopleOf('keeper');
    expect(people.map(({ name }) => name)).toEqual(['keeper', 'member']);
    expect(people[1]).toEqual({
      ...{ $id: id('member'), name: 'member', reads: 'COMMUNITY', admin: false, capabilities: [] },
      ...{ from: null, to: null, current: true, blocked: false },
    });
    expect((await peopleOf('admin'))[1]).toMatchObject({ email: 'member@toy.test' });
    for (const [who, owner] of [
      ['keeper', id('other')],
      ['keeper', 'system'],
      ['keeper', 'Shelf-999'],
      ['member', id('shelf')],
      ['stranger', id('other')],
    ] as const)
      expect(await act(who, 'peopleRights', { owner })).toMatchObject(refused('notAllowed'));
  });

  it('gives what they hold there, live, and takes it', async () => {
    expect(await mayRead('stranger', 'PROTECTED')).toBe(false);
    expect(await set('keeper', 'stranger', rights({ reads: 'PROTECTED', capabilities: ['Library'] }))).toMatchObject({
      b: {},
    });
    await until(() => mayRead('stranger', 'PROTECTED'));
    expect(await mayRead('stranger', 'PRIVATE')).toBe(false);
    const user = await world.services.items.find(world.services.database, id('stranger'));
    expect(user?.properties['memberships']).toHaveLength(2);
    await set('keeper', 'stranger', null);
    await until(async () => !(await mayRead('stranger', 'PROTECTED')));
    expect((await peopleOf('keeper')).map(({ name }) => name)).toEqual(['keeper', 'member']);
  });

  it.each([
    ['themselves more', 'keeper', rights({ reads: 'PRIVATE', admin: true, capabilities: ['Library', 'Research'] })],
    ['themselves less', 'keeper', null],
    ['what they do not hold', 'member', rights({ capabilities: ['Lovs'] })],
  ])('cannot give %s', async (_, person, given) => {
    const held = await world.services.items.find(world.services.database, id(person));
    expect(await set('keeper', person, given)).toMatchObject(refused('notAllowed'));
    expect(await world.services.items.find(world.services.database, id(person))).toMatchObject({ u: held?.u });
  });

  it('cannot reach another owner, the site, or an undeclared right; other people can do nothing', async () => {
    expect(await set('keeper', 'member', rights(), id('other'))).toMatchObject(refused('notAllowed'));
    expect(await set('keeper', 'member', rights(), 'system')).toMatchObject(refused('notAllowed'));
    expect(await set('member', 'member', rights({ reads: 'PRIVATE' }))).toMatchObject(refused('notAllowed'));
    expect(await set('stranger', 'member', null)).toMatchObject(refused('notAllowed'));
    expect(await set('admin', 'member', rights({ capabilities: ['Nonsense'] }))).toMatchObject(refused('invalid'));
    expect(await set('admin', 'member', rights(), 'Shelf-999')).toMatchObject(refused('invalid'));
    expect(
      await set('admin', 'member', rights({ from: '2030-01-02T00:00:00Z', to: '2030-01-01T00:00:00Z' })),
    ).toMatchObject({
      b: { params: { errors: [{ path: '/memberships/0/to', message: 'errors.endBeforeStart' }] } },
    });
    const book = { _t: 'Book', _i: numberOf('PUBLIC'), owner: id('shelf'), rights: rights() };
    expect(await act('admin', 'setMembership', book)).toMatchObject(refused('invalidId'));
  });

  it('with fewer rights cannot prolong what another has beyond them, and can take it', async () => {
    const until2030 = { to: '2030-01-01T00:00:00Z' };
    await set('admin', 'stranger', rights({ reads: 'PROTECTED', admin: true }));
    await set('admin', 'member', rights({ reads: 'PRIVATE', capabilities: ['Library'], ...until2030 }));
    await until(async () => (await act('stranger', 'peopleRights', { owner: id('shelf') })).erred !== true);
    expect(await set('stranger', 'member', rights({ reads: 'PRIVATE', capabilities: ['Library'] }))).toMatchObject(
      refused('notAllowed'),
    );
    expect(
      await set(
        'stranger',
        'member',
        rights({ reads: 'PRIVATE', admin: true, capabilities: ['Library'], ...until2030 }),
      ),
    ).toMatchObject({ b: {} });
    expect(await set('stranger', 'member', rights())).toMatchObject({ b: {} });
    await set('admin', 'stranger', null);
  });
});

describe('[PERM-07] a membership with dates', () => {
  it('gives nothing from the moment that it ends, nor does what its holder has granted', async () => {
    const to = new Date(Date.now() + 2_000).toISOString();
    const membership = { owner: id('shelf'), reads: 'PRIVATE', admin: true, capabilities: ['Library'], to };
    await world.ask('admin', 'update', {
      $id: id('member'),
      _u: await version('member'),
      memberships: [membership],
    });
    await until(() => mayRead('member', 'PRIVATE'));
    const grants = [{ to: `user:${id('stranger')}`, actions: ['read'] }];
    expect(await act('member', 'applyGrants', { _t: 'Book', _i: numberOf('PRIVATE'), grants })).toMatchObject({
      b: {},
    });
    expect(await mayRead('stranger', 'PRIVATE')).toBe(true);
    world.socket('member').send({ o: `addWatch/${id('PRIVATE')}` });
    await until(async () => !(await mayRead('member', 'PRIVATE')));
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(to));
    await world.socket('member').until(({ o, b }) => o === 'item/update' && (b as Rights)['gone'] === true);
    await until(async () => !(await mayRead('stranger', 'PRIVATE')));
    expect((await peopleOf('keeper')).find(({ name }) => name === 'member')).toMatchObject({ current: false, to });
  });

  it('begins by the clock', async () => {
    const from = new Date(Date.now() + 1_000).toISOString();
    await set('admin', 'member', rights({ reads: 'PRIVATE', from }));
    expect(await mayRead('member', 'PRIVATE')).toBe(false);
    await until(() => mayRead('member', 'PRIVATE'));
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(from));
  });

  const version = async (name: string): Promise<number> =>
    (await world.services.items.find(world.services.database, id(name)))?.u ?? 0;
});

describe('[PERM-03] filterByPerm', () => {
  const books = { must: { _t: ['Book'] }, sort: [{ key: 'created', order: 'asc' }] };
  const ask = (who: string, person: string, more: Rights = {}): Promise<Envelope> =>
    act(who, 'filterByPerm', { _t: 'User', _i: numberOf(person), query: books, subjectID: id(person), ...more });
  const found = async (...asked: Parameters<typeof ask>): Promise<string[]> => {
    const { results } = (await ask(...asked)).b as { results: string[] };
    return ['PUBLIC', 'COMMUNITY', 'PROTECTED', 'PRIVATE'].filter((name) => results.includes(id(name)));
  };

  it('returns the items on which a person may do something', async () => {
    await set('admin', 'member', rights());
    await until(async () => !(await mayRead('member', 'PRIVATE')));
    expect(await found('admin', 'member')).toEqual(['PUBLIC', 'COMMUNITY']);
    expect(await found('keeper', 'member')).toEqual(['PUBLIC', 'COMMUNITY']);
    expect(await found('keeper', 'keeper', { chain: ['read', 'update'] })).toHaveLength(4);
    expect(await found('member', 'member', { chain: 'update' })).toEqual([]);
  });

  it('and those on which a person may act through one granter', async () => {
    const grants = [{ to: `user:${id('stranger')}`, actions: ['read'] }];
    await act('keeper', 'applyGrants', { _t: 'Book', _i: numberOf('PROTECTED'), grants });
    expect(await found('keeper', 'stranger')).toEqual(['PUBLIC', 'PROTECTED']);
    expect(await found('keeper', 'stranger', { grantedBy: id('keeper') })).toEqual(['PROTECTED']);
    expect(await found('keeper', 'stranger', { grantedBy: id('admin') })).toEqual([]);
  });

  it('reveals nothing that the caller may not know', async () => {
    expect(await ask('member', 'keeper')).toMatchObject(refused('notAllowed'));
    expect(await found('stranger', 'stranger')).toEqual(['PUBLIC', 'PROTECTED']);
    // An administrator of another owner learns nothing of these books.
    await set('admin', 'stranger', rights({ reads: 'PRIVATE', admin: true }), id('other'));
    await until(async () => (await ask('stranger', 'keeper')).erred !== true);
    expect(await found('stranger', 'keeper')).toEqual([]);
    expect(await ask('admin', 'member', { query: { must: { nothing: ['x'] } } })).toMatchObject(refused('invalid'));
    expect(await ask('admin', 'member', { query: { max: 'x' } })).toMatchObject(refused('invalid'));
    expect(await ask('admin', 'member', { subjectID: id('PUBLIC') })).toMatchObject(refused('invalidId'));
  });
});
