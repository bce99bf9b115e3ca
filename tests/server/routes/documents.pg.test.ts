// The routes of the API documents, and real traffic over HTTP and over the socket validated against them.

import { request } from 'node:http';
import { Readable } from 'node:stream';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Envelope } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';
import asyncapi from 'tests/toy/generated/asyncapi.json' with { type: 'json' };
import openapi from 'tests/toy/generated/openapi.json' with { type: 'json' };

let world: World;
const ajv = new Ajv2020({ strict: false, validateFormats: false });

beforeAll(async () => {
  world = await openWorld();
  ajv.addSchema(openapi, 'openapi');
  ajv.addSchema(asyncapi, 'asyncapi');
});
afterAll(() => world.stop());

const schemaOf = (document: 'openapi' | 'asyncapi', name: string): ValidateFunction =>
  ajv.compile({ $ref: `${document}#/components/schemas/${name}` });

it.each([
  ['openapi', openapi],
  ['asyncapi', asyncapi],
])(
  'GET /api/%s.json answers the document to anybody, also with a token that is no longer good',
  async (name, document) => {
    for (const headers of [{}, { authorization: 'Bearer a.b.c' }] as Record<string, string>[]) {
      const answer = await fetch(`${world.url}/api/${name}.json`, { headers });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
      expect(answer.headers.get('content-encoding')).toBe('gzip');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await answer.json()).toEqual(document);
    }
  },
);

const id = (name: string): string => world.ids[name] ?? '';

const numberOf = (name: string): number => Number(id(name).split('-')[1]);
const book = (name: string): Readonly<Record<string, Json>> => ({ _t: 'Book', _i: numberOf(name) });

const exchanges = (): [string, string, Json?][] => [
  ['read', `read/${id('PUBLIC')}`],
  ['readMany', 'readMany/object', [id('PUBLIC'), id('PRIVATE')]],
  ['readAllowed', `readAllowed/${id('PUBLIC')}`],
  ['label', `label/${id('PUBLIC')}`],
  ['isAllowed', 'isAllowed', { id: id('PUBLIC'), actions: ['update'] }],
  ['isAllowed', 'isAllowed', [{ id: id('PUBLIC'), actions: ['update'] }]],
  ['getGrantedBy', 'getGrantedBy', { grantsFor: { Book: [id('PUBLIC')] } }],
  ['search', 'search/ids', { must: { _t: ['Book'] }, facets: ['state'], labels: true, max: 2 }],
  ['count', 'count', { queries: { all: { must: { _t: ['Book'] } }, wrong: { must: { nothing: [1] } } } }],
  ['suggest', 'suggest', { text: 'Canary' }],
  ['history', `history/${id('PUBLIC')}`, { max: 1 }],
  ['create', 'create/Book', { title: 'Made', shelf: id('shelf') }],
  ['update', 'update', { $id: id('PUBLIC'), _u: 1, summary: 'New' }],
  ['act.stamp', 'act/stamp', book('PUBLIC')],
  ['act.fetchNotifications', 'act/fetchNotifications', { _t: 'User', _i: numberOf('keeper'), max: 5 }],
  ['act.rolesAvailable', 'act/rolesAvailable'],
  ['act.tally.async', 'act/tally/async', { ...book('PUBLIC'), rounds: 1 }],
  ['act', 'act/tally/asyncCancel', {}],
  ['delete', `delete/${id('COMMUNITY')}`, { _u: 1 }],
  ['ping', 'ping'],
];

describe('POST /api/item', () => {
  it('takes and answers what the document says, for each operation', async () => {
    const headers = { authorization: `Bearer ${await signIn(world.url, 'keeper')}` };
    const { schema } = openapi.paths['/api/item'].post.responses[200].content['application/json'];
    expect(schema.anyOf).toContainEqual({ $ref: '#/components/schemas/refusal' });
    for (const [name, o, b] of exchanges()) {
      const request = { o, s: '7', ...(b !== undefined && { b }) };
      const answer = await fetch(`${world.url}/api/item`, { method: 'POST', headers, body: JSON.stringify(request) });
      const reply = (await answer.json()) as Envelope;
      const [asked, answered] = [schemaOf('openapi', `${name}.request`), schemaOf('openapi', `${name}.reply`)];
      expect({ o, asked: asked(request), errors: asked.errors }).toEqual({ o, asked: true, errors: null });
      expect({ reply, fits: answered(reply), errors: answered.errors }).toEqual({ reply, fits: true, errors: null });
    }
  });

  it('refuses as the document says', async () => {
    const refusal = schemaOf('openapi', 'refusal');
    for (const [o, b] of [
      [`read/${id('PRIVATE')}`],
      ['nothing'],
      ['search/ids', { must: { nothing: [1] } }],
      [`read/${id('PRIVATE')}`, { more: 1 }],
    ] as [string, Json?][]) {
      const answer = await fetch(`${world.url}/api/item`, { method: 'POST', body: JSON.stringify({ o, b }) });
      const reply = (await answer.json()) as Envelope;
      expect({ reply, fits: refusal(reply) }).toEqual({ reply, fits: true });
    }
  });
});

