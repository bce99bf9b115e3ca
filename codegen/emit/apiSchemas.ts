// Schemas of both API descriptions: every message with its envelope, every action with its input and answer, every item type with its
// writable properties. Used by the emitters of OpenAPI and AsyncAPI.

import { isObject, objectAt, stringsAt, type JsonObject, type JsonValue } from 'codegen/json.ts';
import type { Linked, LinkedType, Operation } from 'codegen/Linked.ts';
import type { Plan } from 'codegen/plan.ts';
import { storedSchema } from 'codegen/schemaVariants.ts';
import type { Source } from 'codegen/Source.ts';
import type { ServerEndpointType } from 'src/model/schema/Registry.ts';

/** Endpoints with addresses of their own, by name. */
const operationsOf = ({ operations }: Linked): Operation[] =>
  Object.values(operations)
    .map(({ value }) => value)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));

export const TITLE = 'Knowledge Keeper';
const COMPONENT = '#/components/schemas/';

export const reference = (name: string): JsonObject => ({ $ref: COMPONENT + name });

// Matches keywords that only the type printer or our own validator uses. A discriminator would need another form in both documents, and the
// constants of the branches already say the same.
const isOwnWord = (key: string, value: JsonValue): boolean =>
  key === 'x-ts' || (key === 'discriminator' && isObject(value) && 'propertyName' in value);

const publishedValue = (value: JsonValue): JsonValue => {
  if (Array.isArray(value)) return value.map(publishedValue);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, each]) => !isOwnWord(key, each))
      .map(([key, each]) => [
        key,
        key === '$ref' && typeof each === 'string'
          ? COMPONENT + each.slice(each.lastIndexOf('/') + 1)
          : publishedValue(each),
      ]),
  );
};

/** Returns the schema without internal keywords. Its references lead to components. */
export const published = (value: JsonObject): JsonObject => publishedValue(value) as JsonObject;

/** Converts `{id}[/{_u}]` to `[^/]+(/[^/]+)?`. A type argument is one of the types that can be created. */
const argumentsPattern = (address: string, creatable: readonly string[]): string =>
  address
    .replaceAll('[', '(')
    .replaceAll(']', ')?')
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'type' ? `(${creatable.join('|')})` : '[^/]+'));

const SEQUENCE = { type: 'string', description: 'The sequence of the request that this answers.' };

const envelope = (o: JsonObject, b: JsonObject | undefined, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties: { o, ...(b && { b }), ...more },
  required: b ? ['o', 'b'] : ['o'],
});

/** Returns the schemas of the headers of a request: everything except its operation and its body. */
const sentWith = (writes: boolean): JsonObject => ({
  s: { type: 'string', maxLength: 64 },
  v: { type: 'string', maxLength: 200 },
  ...(writes && { key: { type: 'string', format: 'uuid' } }),
});

const requestOf = (operation: Operation, creatable: readonly string[]): JsonObject => {
  const { address = '', description = '', effect } = operation;
  const body = published(operation.input as JsonObject);
  const pattern = `^${argumentsPattern(address, creatable)}$`;
  return {
    ...envelope({ type: 'string', pattern }, body, sentWith(effect === 'write')),
    description: `${address}: ${description}`,
    required: body['type'] === 'null' ? ['o'] : ['o', 'b'],
  };
};

const replyOf = ({ name, answeredBy, ...operation }: Operation): JsonObject => {
  const address: JsonObject = answeredBy === 'pong' ? { const: 'pong' } : { type: 'string', pattern: `^${name}(/|$)` };
  const answer = published(operation.answer as JsonObject);
  const reply = envelope(address, answer, { s: SEQUENCE });
  return answer['type'] === 'null' ? { ...reply, required: ['o'] } : reply;
};

const pushOf = (name: string, push: JsonObject): JsonObject => ({
  ...envelope({ const: name }, published(objectAt(push, 'body'))),
  description: push['description'] ?? '',
});

/** Reply to a request that was refused. */
const REFUSAL: JsonObject = {
  ...envelope({ type: 'string' }, reference('ErredBody'), { s: SEQUENCE, erred: { const: true } }),
  description: 'A refused or failed request.',
  required: ['o', 'b', 'erred'],
};

/** Messages that only the socket sends. */
export const SOCKET_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  large: {
    ...envelope({ type: 'string', pattern: '^lrg/' }, undefined, { s: SEQUENCE }),
    description: 'A reply or push over the limit of the socket: GET /ws-{o} answers the whole envelope, once.',
  },
  part: {
    ...envelope(
      { type: 'string', pattern: '^stream:' },
      { type: 'object', properties: { part: {}, done: { type: 'boolean' } }, required: ['part', 'done'] },
      { s: SEQUENCE },
    ),
    description: 'A part of a reply that comes in parts.',
  },
};

const ofAll = <T>(all: readonly T[], made: (each: T) => readonly [string, JsonObject]): JsonObject =>
  Object.fromEntries(all.map(made));

