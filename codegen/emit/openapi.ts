// OpenAPI 3.1: the doors over HTTP, for people who write another client.

import { apiSchemas, operationNames, published, reference, TITLE } from 'codegen/emit/apiSchemas.ts';
import { isObject, objectAt, stringsAt, textAt, type JsonObject } from 'codegen/json.ts';
import type { Plan } from 'codegen/plan.ts';
import type { Source } from 'codegen/Source.ts';

/** The door that takes every operation. */
const ITEM_DOOR = '/api/item';

const TEXT = { type: 'string' };

const parametersOf = (door: JsonObject): JsonObject[] => [
  ...[...String(door['path']).matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name: name ?? '',
    in: 'path',
    required: true,
    schema: TEXT,
  })),
  ...stringsAt(door, 'query').map((name) => ({ name, in: 'query', schema: TEXT })),
  ...Object.entries(objectAt(door, 'sends')).map(([name, description]) => ({
    name,
    in: 'header',
    description,
    schema: TEXT,
  })),
];

const headersOf = (door: JsonObject): JsonObject => ({
  ...Object.fromEntries(
    Object.entries(objectAt(door, 'headers')).map(([name, description]) => [name, { description, schema: TEXT }]),
  ),
});

const answersOf = (door: JsonObject, schema: JsonObject | undefined): JsonObject => {
  const media = textAt(door, 'media') ?? 'application/json';
  const others = Object.entries(objectAt(door, 'answers')).map(([status, description]) => [status, { description }]);
  return {
    200: {
      description: 'Done.',
      ...('headers' in door && { headers: headersOf(door) }),
      ...((schema ?? 'media' in door) && { content: { [media]: schema ? { schema } : {} } }),
    },
    ...Object.fromEntries(others),
  } as JsonObject;
};

const anyOf = (names: readonly string[]): JsonObject => ({ anyOf: names.map(reference) });

/** `getAttachmentByIdByFilename` */
const operationIdOf = (door: JsonObject): string =>
  String(door['method']).toLowerCase() +
  String(door['path'])
    .split(/[^\w{]+/)
    .filter((word) => word !== '')
    .map((word) => word.replace(/^\{/, 'By-'))
    .flatMap((word) => word.split('-'))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const doorOf = (door: JsonObject, source: Source): JsonObject => {
  const isItemDoor = door['path'] === ITEM_DOOR;
  const names = operationNames(source);
  const requests = anyOf(names.map((name) => `${name}.request`));
  const replies = anyOf([...names.map((name) => `${name}.reply`), 'refusal']);
  const answer = isObject(door['answer']) ? published(door['answer']) : undefined;
  return {
    operationId: operationIdOf(door),
    summary: String(door['description']),
    ...(door['who'] === 'signedIn' ? {} : { security: [{}, { token: [] }] }),
    parameters: parametersOf(door),
    ...(isObject(door['body']) && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: isItemDoor ? requests : published(door['body']) } },
      },
    }),
    responses: answersOf(door, isItemDoor ? replies : answer),
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

export const openapi = (plan: Plan): JsonObject => ({
  openapi: '3.1.0',
  info: {
    title: TITLE,
    version: plan.client.hash,
    description: 'POST /api/item takes every operation as an envelope {o, b, s, v}; the answer repeats o and s.',
  },
  servers: [{ url: '/' }],
  security: [{ token: [] }],
  paths: pathsOf(plan.source),
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: apiSchemas(plan),
  },
});
