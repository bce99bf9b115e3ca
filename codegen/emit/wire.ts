// Prints what the engine declares: the types of the wire, its operations with their validators, the problems. Only the product's world
// prints them; every world shares them.

import { format } from 'codegen/format.ts';
import { isObject, listAt, objectAt, stringsAt, type JsonObject } from 'codegen/json.ts';
import type { Operation } from 'codegen/Linked.ts';
import { NOTICE, type Output } from 'codegen/Output.ts';
import type { Plan } from 'codegen/plan.ts';
import { printMembers, printType } from 'codegen/printType.ts';
import type { Source } from 'codegen/Source.ts';
import { ajvWith, standalone } from 'codegen/compileValidators.ts';

const key = (name: string): string => (/^\w+$/.test(name) ? name : `'${name}'`);
const docs = (schema: JsonObject): string =>
  typeof schema['description'] === 'string' ? `/** ${schema['description']} */\n` : '';

const printDefinition = (name: string, schema: JsonObject): string => {
  const isInterface = schema['type'] === 'object' && 'properties' in schema && !('x-ts' in schema);
  return isInterface
    ? `${docs(schema)}export type ${name} = {\n${printMembers(schema)}\n};\n`
    : `${docs(schema)}export type ${name} = ${printType(schema)};\n`;
};

const definitionsOf = (source: Source): [string, JsonObject][] =>
  Object.entries(objectAt(source.wire.json, '$defs')).filter((entry): entry is [string, JsonObject] =>
    isObject(entry[1]),
  );

/** Types that src/model/item already defines. */
const FOREIGN = new Set(['Json', 'ItemId', 'Item']);

/** Returns the answers of the routes of a method by their addresses. `{key}` in a path matches any text. */
const routeAnswers = ({ routes: { json } }: Source, method: string): string =>
  listAt(json, 'routes')
    .filter(isObject)
    .filter((route) => route['method'] === method && isObject(route['answer']))
    .map((route) => {
      const path = String(route['path']);
      const name = path.includes('{') ? `[path: \`${path.replaceAll(/\{\w+\}/g, '${string}')}\`]` : `'${path}'`;
      return `${name}: ${printType(objectAt(route, 'answer'))};`;
    })
    .join('\n');

const wireTypes = (source: Source): string => {
  const pushes = Object.entries(objectAt(source.pushes.json, 'pushes')).map(([name, push]) => {
    const json = isObject(push) ? push : {};
    return `/** ${String(json['description'])} */\n${key(name)}: ${printType(objectAt(json, 'body'))};`;
  });
  return `${NOTICE}
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';

${definitionsOf(source)
  .filter(([name]) => !FOREIGN.has(name))
  .map(([name, schema]) => printDefinition(name, schema))
  .join('\n')}
/** Body of each push, by \`o\`. */
export interface Pushes {\n${pushes.join('\n')}\n}

export type PushName = keyof Pushes;

/** Answer of each route that is read with GET, by its address. */
export interface GetAnswers {\n${routeAnswers(source, 'GET')}\n}

/** Answer of each route that takes a POST, by its address. */
export interface PostAnswers {\n${routeAnswers(source, 'POST')}\n}
`;
};

const operationRow = (operation: Operation): string => {
  const { name, address = name, who, effect, cost, ordered, repeatable = false, answeredBy, socketOnly } = operation;
  const args = address.slice(name.length + 1);
  const answers = answeredBy === undefined && (operation.answer as JsonObject)['type'] !== 'null';
  const rule = {
    who,
    writes: effect === 'write',
    limit: cost,
    ordered,
    repeatable,
    answeredBy,
    socketOnly,
    args,
    answers,
  };
  return `${key(name)}: ${JSON.stringify(rule)},`;
};

const operationTable = (operations: readonly Operation[]): string => `${NOTICE}
import type { OperationName } from 'src/model/wire/endpointAt.ts';

export interface OperationRule {
  /** \`everyone\` includes visitors. Rights on an item are checked in addition. */
  readonly who: 'everyone' | 'signedIn';
  /** Runs in one transaction, once for each idempotency key. */
  readonly writes: boolean;
  /** The rate limit that a request counts against. */
  readonly limit: 'none' | 'search' | 'write' | 'other';
  /** Requests of one socket run one after the other. */
  readonly ordered: boolean;
  /** A client may ask again by HTTP when the socket ends. */
  readonly repeatable: boolean;
  /** Arguments that follow the name in \`o\`. */
  readonly args: string;
  /** A socket gets the answer as a message of this name. */
  readonly answeredBy?: 'authed' | 'newToken' | 'pong';
  readonly socketOnly?: true;
  /** The plain reply always has a body. */
  readonly answers: boolean;
}

export const OPERATIONS: Readonly<Record<OperationName, OperationRule>> = {\n${operations.map(operationRow).join('\n')}\n};
`;

