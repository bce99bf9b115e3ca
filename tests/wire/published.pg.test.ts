// Tests that the server serves everything that the API documents publish: each operation, action, route and push of openapi.json and
// asyncapi.json gets an answer other than "unknown". The lists come from the documents, as for an external client.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Envelope } from 'src/model/generated/wire.ts';
import { askAccess } from 'tests/server/events/askAccess.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';
import asyncapi from 'tests/toy/generated/asyncapi.json' with { type: 'json' };
import openapi from 'tests/toy/generated/openapi.json' with { type: 'json' };

let world: World;
let keeper: TestSocket;
// Five minutes before its end a token is warned of: these are warned of at once.
beforeAll(async () => {
  world = await openWorld({ settings: { tokenMinutes: 4 }, dedicated: true });
  keeper = await TestSocket.as(world.url, await signIn(world.url, 'keeper'));
});
afterAll(async () => {
  keeper.close();
  await world.stop();
});

interface Schema {
  readonly description?: string;
  readonly required?: readonly string[];
  readonly anyOf?: readonly { readonly $ref: string }[];
}

const schemas = asyncapi.components.schemas as Readonly<Record<string, Schema>>;
const named = (pattern: RegExp): string[] =>
  Object.keys(schemas).flatMap((name) => {
    const found = pattern.exec(name)?.[1];
    return found === undefined ? [] : [found];
  });
const operations = named(/^(\w+)\.request$/);
const actions = named(/^act\.(\w+)\.input$/);
const asyncActions = named(/^act\.(\w+)\.async\.input$/);
const pushes = named(/^push\.([\w.]+)$/).map((name) => name.replace('item.', 'item/'));

const published = openapi.paths['/api/item'].post.requestBody.content['application/json'].schema;
const overHttp = (published as Schema).anyOf?.flatMap(({ $ref }) => /\/(\w+)\.request$/.exec($ref)?.[1] ?? []) ?? [];

/** `o` as the document describes it, with the words of the toy world in its braces; signout comes last of all. */
const addressOf = (operation: string): string => {
  const described = schemas[`${operation}.request`]?.description?.split(': ')[0] ?? '';
  const words: Readonly<Record<string, string>> = {
    id: world.ids['PUBLIC'] ?? '',
    type: 'Book',
    action: 'tally',
    key: '1',
  };
  return described.replaceAll(/\[.*\]/g, '').replaceAll(/\{(\w+)\}/g, (_, name: string) => words[name] ?? name);
};

const refusalIn = ({ erred, b }: Envelope): string | undefined =>
  erred === true ? (b as { readonly userMessage: string }).userMessage : undefined;

const post = async (envelope: Envelope): Promise<Envelope> => {
  const headers = { authorization: `Bearer ${await signIn(world.url, 'member')}` };
  const answer = await fetch(`${world.url}/api/item`, { method: 'POST', headers, body: JSON.stringify(envelope) });
  return (await answer.json()) as Envelope;
};

