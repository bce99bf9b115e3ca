// The menu over the socket: the right to arrange it, refusals, pushes, and links that only their audience sees.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Envelope } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { MenuEntry } from 'src/model/menu/menuEntry.ts';
import { openWorld, signIn, type TestServer, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

let world: World;
let other: TestServer;
const sockets: Record<string, TestSocket> = {};

const act = (who: string, action: string, body: Json): Promise<Envelope> => {
  const socket = sockets[who];
  if (!socket) throw new Error(who);
  return socket.ask(`act/${action}`, body);
};
interface Answer {
  readonly version: number;
  readonly entries: readonly MenuEntry[];
  readonly changed: Json;
}
const menuOf = async (who: string): Promise<Answer> => (await act(who, 'menuItems', {})).b as unknown as Answer;
const save = async (entries: readonly object[], who = 'admin'): Promise<Envelope> =>
  await act(who, 'saveMenuItems', { version: (await menuOf('admin')).version, entries: entries as unknown as Json });
const link = (to: string, more: object = {}): object => ({
  key: 'link:one',
  link: { to, labels: { en: 'Elsewhere' }, ...more },
});

beforeAll(async () => {
  world = await openWorld({ dedicated: true });
  other = await world.second();
  for (const name of ['admin', 'keeper', 'member'])
    sockets[name] = await TestSocket.as(world.url, await signIn(world.url, name));
  sockets['elsewhere'] = await TestSocket.as(other.url, await signIn(other.url, 'keeper'));
});
afterAll(async () => {
  for (const socket of Object.values(sockets)) socket.close();
  await world.stop();
});

describe('[ADM-01] the menu', () => {
  it('is changed only by administrators of the site, for every open page of every process', async () => {
    expect(await menuOf('keeper')).toEqual({ version: 0, entries: [], changed: null });
    const entries = [{ key: 'library.books', place: 1, hidden: true }];
    expect(await save(entries, 'keeper')).toMatchObject({ erred: true, b: { userMessage: 'notAllowed' } });
    expect(await save(entries)).toMatchObject({ b: { version: 1 } });
    await sockets['elsewhere']?.until(({ o }) => o === 'menuItems');
    expect(await menuOf('elsewhere')).toEqual({ version: 1, entries, changed: null });
    expect((await menuOf('admin')).changed).toMatchObject({ name: 'admin' });
  });

  it('refuses an arrangement of what has changed since', async () => {
    const { version } = await menuOf('admin');
    const late = { version: version - 1, entries: [] };
    expect(await act('admin', 'saveMenuItems', late)).toMatchObject({ erred: true, b: { userMessage: 'conflict' } });
    expect((await menuOf('admin')).entries).toHaveLength(1);
  });

  it.each([
    ['javascript:alert(1)', false],
    ['//elsewhere.test/x', false],
    ['/\\elsewhere.test', false],
    ['http://elsewhere.test', false],
    ['https://bank.test@elsewhere.test/', false],
    ['https://elsewhere.test:8443/a?b=c#d', true],
    ['/search?c0=.f._t%3DBook', true],
    ['/books\u202Egnp.exe', false],
    ['https://elsewhere.test/\u0000', false],
    ['https://elsewhere.test/\u200B', false],
    ['https://b\u0430nk.test/', false],
  ])('takes the address %s: %s', async (to, isTaken) => {
    expect('erred' in (await save([link(to)]))).toBe(!isTaken);
  });

  it.each<[string, readonly object[]]>([
    ['a screen that is not there', [{ key: 'library.nothing', hidden: true }]],
    ['the same key twice', [link('/help'), link('/help')]],
    ['a link without an address', [{ key: 'link:one', place: 1 }]],
    ['a link below what is not there', [link('/help', { under: 'nothing' })]],
    ['a link for a capability that is not there', [link('/help', { capability: 'Nothing' })]],
    ['a link without a name', [link('/help', { labels: { en: ' ' } })]],
    ['a name with nothing to see', [link('/help', { labels: { en: '\u200B\u2060' } })]],
    ['a name that turns the direction of what follows', [link('/help', { labels: { en: 'Go \u202Eback' } })]],
    ['a name with a control sign', [link('/help', { labels: { en: 'Go\u0000' } })]],
  ])('refuses %s', async (_, entries) => {
    expect(await save(entries)).toMatchObject({ erred: true, b: { userMessage: 'invalid' } });
  });

  it('[PERM-04] keeps a link from who does not hold its capability, and one that is left out from everybody', async () => {
    const forHolders = { ...link('/help', { capability: 'Library' }), key: 'link:holders' };
    const hidden = { ...link('/help'), key: 'link:hidden', hidden: true };
    await save([link('/help'), forHolders, hidden]);
    const keys = async (who: string): Promise<string[]> => (await menuOf(who)).entries.map(({ key }) => key);
    expect(await keys('admin')).toEqual(['link:one', 'link:holders', 'link:hidden']);
    expect(await keys('member')).toEqual(['link:one']);
    expect(await keys('keeper')).toEqual(['link:one', 'link:holders']);
  });
});

it('[ADM-01] [SHELL-04] menu and texts of a shared installation cannot be changed, and the refusal says why', async () => {
  const shared = await openWorld();
  const admin = await TestSocket.as(shared.url, await signIn(shared.url, 'admin'));
  const refused = { erred: true, b: { userMessage: 'notDedicated' } };
  expect(await admin.ask('act/saveMenuItems', { version: 0, entries: [] })).toMatchObject(refused);
  const changes = [{ key: 'app.goHome', text: 'Back home' }];
  expect(await admin.ask('act/saveSiteTexts', { language: 'en', changes })).toMatchObject(refused);
  expect(await (await fetch(`${shared.url}/locale-overrides/en`)).json()).toEqual({});
  expect((await admin.ask('act/menuItems', {})).b).toMatchObject({ version: 0, entries: [] });
  admin.close();
  await shared.stop();
});
