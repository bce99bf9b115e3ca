// Personal data, over the client's operations: preferences and stars reach every device of the person and no other person.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Envelope, Query, SearchAnswer, SessionUser } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { emailOf, openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

type Person = 'admin' | 'keeper' | 'member';

let world: World;
/** Two devices of each person. */
let sockets: Record<Person, readonly [TestSocket, TestSocket]>;
const id = (name: string): string => world.ids[name] ?? '';
const numberOf = (name: string): number => Number(id(name).split('-')[1]);

beforeAll(async () => {
  world = await openWorld();
  const other = await world.second();
  const devices = async (name: Person): Promise<readonly [TestSocket, TestSocket]> => {
    const token = await signIn(world.url, name);
    return [await TestSocket.as(world.url, token), await TestSocket.as(other.url, token)];
  };
  sockets = { admin: await devices('admin'), keeper: await devices('keeper'), member: await devices('member') };
});
afterAll(async () => {
  for (const socket of Object.values(sockets).flat()) socket.close();
  await world.stop();
});

const prefer = (name: Person, values: Json, of: string = name): Promise<Envelope> =>
  sockets[name][0].ask('act/setPreferences', { _t: 'User', _i: numberOf(of), values });

const userIn = ({ b }: Envelope): SessionUser => b as unknown as SessionUser;

describe('[SHELL-07] preferences', () => {
  it('reach the other devices of the person, through another process, and no item', async () => {
    const before = (await sockets.keeper[0].ask(`read/${id('keeper')}`)).b;
    expect(
      await prefer('keeper', { dark: true, home: { order: ['tasks'], hidden: [] }, 'columns.Book': 'label-240' }),
    ).toMatchObject({ b: {} });
    const authed = await sockets.keeper[1].until((each) => each.o === 'authed' && userIn(each).dark);
    expect(userIn(authed).preferences).toEqual({
      dark: true,
      home: { order: ['tasks'], hidden: [] },
      'columns.Book': 'label-240',
    });
    await prefer('keeper', { home: null });
    const after = await sockets.keeper[1].until(
      (each) => each.o === 'authed' && userIn(each).dark && userIn(each).preferences['home'] === undefined,
    );
    expect(userIn(after).preferences).toEqual({ dark: true, 'columns.Book': 'label-240' });
    // No version, no history, no later `updated`.
    expect((await sockets.keeper[0].ask(`read/${id('keeper')}`)).b).toEqual(before);
  });

  it('are read and written only by the person', async () => {
    expect(await prefer('admin', { dark: true }, 'keeper')).toMatchObject({ b: { userMessage: 'notAllowed' } });
    for (const o of [`read/${id('keeper')}`, `history/${id('keeper')}`, 'search/ids'])
      expect(JSON.stringify((await sockets.admin[0].ask(o)).b)).not.toMatch(/label-240|"dark"/);
    expect(sockets.admin[1].received.filter(({ o }) => o === 'authed')).toHaveLength(1);
  });

  it("of an administrator who acts as a person stay the administrator's own", async () => {
    await prefer('admin', { dark: true });
    const { b } = await sockets.admin[0].ask('act/masquerade', {
      ...{ _t: 'User', _i: numberOf('admin') },
      targetUserID: id('keeper'),
    });
    const acting = await TestSocket.open(world.url);
    acting.send({ o: 'tokenAuth', b: (b as { newToken: string }).newToken });
    const user = userIn(await acting.until(({ o }) => o === 'authed'));
    expect([user.email, user.preferences]).toEqual([emailOf('keeper'), { dark: true }]);
    acting.close();
  });

  it('are bounded', async () => {
    const columns = (count: number, from: number): Json =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`columns.Book${from + at}`, 'x'.repeat(6_000)]));
    expect(await prefer('member', columns(10, 0))).toMatchObject({ b: {} });
    expect(await prefer('member', columns(2, 10))).toMatchObject({ b: { userMessage: 'tooLarge' } });
    expect(await prefer('member', columns(51, 0))).toMatchObject({ b: { userMessage: 'invalid' } });
    expect(await prefer('member', { [`columns.${'x'.repeat(401)}`]: 'label' })).toMatchObject({
      b: { userMessage: 'invalid' },
    });
  });

  it.each<[string, Json, Json]>([
    ['dark', 'yes', true],
    ['multiColumns', 1, false],
    ['density', 'tight', 'compact'],
    ['textSize', 'huge', 'larger'],
    ['navigation', true, 'closed'],
    ['cards.size', 'tiny', 'small'],
    ['baseMap', { url: 'https://maps.test' }, 'Streets'],
    ['columnWidths', { 'i-Book': 240 }, { 'i-Book': 'THIRD' }],
    ['mapLayers', [{ key: 'Book' }], [{ key: 'Book', group: 'types', visible: true, opacity: 40 }]],
    ['home', 'tasks|', { order: ['tasks'], hidden: ['news'] }],
    ['columns.Book', ['label'], 'label-240*summary'],
  ])(
    'of %s are refused in another shape, with the name in the error, and then nothing changes',
    async (name, wrong, right) => {
      const kept = async (): Promise<Json> => userIn(await sockets.member[0].ask('getSessionUser')).preferences as Json;
      const before = await kept();
      const { b } = await prefer('member', { [name]: wrong, hideGuidance: true });
      expect(b).toMatchObject({
        userMessage: 'invalid',
        params: { errors: [{ path: expect.stringMatching(`^/values/${name.replaceAll('.', '\\.')}`) as unknown }] },
      });
      expect(await kept()).toEqual(before);
      expect(await prefer('member', { [name]: right })).toMatchObject({ b: {} });
      expect(await kept()).toMatchObject({ [name]: right });
    },
  );

  it('of an unknown name are refused with the name', async () => {
    const { b } = await prefer('member', { colour: 'red' });
    expect(b).toMatchObject({ userMessage: 'invalid' });
    expect(JSON.stringify(b)).toContain('colour');
  });
});