const routeTable = ({ routes: { json } }: Source): string => {
  const paths = listAt(json, 'routes')
    .filter(isObject)
    .map((route) => String(route['path']).split('/')[1] ?? '');
  const segments = [...new Set([...stringsAt(json, 'reserved'), ...paths])].toSorted();
  return `${NOTICE}
/** First segments of the addresses that are not the application page. */
export const ROUTE_SEGMENTS: readonly string[] = ${JSON.stringify(segments)};
`;
};

const problemTable = (source: Source): string => {
  const problems = Object.entries(objectAt(source.problems.json, 'problems')).map(([name, each]) => {
    const { status, keepsStatus, close } = isObject(each) ? each : {};
    const rule = { status, envelopeStatus: keepsStatus === true ? status : 200, close };
    return `${name}: ${JSON.stringify(rule)},`;
  });
  const closes = Object.entries(objectAt(source.problems.json, 'closes')).map(
    ([name, code]) => `${name}: ${String(code)},`,
  );
  return `${NOTICE}
/** \`envelopeStatus\`: HTTP status with which POST /api/item answers a refused envelope. */
export const PROBLEMS = {\n${problems.join('\n')}\n} as const;

export type ProblemKey = keyof typeof PROBLEMS;

export const CLOSES = {\n${closes.join('\n')}\n} as const;

export type CloseReason = keyof typeof CLOSES;
`;
};

/** Keywords that only the type printer reads. */
const LABELS = ['x-ts'];

interface Compiled {
  readonly name: string;
  readonly exported: string;
  readonly schema: JsonObject;
}

const compiledParts = (prefix: string, parts: readonly (readonly [string, JsonObject])[]): Compiled[] =>
  parts.map(([name, schema], index) => ({ name, exported: `${prefix}${index}`, schema }));

const validatorModule = (source: Source, maps: Readonly<Record<string, readonly Compiled[]>>): string => {
  const all = Object.values(maps).flat();
  const schemas = all.map(({ exported, schema }) => ({ $id: exported, ...schema }));
  const ajv = ajvWith([source.wire.json, ...schemas], { messages: LABELS });
  const names = Object.fromEntries(all.map(({ exported }) => [exported, exported]));
  const { imports, body } = standalone(ajv, names);
  const tables = Object.entries(maps).map(([name, parts]) => {
    const rows = parts.map((part) => `  ${JSON.stringify(part.name)}: ${part.exported},`);
    return `export const ${name}: Readonly<Record<string, Validator>> = {\n${rows.join('\n')}\n};\n`;
  });
  return `// @ts-nocheck\n${NOTICE}\nimport type { Validator } from 'src/model/schema/Validator.ts';
${imports.join('\n')}\n${body.replaceAll('export const', 'const')}\n${tables.join('\n')}`;
};

const bodies = (source: Source, operations: readonly Operation[]): string =>
  validatorModule(source, {
    bodyValidators: compiledParts(
      'body',
      operations.map(({ name, input }) => [name, input as JsonObject] as const),
    ),
    envelopeValidators: compiledParts('envelope', [
      ['envelope', { $ref: '/schemas/engine/wire#/$defs/Envelope' }],
      ['erred', { $ref: '/schemas/engine/wire#/$defs/ErredBody' }],
    ]),
    routeValidators: compiledParts('route', [['export', { $ref: '/schemas/engine/wire#/$defs/ExportRequest' }]]),
  });

export const wire = async (plan: Plan): Promise<Output[]> => {
  const { world, source, linked } = plan;
  const folder = world.modelOut;
  if (folder === undefined) return [];
  const operations = Object.values(linked.operations).map(({ value }) => value);
  return [
    { path: `${folder}/wire.ts`, text: await format(wireTypes(source)) },
    { path: `${folder}/operations.ts`, text: await format(operationTable(operations)) },
    { path: `${folder}/routes.ts`, text: await format(routeTable(source)) },
    { path: `${folder}/problems.ts`, text: await format(problemTable(source)) },
    { path: `${folder}/wireValidators.ts`, text: bodies(source, operations) },
  ];
};
