// The published descriptions of the wire: complete, valid as schemas, and without missing references.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from 'src/model/generated/operations.ts';
import asyncapi from 'tests/toy/generated/asyncapi.json' with { type: 'json' };
import { fixtures } from 'tests/toy/generated/fixtures.ts';
import openapi from 'tests/toy/generated/openapi.json' with { type: 'json' };
import { registry } from 'tests/toy/generated/registry.client.ts';

const refsIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => (key === '$ref' ? [String(each)] : refsIn(each)));
};

const keysIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [key, ...keysIn(each)]);
};

const at = (document: unknown, ref: string): unknown =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>(
      (value, part) => (value as Record<string, unknown> | undefined)?.[part.replace('~1', '/')],
      document,
    );

const routes = Object.entries(openapi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, route]) => ({
    path,
    method,
    route: route as {
      operationId: string;
      parameters: { name: string; in: string; required?: boolean }[];
      responses: Record<string, { description: string }>;
    },
  })),
);

describe.each([
  ['openapi', openapi],
  ['asyncapi', asyncapi],
])('%s', (_name, document) => {
  it('has no reference that leads nowhere', () => {
    const refs = [...new Set(refsIn(document))];
    expect(refs.length).toBeGreaterThan(20);
    expect(refs.filter((ref) => !ref.startsWith('#/'))).toEqual([]);
    expect(refs.filter((ref) => at(document, ref) === undefined)).toEqual([]);
  });

  it('describes every operation, every action and every type', () => {
    const schemas = Object.keys(document.components.schemas);
    for (const name of Object.keys(OPERATIONS))
      expect(schemas).toEqual(expect.arrayContaining([`${name}.request`, `${name}.reply`]));
    for (const { name, mode } of Object.values(registry.actions)) {
      const address = mode === 'task' ? `act.${name}.async` : `act.${name}`;
      expect(schemas).toEqual(expect.arrayContaining([`${address}.input`, `${address}.answer`]));
    }
    for (const name of Object.keys(registry.types)) expect(schemas).toContain(`item.${name}`);
    expect(document.info.version).toBe(registry.hash);
  });

  it('has components that are schemas, with names that both forms admit', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(document, 'document');
    for (const name of Object.keys(document.components.schemas)) {
      expect(name).toMatch(/^[\w.-]+$/);
      expect(() => ajv.compile({ $ref: `document#/components/schemas/${name}` })).not.toThrow();
    }
  });

  it('admits what may be written, and nothing that may not', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(document, 'document');
    for (const [name, { minimal, full }] of Object.entries(fixtures)) {
      const validate = ajv.compile({ $ref: `document#/components/schemas/item.${name}` });
      expect([name, validate(minimal), validate(full)]).toEqual([name, true, true]);
      expect(validate({ ...full, noSuchProperty: 1 })).toBe(false);
    }
  });

  it('has no word that only our own tools know', () => {
    expect(keysIn(document).filter((key) => ['x-ts', 'discriminator', '$schema'].includes(key))).toEqual([]);
  });
});

