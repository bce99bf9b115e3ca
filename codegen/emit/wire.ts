// Prints what the engine declares: the wire's types, its operations with their validators, the problems.
// Only the product's world prints them; every world shares them.

import { format } from 'codegen/format.ts';
import { isObject, listAt, objectAt, stringsAt, type JsonObject } from 'codegen/json.ts';
import { NOTICE, type Output } from 'codegen/Output.ts';
import type { Plan } from 'codegen/plan.ts';
import { printMembers, printType } from 'codegen/printType.ts';
import type { Source } from 'codegen/Source.ts';
import { ajvWith, standalone } from 'codegen/standalone.ts';

const key = (name: string): string => (/^\w+$/.test(name) ? name : `'${name}'`);
const docs = (schema: JsonObject): string =>
  typeof schema['description'] === 'string' ? `/** ${schema['description']} */\n` : '';

const printDefinition = (name: string, schema: JsonObject): string => {
  const isInterface = schema['type'] === 'object' && 'properties' in schema && !('x-ts' in schema);
  return isInterface
    ? `${docs(schema)}export interface ${name} {\n${printMembers(schema)}\n}\n`
    : `${docs(schema)}export type ${name} = ${printType(schema)};\n`;
};

const definitionsOf = (source: Source): [string, JsonObject][] =>
  Object.entries(objectAt(source.wire.json, '$defs')).filter((entry): entry is [string, JsonObject] =>
    isObject(entry[1]),
  );

/** Named in src/model/item already. */
const FOREIGN = new Set(['Json', 'ItemId', 'Item']);

const wireTypes = (source: Source): string => {
  const operations = source.operations.map(
    ({ json }) =>
      `/** ${String(json['description'])} */\n${key(String(json['name']))}: { readonly body: ${printType(objectAt(json, 'body'))}; readonly answer: ${printType(objectAt(json, 'answer'))} };`,
  );
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
/** Request body and answer body of each operation, by the first segment of \`o\`. */
export interface Operations {\n${operations.join('\n')}\n}

export type OperationName = keyof Operations;

/** Body of each push, by \`o\`. */
export interface Pushes {\n${pushes.join('\n')}\n}

export type PushName = keyof Pushes;
`;
};

const operationRow = ({ body: _, answer, description: __, name, $schema: ___, ...rule }: JsonObject): string => {
  const answers = 'answeredBy' in rule === false && isObject(answer) && answer['type'] !== 'null';
  return `${key(String(name))}: ${JSON.stringify({ ...rule, answers })},`;
};

const operationTable = (source: Source): string => `${NOTICE}
import type { OperationName } from 'src/model/generated/wire.ts';

export interface OperationRule {
  /** \`everyone\` includes the visitor; what an item allows is decided beside this. */
  readonly who: 'everyone' | 'signedIn';
  /** Runs in one transaction, once for each idempotency key. */
  readonly writes: boolean;
  /** The rate limit that a request counts against. */
  readonly limit: 'none' | 'search' | 'write' | 'other';
  /** Requests of one socket run one after the other. */
  readonly ordered: boolean;
  /** A client may ask again by HTTP when the socket ends. */
  readonly repeatable: boolean;
  /** What follows the name in \`o\`. */
  readonly args: string;
  /** A socket gets the answer as a message of this name. */
  readonly answeredBy?: 'authed' | 'newToken' | 'pong';
  readonly socketOnly?: true;
  /** The plain reply always has a body. */
  readonly answers: boolean;
}

export const OPERATIONS: Readonly<Record<OperationName, OperationRule>> = {\n${source.operations.map(({ json }) => operationRow(json)).join('\n')}\n};
`;

/** Actions of the engine that answer at once, with the effect that each declares. */
const actionTable = ({ server }: Plan): string => {
  const effects = Object.values(server.actions).flatMap(({ name, area, effect }) =>
    area === 'engine' && effect !== undefined ? [`readonly ${name}: '${effect}';`] : [],
  );
  return `${NOTICE}
/** Effect of each action of the engine that answers at once: a \`write\` runs in a transaction, a \`read\` in none. */
export interface ActionEffects {\n${effects.join('\n')}\n}

export type ActionName = keyof ActionEffects;
`;
};

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
/** \`envelopeStatus\`: what POST /api/item answers a refused envelope with. Source: PROTOCOL 2. */
export const PROBLEMS = {\n${problems.join('\n')}\n} as const;

export type ProblemKey = keyof typeof PROBLEMS;

export const CLOSES = {\n${closes.join('\n')}\n} as const;

export type CloseReason = keyof typeof CLOSES;
`;
};

/** Words that only the type printer reads. */
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

const bodies = (source: Source): string =>
  validatorModule(source, {
    bodyValidators: compiledParts(
      'body',
      source.operations.map(({ json }) => [String(json['name']), objectAt(json, 'body')] as const),
    ),
    envelopeValidators: compiledParts('envelope', [
      ['envelope', { $ref: '/schemas/engine/wire#/$defs/Envelope' }],
      ['erred', { $ref: '/schemas/engine/wire#/$defs/ErredBody' }],
    ]),
    routeValidators: compiledParts('route', [['export', { $ref: '/schemas/engine/wire#/$defs/ExportRequest' }]]),
  });

export const wire = async (plan: Plan): Promise<Output[]> => {
  const { world, source } = plan;
  const folder = world.modelOut;
  if (folder === undefined) return [];
  return [
    { path: `${folder}/wire.ts`, text: await format(wireTypes(source)) },
    { path: `${folder}/operations.ts`, text: await format(operationTable(source)) },
    { path: `${folder}/actionEffects.ts`, text: await format(actionTable(plan)) },
    { path: `${folder}/routes.ts`, text: await format(routeTable(source)) },
    { path: `${folder}/problems.ts`, text: await format(problemTable(source)) },
    { path: `${folder}/wireValidators.ts`, text: bodies(source) },
  ];
};
