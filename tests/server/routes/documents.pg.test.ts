// The descriptions of the wire at their doors, and the wire itself held against them: what is really said over HTTP and over the
// socket is what the documents say.

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
  ['act', 'act/stamp', { _t: 'Book', _i: Number(id('PUBLIC').split('-')[1]) }],
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
