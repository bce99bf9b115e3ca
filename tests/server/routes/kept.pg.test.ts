// What a person keeps for themselves, asked as clients ask: preferences and stars reach every device of the person and nobody else.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Envelope, SessionUser } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { emailOf, openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

type Person = 'admin' | 'keeper' | 'member';

let world: World;
/** Of each person two devices. */
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
    expect(await prefer('keeper', { dark: true, home: 'mine|', 'columns.Book': 'label-240' })).toMatchObject({ b: {} });
    const authed = await sockets.keeper[1].until((each) => each.o === 'authed' && userIn(each).dark);
    expect(userIn(authed).preferences).toEqual({ dark: true, home: 'mine|', 'columns.Book': 'label-240' });
    await prefer('keeper', { home: null });
    const after = await sockets.keeper[1].until(
      (each) => each.o === 'authed' && userIn(each).dark && userIn(each).preferences['home'] === undefined,
    );
    expect(userIn(after).preferences).toEqual({ dark: true, 'columns.Book': 'label-240' });
    // No version, no history, no later `updated`.
    expect((await sockets.keeper[0].ask(`read/${id('keeper')}`)).b).toEqual(before);
  });

  it('are read and written by the person alone', async () => {
    expect(await prefer('admin', { dark: true }, 'keeper')).toMatchObject({ b: { userMessage: 'notAllowed' } });
    for (const o of [`read/${id('keeper')}`, `history/${id('keeper')}`, 'search/ids'])
      expect(JSON.stringify((await sockets.admin[0].ask(o)).b)).not.toMatch(/label-240|"dark"/);
    expect(sockets.admin[1].received.filter(({ o }) => o === 'authed')).toHaveLength(1);
  });

  it('of an administrator who acts as somebody stay the own ones', async () => {
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
    expect(await prefer('member', { long: 'x'.repeat(70_000) })).toMatchObject({ b: { userMessage: 'tooLarge' } });
    const names = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`name${at}`, 1]));
    expect(await prefer('member', names)).toMatchObject({ b: { userMessage: 'invalid' } });
    expect(await prefer('member', { ['x'.repeat(401)]: 1 })).toMatchObject({ b: { userMessage: 'invalid' } });
  });
});