const sentPushes = ({ pushes }: Source): [string, JsonObject][] =>
  Object.entries(objectAt(pushes.json, 'pushes')).filter((entry): entry is [string, JsonObject] => isObject(entry[1]));

/** Returns the names of pushes as components spell them: `item.update`. */
export const pushNames = (source: Source): string[] => sentPushes(source).map(([name]) => name.replace('/', '.'));

/** Returns the component name of an action. A task has another address, and its answer is the file of the task. */
const actionAddress = ({ name, mode }: ServerEndpointType): string => `act.${name}${mode === 'task' ? '.async' : ''}`;

const TARGET: JsonObject = {
  _t: { type: 'string', description: 'Type of the item that the action runs on.' },
  _i: { type: 'integer', minimum: 1, description: 'Number of that item.' },
};

const OF_SELF: JsonObject = {
  _t: { type: 'string', description: "Type of the caller's own user." },
  _i: { type: 'integer', minimum: 1, description: "Number of the caller's own user." },
};

/** Returns the declared input and, unless the action runs on nothing, the members that name what it runs on. */
const inputOf = ({ on, input }: ServerEndpointType): JsonObject => {
  const declared = published(input as JsonObject);
  if (on === 'none') return declared;
  return {
    ...declared,
    properties: { ...(on === 'self' ? OF_SELF : TARGET), ...objectAt(declared, 'properties') },
    required: ['_t', '_i', ...stringsAt(declared, 'required')],
  };
};

const operationOf = ({ name, mode }: ServerEndpointType): JsonObject =>
  mode === 'task' ? { type: 'string', pattern: `^act/${name}/async(/[^/]+)?$` } : { const: `act/${name}` };

const actRequest = (action: ServerEndpointType): JsonObject => {
  const { name, mode, effect } = action;
  const input = inputOf(action);
  const { required = [] } = input;
  const what = mode === 'task' ? 'Begins a task.' : mode === 'stream' ? 'Answers in parts.' : `A ${effect}.`;
  return {
    ...envelope(operationOf(action), reference(`${actionAddress(action)}.input`), sentWith(effect === 'write')),
    description: `act/${name}${mode === 'task' ? '/async[/{key}]' : ''}: ${what}`,
    required: (required as readonly string[]).length > 0 ? ['o', 'b'] : ['o'],
  };
};

const TASK_BEGUN: JsonObject = {
  type: 'object',
  properties: { key: { type: 'string', description: 'The key of the task.' } },
  required: ['key'],
  additionalProperties: false,
};

const actReply = (action: ServerEndpointType): JsonObject =>
  envelope(operationOf(action), action.mode === 'task' ? TASK_BEGUN : reference(`${actionAddress(action)}.answer`), {
    s: SEQUENCE,
  });

const namesOf = ({ linked, server }: Plan, part: 'request' | 'reply', socket: boolean): string[] => [
  ...operationsOf(linked)
    .filter(({ socketOnly }) => socket || socketOnly !== true)
    .map(({ name }) => `${name}.${part}`),
  ...Object.values(server.actions).map((action) => `${actionAddress(action)}.${part}`),
];

/** Returns the names of requests that can be sent over HTTP or, if chosen, over the socket. */
export const requestNames = (plan: Plan, { socket }: { readonly socket: boolean }): string[] =>
  namesOf(plan, 'request', socket);

export const replyNames = (plan: Plan, { socket }: { readonly socket: boolean }): string[] =>
  namesOf(plan, 'reply', socket);

/** Returns false for a type whose items only the server creates. */
const isCreatable = ({ server }: LinkedType): boolean => {
  const { create } = server.access.actions;
  return create !== undefined && !('any' in create && create.any.length === 0);
};

export const apiSchemas = ({ source, linked, types, server }: Plan): JsonObject => {
  const operations = operationsOf(linked);
  const actions = Object.values(server.actions);
  const creatable = types.filter(isCreatable).map(({ name }) => name);
  return {
    ...published(objectAt(source.wire.json, '$defs')),
    ...ofAll(operations, (operation) => [`${operation.name}.request`, requestOf(operation, creatable)]),
    ...ofAll(operations, (operation) => [`${operation.name}.reply`, replyOf(operation)]),
    refusal: REFUSAL,
    ...ofAll(sentPushes(source), ([name, push]) => [`push.${name.replace('/', '.')}`, pushOf(name, push)]),
    ...ofAll(actions, (action) => [`${actionAddress(action)}.input`, inputOf(action)]),
    ...ofAll(actions, (action) => [`${actionAddress(action)}.answer`, published(action.answer as JsonObject)]),
    ...ofAll(actions, (action) => [`${actionAddress(action)}.request`, actRequest(action)]),
    ...ofAll(actions, (action) => [`${actionAddress(action)}.reply`, actReply(action)]),
    ...ofAll(types, (type) => [`item.${type.name}`, published(storedSchema(type))]),
  };
};