it('the socket says nothing but what the document says', async () => {
  const token = await signIn(world.url, 'keeper');
  const socket = await TestSocket.as(world.url, token);
  await socket.ask(`addWatch/${id('PROTECTED')}`);
  await socket.ask('update', { $id: id('PROTECTED'), _u: 1, summary: 'New' });
  await socket.until(({ o }) => o === 'item/update');
  await socket.ask('search/ids', { must: { _t: ['Book'] }, max: 2147483647 });
  await socket.until(({ o }) => o.startsWith('stream:'));
  await socket.ask('read/Book-999999');
  await socket.ask('nextToken');
  await socket.ask('ping');
  const received = Object.values(asyncapi.channels.socket.messages)
    .map(({ name }) => name)
    .filter((name) => asyncapi.operations.receive.messages.some(({ $ref }) => $ref.endsWith(`/${name}`)));
  const fits = (envelope: Envelope): boolean => received.some((name) => schemaOf('asyncapi', name)(envelope));
  expect(socket.received.length).toBeGreaterThan(8);
  expect(socket.received.filter((envelope) => !fits(envelope))).toEqual([]);
  socket.close();
});

describe('a program that knows HTTP only', () => {
  /** Sends these pieces without a content length. */
  const sendChunked = (pieces: readonly Buffer[], headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${world.url}/api/item`, {
      method: 'POST',
      body: Readable.from(pieces),
      duplex: 'half',
      headers,
    } as unknown as RequestInit);

  it('takes a body in chunks, up to the length that the caller may send', async () => {
    const token = await signIn(world.url, 'keeper');
    const [first, second] = [Buffer.from('{"o":"pi'), Buffer.from('ng","s":"c"}')];
    expect(await (await sendChunked([first, second])).json()).toEqual({ o: 'pong', s: 'c' });
    const space = Buffer.alloc(40_000, 32);
    const long = [space, space, first, second];
    const refused = await sendChunked(long);
    expect([refused.status, await refused.json()]).toMatchObject([
      413,
      { erred: true, b: { userMessage: 'tooLarge' } },
    ]);
    expect(await (await sendChunked(long, { authorization: `Bearer ${token}` })).json()).toEqual({ o: 'pong', s: 'c' });
  });

  it('ignores the offer of another protocol and answers the request that came with it', async () => {
    const { hostname, port } = new URL(world.url);
    const offer = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAEAAEAAAAIAAAAB' };
    const ask = (method: string, path: string, body = ''): Promise<string> =>
      new Promise((resolve, reject) => {
        const headers = { ...offer, 'content-length': body.length };
        const sent = request({ hostname, port, method, path, headers }, (answer) => {
          let text = '';
          answer.on('data', (chunk: Buffer) => (text += String(chunk)));
          answer.on('end', () => resolve(`${answer.statusCode} ${text}`));
        });
        sent.on('error', reject).end(body);
      });
    expect(await ask('GET', '/healthz')).toBe('200 ok\n');
    expect(await ask('POST', '/api/item', '{"o":"ping","s":"u"}')).toBe('200 {"o":"pong","s":"u"}');
  });

  it('[SHELL-02] says 404 with the application page for paths that the application does not have', async () => {
    for (const path of [
      '/nothing',
      '/i-Nothing-1',
      '/library.books/nothing',
      '/wp-login.php',
      '/sitemap.xml',
      '/.env',
    ]) {
      const answer = await fetch(`${world.url}${path}`);
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        404,
        'text/html; charset=utf-8',
      ]);
      expect(await answer.text()).toContain('id="site-configuration"');
    }
    for (const path of ['/search/', '/library.books/i-Book-1?c1=x', '/i-Book-0-key', '/set-pass#key'])
      expect([path, (await fetch(`${world.url}${path}`)).status]).toEqual([path, 200]);
  });

  it('names the methods of an address that is asked by another one', async () => {
    const asked = async (method: string, path: string): Promise<unknown> => {
      const { status, headers } = await fetch(`${world.url}${path}`, { method });
      return [status, headers.get('allow')];
    };
    for (const method of ['DELETE', 'OPTIONS', 'POST']) expect(await asked(method, '/')).toEqual([405, 'GET, HEAD']);
    expect(await asked('GET', '/api/item')).toEqual([405, 'POST']);
    expect(await asked('POST', '/lov/en/GENRES')).toEqual([405, 'GET, HEAD']);
    expect(await asked('DELETE', '/nothing')).toEqual([404, null]);
  });

  it('has the files that programs ask every site for, and a page that says whether it has changed', async () => {
    const robots = await (await fetch(`${world.url}/robots.txt`)).text();
    expect(robots).toMatch(/^User-agent: \*\nDisallow: \/api\n/);
    expect(robots).not.toContain('assets');
    expect((await fetch(`${world.url}/favicon.ico`, { redirect: 'manual' })).headers.get('location')).toBe('/icon.svg');
    // No contact is named.
    expect((await fetch(`${world.url}/.well-known/security.txt`)).status).toBe(404);
    const page = await fetch(`${world.url}/`);
    expect(await page.text()).toContain(
      '<meta name="description" content="Our Community: Community Knowledge Keeper">',
    );
    const again = await fetch(`${world.url}/`, { headers: { 'if-none-match': page.headers.get('etag') ?? '' } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const link = await fetch(`${world.url}/api/unsubscribe/a.b`, { redirect: 'manual' });
    expect([link.status, link.headers.get('location')]).toEqual([303, '/unsubscribe#a.b']);
  });
});
