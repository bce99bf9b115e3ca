// Prints the descriptions of the wire for people who write another client: OpenAPI for the doors over HTTP, AsyncAPI for the
// socket. Both name every operation with its body and answer, and every item type with what may be written.

import { isObject, objectAt, stringsAt, textAt, type JsonObject, type JsonValue } from 'codegen/json.ts';
import type { Output } from 'codegen/Output.ts';
import type { Plan } from 'codegen/plan.ts';
import { storedShape } from 'codegen/shapes.ts';
import type { Source } from 'codegen/Source.ts';

const TITLE = 'Knowledge Keeper';
const COMPONENT = '#/components/schemas/';

/** References to the wire's definitions become references to components; the type printer's word is dropped. */
const published = (value: JsonValue): JsonValue => {
  if (Array.isArray(value)) return value.map(published);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'x-ts')
      .map(([key, each]) => [
        key,
        key === '$ref' && typeof each === 'string'
          ? COMPONENT + each.slice(each.lastIndexOf('/') + 1)
          : published(each),
      ]),
  );
};

const publishedObject = (value: JsonObject): JsonObject => published(value) as JsonObject;

/** `read/{id}`, or `search/ids` where what follows is a fixed word. */
const addressOf = ({ name, args }: JsonObject): string =>
  args === '' ? String(name) : `${String(name)}/${String(args)}`;

const requestOf = (json: JsonObject): JsonObject => ({
  type: 'object',
  description: `${addressOf(json)}: ${String(json['description'])}`,
  properties: {
    o: { type: 'string', pattern: `^${String(json['name'])}(/|$)` },
    b: published(json['body'] ?? {}),
    s: { type: 'string' },
    v: { type: 'string' },
    ...(json['writes'] === true && { key: { type: 'string', format: 'uuid' } }),
  },
  required: ['o'],
});

const componentsOf = ({ source, types }: Plan): JsonObject => ({
  ...publishedObject(objectAt(source.wire.json, '$defs')),
  ...Object.fromEntries(source.operations.map(({ json }) => [`${String(json['name'])}.request`, requestOf(json)])),
  ...Object.fromEntries(
    source.operations.map(({ json }) => [`${String(json['name'])}.answer`, published(json['answer'] ?? {})]),
  ),
  ...Object.fromEntries(
    Object.entries(objectAt(source.pushes.json, 'pushes')).map(([name, push]) => [
      `push.${name.replace('/', '.')}`,
      {
        ...publishedObject(objectAt(isObject(push) ? push : {}, 'body')),
        description: objectAt({ push }, 'push')['description'] ?? '',
      },
    ]),
  ),
  ...Object.fromEntries(types.map((type) => [`item.${type.name}`, publishedObject(storedShape(type))])),
});

const reference = (name: string): JsonObject => ({ $ref: COMPONENT + name });

const parametersOf = (door: JsonObject): JsonObject[] => [
  ...[...String(door['path']).matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name: name ?? '',
    in: 'path',
    required: true,
    schema: { type: 'string' },
  })),
  ...stringsAt(door, 'query').map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
];

const answersOf = (door: JsonObject): JsonObject => {
  const media = textAt(door, 'media') ?? 'application/json';
  const content = isObject(door['answer']) ? { schema: published(door['answer']) } : {};
  const others = Object.entries(objectAt(door, 'answers')).map(([status, description]) => [status, { description }]);
  return {
    200: {
      description: 'Done.',
      ...((isObject(door['answer']) || 'media' in door) && { content: { [media]: content } }),
    },
    ...Object.fromEntries(others),
  } as JsonObject;
};

const doorOf = (door: JsonObject, source: Source): JsonObject => {
  const operations = source.operations.map(({ json }) => reference(`${String(json['name'])}.request`));
  const body = door['path'] === '/api/item' ? { anyOf: operations } : published(door['body'] ?? {});
  return {
    summary: String(door['description']),
    ...(door['who'] === 'signedIn' ? {} : { security: [{}, { token: [] }] }),
    parameters: parametersOf(door),
    ...(isObject(door['body']) && {
      requestBody: { required: true, content: { 'application/json': { schema: body } } },
    }),
    responses: answersOf(door),
  };
};

const pathsOf = (source: Source): JsonObject => {
  const paths: Record<string, JsonObject> = {};
  const doors = source.doors.json['doors'];
  for (const door of Array.isArray(doors) ? doors.filter(isObject) : []) {
    const path = String(door['path']);
    paths[path] = { ...paths[path], [String(door['method']).toLowerCase()]: doorOf(door, source) };
  }
  return paths;
};

const openapi = (plan: Plan): JsonObject => ({
  openapi: '3.1.0',
  info: {
    title: TITLE,
    version: plan.client.hash,
    description: 'POST /api/item takes every operation as an envelope {o, b, s, v}; the answer repeats o and s.',
  },
  security: [{ token: [] }],
  paths: pathsOf(plan.source),
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: componentsOf(plan),
  },
});

const messageOf = (name: string, payload: JsonObject): JsonObject => ({ name, payload });

const asyncapi = (plan: Plan): JsonObject => {
  const { source } = plan;
  const names = source.operations.map(({ json }) => String(json['name']));
  const pushes = Object.keys(objectAt(source.pushes.json, 'pushes')).map((name) => name.replace('/', '.'));
  const messages = {
    ...Object.fromEntries(names.map((name) => [`${name}.request`, messageOf(name, reference(`${name}.request`))])),
    ...Object.fromEntries(names.map((name) => [`${name}.answer`, messageOf(name, reference(`${name}.answer`))])),
    ...Object.fromEntries(pushes.map((name) => [`push.${name}`, messageOf(name, reference(`push.${name}`))])),
  };
  const ref = (name: string): JsonObject => ({ $ref: `#/channels/socket/messages/${name.replace('/', '~1')}` });
  return {
    asyncapi: '3.0.0',
    info: {
      title: TITLE,
      version: plan.client.hash,
      description:
        'Envelopes {o, b, s, v} over a web socket; tokenAuth comes first. An answer repeats o and s, a push has no s.',
    },
    channels: { socket: { address: '/ws', messages } },
    operations: {
      ask: {
        action: 'send',
        channel: { $ref: '#/channels/socket' },
        messages: names.map((name) => ref(`${name}.request`)),
      },
      hear: {
        action: 'receive',
        channel: { $ref: '#/channels/socket' },
        messages: [...names.map((name) => ref(`${name}.answer`)), ...pushes.map((name) => ref(`push.${name}`))],
      },
    },
    components: { schemas: componentsOf(plan) },
  };
};

export const apiDocuments = (plan: Plan): Output[] =>
  Object.entries({ openapi: openapi(plan), asyncapi: asyncapi(plan) }).map(([name, document]) => ({
    path: `${plan.world.out}/${name}.json`,
    text: `${JSON.stringify(document, null, 1)}\n`,
  }));
