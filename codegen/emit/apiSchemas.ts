// What both descriptions of the wire are made of: every message as the envelope that it travels in, every action with what goes
// in and comes out, every item type with what may be written. Used by the emitters of OpenAPI and AsyncAPI.

import { isObject, objectAt, type JsonObject, type JsonValue } from 'codegen/json.ts';
import type { Plan } from 'codegen/plan.ts';
import { storedSchema } from 'codegen/schemaVariants.ts';
import type { Source } from 'codegen/Source.ts';
import type { ServerActionType } from 'src/model/schema/Registry.ts';

export const TITLE = 'Knowledge Keeper';
const COMPONENT = '#/components/schemas/';

export const reference = (name: string): JsonObject => ({ $ref: COMPONENT + name });

// The type printer's word; and what only helps our own validator: both documents would need it in another form, and to a choice
// whose branches stand inside of it, it says nothing that their constants do not.
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

/** A schema without our own words, its references to the wire's definitions leading to components. */
export const published = (value: JsonObject): JsonObject => publishedValue(value) as JsonObject;

/** `read/{id}`, or `search/ids` where what follows is a fixed word. */
const addressOf = ({ name, args }: JsonObject): string =>
  args === '' ? String(name) : `${String(name)}/${String(args)}`;

const SEQUENCE = { type: 'string', description: 'The sequence of the request that this answers.' };

const envelope = (o: JsonObject, b: JsonObject | undefined, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties: { o, ...(b && { b }), ...more },
  required: b ? ['o', 'b'] : ['o'],
});

const requestOf = (json: JsonObject): JsonObject => {
  const body = published(objectAt(json, 'body'));
  const sent = {
    s: { type: 'string', maxLength: 64 },
    v: { type: 'string', maxLength: 200 },
    ...(json['writes'] === true && { key: { type: 'string', format: 'uuid' } }),
  };
  return {
    ...envelope({ type: 'string', pattern: `^${String(json['name'])}(/|$)` }, body, sent),
    description: `${addressOf(json)}: ${String(json['description'])}`,
    required: body['type'] === 'null' ? ['o'] : ['o', 'b'],
  };
};

const replyOf = (json: JsonObject): JsonObject => {
  const address: JsonObject =
    json['answeredBy'] === 'pong' ? { const: 'pong' } : { type: 'string', pattern: `^${String(json['name'])}(/|$)` };
  const answer = published(objectAt(json, 'answer'));
  const reply = envelope(address, answer, { s: SEQUENCE });
  return answer['type'] === 'null' ? { ...reply, required: ['o'] } : reply;
};

const pushOf = (name: string, push: JsonObject): JsonObject => ({
  ...envelope({ const: name }, published(objectAt(push, 'body'))),
  description: push['description'] ?? '',
});

/** What may come instead of a reply. */
const REFUSAL: JsonObject = {
  ...envelope({ type: 'string' }, reference('ErredBody'), { s: SEQUENCE, erred: { const: true } }),
  description: 'A refused or failed request.',
  required: ['o', 'b', 'erred'],
};

/** What only comes over the socket. */
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

export const operationNames = ({ operations }: Source): string[] => operations.map(({ json }) => String(json['name']));

const sentPushes = ({ pushes }: Source): [string, JsonObject][] =>
  Object.entries(objectAt(pushes.json, 'pushes')).filter((entry): entry is [string, JsonObject] => isObject(entry[1]));

/** Their names as components spell them: `item.update`. */
export const pushNames = (source: Source): string[] => sentPushes(source).map(([name]) => name.replace('/', '.'));

/** What runs as a task is begun by another address, and its answer is the file of the task. */
const actionAddress = ({ name, async }: ServerActionType): string => `act.${name}${async === true ? '.async' : ''}`;

export const apiSchemas = ({ source, types, server }: Plan): JsonObject => {
  const operations = source.operations.map(({ json }) => json);
  const actions = Object.values(server.actions);
  return {
    ...published(objectAt(source.wire.json, '$defs')),
    ...ofAll(operations, (json) => [`${String(json['name'])}.request`, requestOf(json)]),
    ...ofAll(operations, (json) => [`${String(json['name'])}.reply`, replyOf(json)]),
    refusal: REFUSAL,
    ...ofAll(sentPushes(source), ([name, push]) => [`push.${name.replace('/', '.')}`, pushOf(name, push)]),
    ...ofAll(actions, (action) => [`${actionAddress(action)}.input`, published(action.input as JsonObject)]),
    ...ofAll(actions, (action) => [`${actionAddress(action)}.answer`, published(action.answer as JsonObject)]),
    ...ofAll(types, (type) => [`item.${type.name}`, published(storedSchema(type))]),
  };
};