describe('[ITEM-06] published operations', () => {
  it('are all there are', () => {
    expect(operations.length).toBeGreaterThan(15);
    expect(overHttp).toEqual(operations.filter((name) => name !== 'tokenAuth'));
    expect(actions).toEqual(expect.arrayContaining(['applyGrants', 'masquerade', 'stamp']));
    expect(asyncActions).toEqual(expect.arrayContaining(['changeMany', 'tally']));
  });

  it.each(operations)('%s is answered by the socket', async (name) => {
    const own = await signIn(world.url, 'member');
    const socket = await TestSocket.as(world.url, own);
    const answer = await socket.ask(addressOf(name), name === 'tokenAuth' ? own : undefined);
    expect(refusalIn(answer)).not.toBe('unknownOperation');
    socket.close();
  });

  it.each(overHttp)('%s is answered over HTTP', async (name) => {
    expect(refusalIn(await post({ o: addressOf(name), s: '1' }))).not.toBe('unknownOperation');
  });

  it.each(actions)('act/%s is answered', async (name) => {
    expect(refusalIn(await keeper.ask(`act/${name}`, { _t: 'Book', _i: 1 }))).not.toBe('unknownOperation');
  });

  it.each(asyncActions)('act/%s/async is answered', async (name) => {
    expect(refusalIn(await keeper.ask(`act/${name}/async`, { _t: 'Book', _i: 1 }))).not.toBe('unknownOperation');
  });

  it.each([...actions, ...asyncActions])('act/%s names what it runs on as the document says', async (name) => {
    const address = asyncActions.includes(name) ? `${name}.async` : name;
    const { b } = await keeper.ask(`act/${address.replace('.', '/')}`, {});
    const errors = (b as { readonly params?: { readonly errors?: readonly { path: string }[] } } | null)?.params
      ?.errors;
    const isDemanded = errors?.some(({ path }) => path === '/_t') === true;
    expect(isDemanded).toBe(schemas[`act.${address}.input`]?.required?.includes('_t') === true);
  });

  it('and what is not published is unknown', async () => {
    expect(refusalIn(await keeper.ask('activeTask/1/pause'))).toBe('unknownOperation');
    for (const o of ['act/tally', 'act/stamp/async', 'act/tally/later'])
      expect(refusalIn(await keeper.ask(o, { _t: 'Book', _i: 1 }))).toBe('unknownOperation');
  });

  it('may leave out a body whose members are all optional', async () => {
    const id = world.ids['PUBLIC'] ?? '';
    expect(refusalIn(await keeper.ask(`history/${id}`))).toBeUndefined();
    expect(refusalIn(await keeper.ask('search/ids'))).toBeUndefined();
    expect(await keeper.ask(`delete/${id}`)).toMatchObject({
      b: { userMessage: 'invalid', params: { errors: [{ path: '/_u', message: 'errors.required' }] } },
    });
  });
});

/** Without a file, this route answers like a missing one. The tests of base maps ask it for a file. */
const FILES_ONLY = '/basemaps/{file}';

describe('published routes', () => {
  const routes = Object.entries(openapi.paths)
    .filter(([path]) => path !== FILES_ONLY)
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => ({ path, method: method.toUpperCase() })));
  // A route that reads the token refuses this one. A missing route is absent with any token.
  const request = async (method: string, path: string): Promise<number> => {
    const headers = { authorization: 'Bearer not.a.token' };
    return (await fetch(`${world.url}${path}`, { method, headers, ...(method === 'POST' && { body: '{}' }) })).status;
  };

  it.each(routes)('$method $path is there', async ({ method, path }) => {
    const filled = path
      .replace('{locale}', 'en')
      .replace('{language}', 'en')
      .replaceAll(/\{\w+\}/g, 'x');
    expect(await request(method, filled)).not.toBe(404);
  });

  it.each(['/api/nothing'])('POST %s is absent', async (path) => {
    expect(await request('POST', path)).toBe(404);
  });
});

describe('[ITEM-07] published pushes', () => {
  const act = async (): Promise<void> => {
    const id = world.ids['COMMUNITY'] ?? '';
    await keeper.ask(`addWatch/${id}`);
    await keeper.ask('update', { $id: id, _u: 1, title: 'Recipient' });
    await keeper.until(({ o }) => o === 'item/update');
    await keeper.ask(`delete/${id}`, { _u: 2 });
    await askAccess(world, 'PUBLIC');
    await keeper.until(({ o }) => o === 'item/notify');
    await keeper.ask('act/markNotifications', {
      _t: 'User',
      _i: Number(world.ids['keeper']?.split('-')[1]),
      all: true,
    });
    const number = Number(world.ids['PUBLIC']?.split('-')[1]);
    await keeper.ask('act/tally/async', { _t: 'Book', _i: number, rounds: 1 });
    await keeper.ask('act/markRead', { _t: 'Book', _i: number, seen: 1 });
    await keeper.ask('nextToken');
    const admin = await TestSocket.as(world.url, await signIn(world.url, 'admin'));
    await admin.ask('act/saveSiteTexts', { language: 'en', changes: [] });
    await admin.ask('act/saveMenuItems', { version: 0, entries: [] });
    const repair = (await admin.ask('create/Repair', { title: 'Spine', shelf: world.ids['shelf'] ?? '' })).b;
    const { $id, _i } = repair as { readonly $id: string; readonly _i: number };
    await keeper.ask(`addWatch/${$id}/1`);
    await admin.ask('act/transition', { _t: 'Repair', _i, name: 'drop', reason: 'Lost' });
    admin.close();
  };

  it('all come', async () => {
    expect(pushes.length).toBeGreaterThan(4);
    await act();
    for (const name of pushes) expect((await keeper.until(({ o }) => o === name)).o).toBe(name);
  });
});
