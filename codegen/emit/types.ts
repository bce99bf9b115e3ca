// Prints the TypeScript types of all item types with json-schema-to-typescript, from the resolved schemas. The engine's own types go to
// src/model/generated, those of the world to its own folder.

import { compile } from 'json-schema-to-typescript';
import { isObject, objectAt, type JsonObject, type JsonValue } from 'codegen/json.ts';
import type { LinkedType } from 'codegen/Linked.ts';
import { NOTICE, type Output } from 'codegen/Output.ts';
import type { Plan } from 'codegen/plan.ts';
import { withoutNull } from 'codegen/linkProperty.ts';
import { withoutKeywords } from 'codegen/schemaVariants.ts';

const STYLE = { parser: 'typescript', printWidth: 120, singleQuote: true } as const;

/** Shapes that keep their name in every property that uses them. */
const SHARED = ['Level', 'TranslatedText', 'Geometry', 'Address'];

/** Keywords that no TypeScript type can express. Comments with them would only distract. */
const LIMITS = new Set(['minItems', 'maxItems', 'uniqueItems', 'discriminator', 'minProperties', 'maxProperties']);

const named = (schema: JsonObject): JsonObject | undefined => {
  if (schema['format'] === 'item-id') return { tsType: 'ItemId' };
  if ('x-json' in schema) return { tsType: 'Values' };
  if (SHARED.includes(String(schema['x-def']))) return { tsType: String(schema['x-def']) };
  return undefined;
};

const typed = (value: JsonValue): JsonValue => {
  if (Array.isArray(value)) return value.map(typed);
  if (!isObject(value)) return value;
  const schema = withoutNull(value);
  const known = named(schema);
  if (known !== undefined) return known;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !LIMITS.has(key))
      .map(([key, each]) => [
        key,
        key === 'properties' && isObject(each)
          ? Object.fromEntries(Object.entries(each).map(([name, member]) => [name, typed(member)]))
          : typed(each),
      ]),
  );
};

const interfaceOf = ({ resolved }: LinkedType): JsonObject => {
  const { if: _, then: __, ...schema } = withoutKeywords(typed(resolved)) as JsonObject;
  return schema;
};

const print = async (name: string, definitions: JsonObject, extra: JsonObject): Promise<string> => {
  const schema = {
    type: 'object',
    additionalProperties: false,
    properties: {
      ...Object.fromEntries(Object.keys(definitions).map((each) => [each, { $ref: `#/$defs/${each}` }])),
      ...extra,
    },
    required: [...Object.keys(definitions), ...Object.keys(extra)],
    $defs: definitions,
  };
  return compile(schema as Parameters<typeof compile>[0], name, {
    bannerComment: '',
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: false,
    additionalProperties: false,
    style: STYLE,
  });
};

export const engineTypes = async ({ types, source }: Plan): Promise<string> => {
  const own = types.filter(({ area }) => area === 'engine');
  const { ItemId: _, ...definitions } = objectAt(source.common.json, '$defs');
  const common = typed(definitions) as JsonObject;
  const shared = Object.fromEntries(SHARED.map((name) => [name, { ...(common[name] as JsonObject), title: name }]));
  const shapes = await print('SharedShapes', { ...common, ...shared }, {});
  const interfaces = await print(
    'SystemTypes',
    Object.fromEntries(own.map((type) => [type.name, interfaceOf(type)])),
    {},
  );
  return `${NOTICE}\nimport type { ItemId } from 'src/model/item/Item.ts';\n\n${shapes}\n${interfaces}`;
};

export const worldTypes = async ({ types }: Plan): Promise<string> => {
  const system = types.filter(({ area }) => area === 'engine').map(({ name }) => name);
  const own = types.filter(({ area }) => area !== 'engine');
  const text = await print(
    'ItemTypes',
    Object.fromEntries(own.map((type) => [type.name, interfaceOf(type)])),
    Object.fromEntries(system.map((name) => [name, { tsType: name }])),
  );
  const used = [...SHARED, ...system].filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  const shapes = ['ItemId', 'Values'].filter((name) => new RegExp(`: (readonly )?${name}\\b`).test(text));
  const ids = shapes.length > 0 ? `import type { ${shapes.join(', ')} } from 'src/model/item/Item.ts';\n` : '';
  return `${NOTICE}\n${ids}import type { ${used.join(', ')} } from 'src/model/generated/systemTypes.ts';\n\n${text}`;
};

export const types = async (plan: Plan): Promise<Output[]> => {
  const { out, modelOut } = plan.world;
  const world = { path: `${out}/types.ts`, text: await worldTypes(plan) };
  if (modelOut === undefined) return [world];
  return [world, { path: `${modelOut}/systemTypes.ts`, text: await engineTypes(plan) }];
};
