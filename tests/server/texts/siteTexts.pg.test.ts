// The site's own words over the socket: who changes them, what is refused, who hears of it, and what the page is given.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Envelope } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { openWorld, signIn, type TestServer, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

let world: World;
let other: TestServer;
const sockets: Record<string, TestSocket> = {};

const KEY = 'cells.unsaved.title';
const act = (who: string, action: string, body: Json): Promise<Envelope> => {
  const socket = sockets[who];
  if (!socket) throw new Error(who);
  return socket.ask(`act/${action}`, body);
};
const save = (who: string, text: string | null, key = KEY): Promise<Envelope> =>
  act(who, 'saveSiteTexts', { language: 'en', changes: [{ key, text }] });
const given = async (language = 'en'): Promise<Record<string, string>> =>
  (await (await fetch(`${other.url}/locale-overrides/${language}`)).json()) as Record<string, string>;
const refused = (userMessage: string, params?: Json): object => ({
  erred: true,
  b: { userMessage, ...(params && { params }) },
});

beforeAll(async () => {
  world = await openWorld({ dedicated: true });
  other = await world.second();
  for (const name of ['admin', 'keeper']) sockets[name] = await TestSocket.as(world.url, await signIn(world.url, name));
  const third = await world.second();
  for (const [name, { url }] of Object.entries({ elsewhere: other, 'elsewhere too': other, third }))
    sockets[name] = await TestSocket.as(url, await signIn(url, name === 'elsewhere too' ? 'member' : 'keeper'));
});
afterAll(async () => {
  for (const socket of Object.values(sockets)) socket.close();
  await world.stop();
});

/** Number of pushes about changed texts that each open page got. */
const heard = (): Record<string, number> =>
  Object.fromEntries(
    Object.entries(sockets).map(([name, { received }]) => [
      name,
      received.filter(({ o }) => o === 'localeOverrides').length,
    ]),
  );

describe('[SHELL-04] texts of the site', () => {
  it('are changed only by administrators of the site, and read by them with their history', async () => {
    for (const action of ['siteTexts', 'saveSiteTexts'])
      expect(await act('keeper', action, { language: 'en', changes: [] })).toMatchObject(
        refused(action === 'siteTexts' ? 'invalid' : 'notAllowed'),
      );
    expect(await act('keeper', 'siteTexts', { language: 'en' })).toMatchObject(refused('notAllowed'));
    expect(await save('admin', 'Go without saving?')).toMatchObject({ b: {} });
    expect((await act('admin', 'siteTexts', { language: 'en' })).b).toMatchObject({
      texts: { [KEY]: 'Go without saving?' },
      history: [{ key: KEY, before: null, after: 'Go without saving?', by: world.ids['admin'], name: 'admin' }],
    });
    // Waits for pending pushes, which the next test would count.
    await expect.poll(() => Object.values(heard()).every((count) => count > 0)).toBe(true);
  });

  it('reach every open page of signed-in users, of every process, and visitors who poll', async () => {
    const told = heard();
    await save('admin', 'Once more');
    await expect
      .poll(heard)
      .toEqual(Object.fromEntries(Object.entries(told).map(([name, count]) => [name, count + 1])));
    expect(await given()).toEqual({ [KEY]: 'Once more' });
    expect(await given('fr')).toEqual({});
  });

  it.each([
    ['Leave {', 'errors.text.syntax', { line: 1, column: 7 }],
    ['One\n{count, plural, one {x}}', 'errors.text.syntax', { line: 2, column: 1 }],
    ['Leave {name}', 'errors.text.argument', { name: 'name' }],
    ['<b>Leave</b>', 'errors.text.argument', { name: 'b' }],
  ])('refuse %j with the place of the fault', async (text, message, params) => {
    const answer = await save('admin', text);
    const { errors } = (answer.b as { params: { errors: { message: string; params: Record<string, Json> }[] } }).params;
    expect(errors).toMatchObject([{ path: '/changes/0/text', message }]);
    if ('name' in params || params.line === 1) expect(errors[0]?.params).toEqual(params);
    else expect(errors[0]?.params['line']).toBe(2);
    expect(await given()).toEqual({ [KEY]: 'Once more' });
  });

  it('note no change of what every object has', async () => {
    for (const key of ['__proto__', 'constructor']) expect(await save('admin', null, key)).toMatchObject({ b: {} });
    const { history } = (await act('admin', 'siteTexts', { language: 'en' })).b as { history: Json[] };
    expect(JSON.stringify(history)).not.toMatch(/__proto__|constructor/);
  });

  it('refuse a text that is not shipped, and fall back to the shipped one', async () => {
    expect(await save('admin', 'x', 'no.such.text')).toMatchObject(refused('invalid'));
    await save('admin', 'Discard your changes?', 'cells.discard.title');
    expect(await given()).toEqual({ [KEY]: 'Once more' });
    await save('admin', null);
    expect(await given()).toEqual({});
  });
});