describe('openapi', () => {
  it('names the doors with their parameters, and which need no token', () => {
    expect(openapi.paths['/lov/{locale}/{listName}'].get.parameters.map(({ name }) => name)).toEqual([
      'locale',
      'listName',
    ]);
    expect(openapi.paths['/api/sign-in'].post.security).toContainEqual({});
    expect(openapi.paths['/api/item'].post.requestBody.content['application/json'].schema.anyOf).toHaveLength(
      Object.values(OPERATIONS).filter(({ socketOnly }) => !socketOnly).length + Object.keys(registry.actions).length,
    );
  });

  it('admits a request by the operation with its arguments and by what the action runs on, and no other', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(openapi, 'document');
    const { anyOf } = openapi.paths['/api/item'].post.requestBody.content['application/json'].schema;
    const requests = anyOf.map(({ $ref }) => ({
      name: $ref.slice($ref.lastIndexOf('/') + 1),
      validate: ajv.compile({ $ref: `document${$ref}` }),
    }));
    const fitting = (request: object): string[] =>
      requests.filter(({ validate }) => validate(request)).map(({ name }) => name);
    const self = { _t: 'User', _i: 1 };
    for (const [request, names] of [
      [{ o: 'read/Book-1' }, ['read.request']],
      [{ o: 'read' }, []],
      [{ o: 'read/Book-1/2' }, []],
      [{ o: 'addWatch/Book-1' }, ['addWatch.request']],
      [{ o: 'addWatch/Book-1/2' }, ['addWatch.request']],
      [{ o: 'search/ids', b: { must: { _t: ['Book'] } } }, ['search.request']],
      [{ o: 'search/others', b: { must: { _t: ['Book'] } } }, []],
      [{ o: 'create/Book', b: { title: 'Amber atlas' } }, ['create.request']],
      [{ o: 'create/Event', b: {} }, []],
      [{ o: 'act/stamp', b: { _t: 'Book', _i: 1, text: 'yes' } }, ['act.stamp.request']],
      [{ o: 'act/stamp', b: { text: 'yes' } }, []],
      [{ o: 'act/ownAccount', b: self }, ['act.ownAccount.request']],
      [{ o: 'act/ownAccount', b: {} }, []],
      [{ o: 'act/fetchNotifications', b: { ...self, unread: true } }, ['act.fetchNotifications.request']],
      [{ o: 'act/rolesAvailable' }, ['act.rolesAvailable.request']],
      [{ o: 'act/tally/async', b: { _t: 'Book', _i: 1, rounds: 1 } }, ['act.tally.async.request']],
      [{ o: 'act/tally', b: { _t: 'Book', _i: 1, rounds: 1 } }, []],
      [{ o: 'act/tally/asyncCancel', b: {} }, ['act.request']],
    ] as const)
      expect([request, fitting(request)]).toEqual([request, names]);
  });

  it('gives every door a name of its own, a path parameter for every brace, and answers with a description', () => {
    expect(openapi.openapi).toBe('3.1.0');
    expect(new Set(routes.map(({ route }) => route.operationId)).size).toBe(routes.length);
    for (const { path, method, route } of routes) {
      expect(method).toMatch(/^(get|post|patch|head|delete)$/);
      const named = route.parameters.filter((parameter) => parameter.in === 'path');
      expect(named.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
      expect(named.every(({ required }) => required === true)).toBe(true);
      for (const [status, { description }] of Object.entries(route.responses)) {
        expect(status).toMatch(/^[1-5]\d\d$/);
        expect(description).not.toBe('');
      }
    }
  });

  it('tells the headers that an answer goes on by', () => {
    expect(Object.keys(openapi.paths['/api/item'].post.responses[200].headers)).toEqual(['Stream-Key']);
    expect(Object.keys(openapi.paths['/api/sign-in'].post.responses[200].headers)).toEqual(['Access-Token']);
  });

  it('tells nothing of what only the server knows', () => {
    expect(JSON.stringify(openapi)).not.toMatch(/x-level|x-rel|ownerAdmin|weights/);
  });
});

describe('asyncapi', () => {
  it('sends and receives messages of its channel only, each once', () => {
    const { channels, operations } = asyncapi;
    const used = [...operations.ask.messages, ...operations.receive.messages].map(({ $ref }) => $ref);
    const own = Object.keys(channels.socket.messages).map((name) => `#/channels/socket/messages/${name}`);
    expect(used.toSorted()).toEqual(own.toSorted());
    expect(operations.ask.action).toBe('send');
    expect(operations.receive.action).toBe('receive');
  });

  it('describes messages as the envelopes that they travel in', () => {
    const schemas = asyncapi.components.schemas as Record<string, { required?: string[]; properties?: object }>;
    for (const { payload } of Object.values(asyncapi.channels.socket.messages)) {
      const schema = schemas[payload.$ref.slice('#/components/schemas/'.length)];
      expect(schema?.required).toContain('o');
      expect(schema?.properties).toHaveProperty('o');
    }
  });
});
