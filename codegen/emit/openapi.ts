// Prints the OpenAPI 3.1 description of the HTTP routes, for authors of other clients.

import { apiSchemas, published, reference, replyNames, requestNames, TITLE } from 'codegen/emit/apiSchemas.ts';
import { isObject, objectAt, stringsAt, textAt, type JsonObject } from 'codegen/json.ts';
import type { Plan } from 'codegen/plan.ts';

/** Route that accepts every operation. */
const ITEM_ROUTE = '/api/item';

const TEXT = { type: 'string' };

const parametersOf = (route: JsonObject): JsonObject[] => [
  ...[...String(route['path']).matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name: name ?? '',
    in: 'path',
    required: true,
    schema: TEXT,
  })),
  ...stringsAt(route, 'query').map((name) => ({ name, in: 'query', schema: TEXT })),
  ...Object.entries(objectAt(route, 'sends')).map(([name, description]) => ({
    name,
    in: 'header',
    description,
    schema: TEXT,
  })),
];

const headersOf = (route: JsonObject): JsonObject => ({
  ...Object.fromEntries(
    Object.entries(objectAt(route, 'headers')).map(([name, description]) => [name, { description, schema: TEXT }]),
  ),
});

const answersOf = (route: JsonObject, schema: JsonObject | undefined): JsonObject => {
  const media = textAt(route, 'media') ?? 'application/json';
  const others = Object.entries(objectAt(route, 'answers')).map(([status, description]) => [status, { description }]);
  return {
    200: {
      description: 'Done.',
      ...('headers' in route && { headers: headersOf(route) }),
      ...((schema ?? 'media' in route) && { content: { [media]: schema ? { schema } : {} } }),
    },
    ...Object.fromEntries(others),
  } as JsonObject;
};

const anyOf = (names: readonly string[]): JsonObject => ({ anyOf: names.map(reference) });

/** Returns a name such as `getAttachmentByIdByFilename`. */
const operationIdOf = (route: JsonObject): string =>
  String(route['method']).toLowerCase() +
  String(route['path'])
    .split(/[^\w{]+/)
    .filter((word) => word !== '')
    .map((word) => word.replace(/^\{/, 'By-'))
    .flatMap((word) => word.split('-'))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const routeOf = (route: JsonObject, plan: Plan): JsonObject => {
  const isItemRoute = route['path'] === ITEM_ROUTE;
  const requests = anyOf(requestNames(plan, { socket: false }));
  const replies = anyOf([...replyNames(plan, { socket: false }), 'refusal']);
  const answer = isObject(route['answer']) ? published(route['answer']) : undefined;
  return {
    operationId: operationIdOf(route),
    summary: String(route['description']),
    ...(route['who'] === 'signedIn' ? {} : { security: [{}, { token: [] }] }),
    parameters: parametersOf(route),
    ...(isObject(route['body']) && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: isItemRoute ? requests : published(route['body']) } },
      },
    }),
    responses: answersOf(route, isItemRoute ? replies : answer),
  };
};

const pathsOf = (plan: Plan): JsonObject => {
  const paths: Record<string, JsonObject> = {};
  const routes = plan.source.routes.json['routes'];
  for (const route of Array.isArray(routes) ? routes.filter(isObject) : []) {
    const path = String(route['path']);
    paths[path] = { ...paths[path], [String(route['method']).toLowerCase()]: routeOf(route, plan) };
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
  paths: pathsOf(plan),
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: apiSchemas(plan),
  },
});