describe('[EXPERIENCE] stars', () => {
  const star = (name: Person, of: string, starred = true): Promise<Envelope> => {
    const [_t = '', number] = of.split('-');
    return sockets[name][0].ask('act/setStar', { _t, _i: Number(number), starred });
  };
  const search = async (name: Person, query: Query): Promise<SearchAnswer> =>
    (await sockets[name][1].ask('search/ids', query as unknown as Json)).b as unknown as SearchAnswer;
  const starred = async (name: Person): Promise<readonly string[]> =>
    (await search(name, { must: { starred: [true] } })).ids;

  it('find items of every type for the person, on each device, in any order and with any facet', async () => {
    for (const of of [id('PUBLIC'), id('PRIVATE'), id('shelf'), id('member')])
      expect(await star('keeper', of)).toMatchObject({ b: {} });
    const version = await sockets.keeper[1].until((each) => each.o === 'authed' && userIn(each).keptVersion > 4);
    expect(userIn(version).preferences).toMatchObject({ dark: true });
    expect(new Set(await starred('keeper'))).toEqual(new Set([id('PUBLIC'), id('PRIVATE'), id('shelf'), id('member')]));
    const books = await search('keeper', {
      ...{ must: { _t: ['Book'], starred: [true] }, sort: [{ key: 'title', order: 'desc' }], facets: ['visibility'] },
    });
    expect([books.ids, books.total]).toEqual([[id('PUBLIC'), id('PRIVATE')], 2]);
    expect(books.facets?.['visibility']?.map((each) => 'value' in each && each.value)).toEqual(['PRIVATE', 'PUBLIC']);
    const others = await search('keeper', { must: { _t: ['Book'], starred: [false] } });
    expect(others.ids).toEqual(expect.not.arrayContaining([id('PUBLIC'), id('PRIVATE')]));
    expect(others.total).toBe(2);
    await star('keeper', id('member'), false);
    expect(await starred('keeper')).not.toContain(id('member'));
  });

  it('are hidden from other people, and no key for a visitor', async () => {
    expect([await starred('admin'), await starred('member')]).toEqual([[], []]);
    const visitor = await fetch(`${world.url}/api/item`, {
      method: 'POST',
      body: JSON.stringify({ o: 'search/ids', s: '1', b: { must: { starred: [true] } } }),
    });
    const hidden = { o: 'search/ids', s: '1', b: { must: { noSuchKey: [true] } } };
    const unknown = await fetch(`${world.url}/api/item`, { method: 'POST', body: JSON.stringify(hidden) });
    expect(((await visitor.json()) as Envelope).b).toEqual(
      JSON.parse(JSON.stringify(((await unknown.json()) as Envelope).b).replaceAll('noSuchKey', 'starred')),
    );
  });

  it('cannot be put on what is hidden, and leave with what is deleted or hidden', async () => {
    expect(await star('member', id('PRIVATE'))).toMatchObject({ b: { userMessage: 'notFound' } });
    expect(await star('member', 'Book-999999')).toMatchObject({ b: { userMessage: 'notFound' } });
    // The answer to a removal does not reveal what exists.
    expect((await star('member', id('PRIVATE'), false)).b).toEqual((await star('member', 'Book-999999', false)).b);
    await star('member', id('COMMUNITY'));
    await star('member', id('PUBLIC'));
    await sockets.keeper[0].ask('update', { $id: id('COMMUNITY'), _u: 1, $access: 'PRIVATE' });
    expect(await starred('member')).toEqual([id('PUBLIC')]);
    await sockets.keeper[0].ask('update', { $id: id('COMMUNITY'), _u: 2, $access: 'PUBLIC' });
    expect(new Set(await starred('member'))).toEqual(new Set([id('PUBLIC'), id('COMMUNITY')]));
    await sockets.keeper[0].ask(`delete/${id('COMMUNITY')}`, { _u: 3 });
    expect(await starred('member')).toEqual([id('PUBLIC')]);
  });

  it("are the administrator's own while acting as a person", async () => {
    await star('admin', id('PRIVATE'));
    const self = { _t: 'User', _i: numberOf('admin'), targetUserID: id('keeper') };
    const { b } = await sockets.admin[0].ask('act/masquerade', self);
    const acting = await TestSocket.as(world.url, (b as { newToken: string }).newToken);
    const found = (await acting.ask('search/ids', { must: { starred: [true] } })).b as unknown as SearchAnswer;
    expect(found.ids).toEqual([id('PRIVATE')]);
    acting.close();
  });
});
