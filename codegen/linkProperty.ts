// Converts a resolved property schema to the Property that client and server read: kind, cardinality, limits and meaning. Used by link.
// Pure.

import { defined, isObject, objectAt, stringsAt, textAt, type JsonObject } from 'codegen/json.ts';
import { PROPERTY_KINDS, type PropertyKind } from 'src/model/generated/kindNames.ts';
import { CODECS } from 'src/model/generated/kindCodecs.ts';
import type { KindCodec } from 'src/model/kinds/KindCodec.ts';
import type { Property } from 'src/model/schema/Property.ts';

/** The ways in which a schema can declare a kind, the strongest first. */
const DECLARES: readonly ((codec: KindCodec, schema: JsonObject) => boolean)[] = [
  ({ declared: { keyword = '', value } }, schema) =>
    keyword.startsWith('x-') && keyword in schema && (value === undefined || schema[keyword] === value),
  ({ declared: { definition } }, schema) => definition !== undefined && definition === schema['x-def'],
  ({ declared: { keyword } }, schema) => keyword !== undefined && keyword in schema,
  ({ formats }, schema) => Object.hasOwn(formats, textAt(schema, 'format') ?? ''),
  ({ declared: { type } }, schema) => type !== undefined && type === schema['type'],
];

export const kindOf = (schema: JsonObject): PropertyKind => {
  for (const declares of DECLARES) {
    const kind = PROPERTY_KINDS.find((each) => declares(CODECS[each], schema));
    if (kind !== undefined) return kind;
  }
  return 'object';
};

/** Converts `anyOf [X, null]` to X, because a property without a value is left out. */
export const withoutNull = (schema: JsonObject): JsonObject => {
  const branches = schema['anyOf'];
  if (!Array.isArray(branches)) return schema;
  const { anyOf: _, ...rest } = schema;
  const meant = branches.find((each) => isObject(each) && each['type'] !== 'null');
  return isObject(meant) ? { ...meant, ...rest } : rest;
};

const branchProperties = (schema: JsonObject): JsonObject =>
  Object.assign(
    {},
    ...(Array.isArray(schema['oneOf']) ? schema['oneOf'] : []).map((each) =>
      isObject(each) ? objectAt(each, 'properties') : {},
    ),
    objectAt(schema, 'properties'),
  ) as JsonObject;

const membersOf = (value: JsonObject): Record<string, Property> =>
  Object.fromEntries(
    Object.entries(branchProperties(value)).map(([name, each]) => [
      name,
      propertyOf(name, isObject(each) ? each : {}, stringsAt(value, 'required').includes(name)),
    ]),
  );

const numberOf = (schema: JsonObject, key: string): number | undefined =>
  typeof schema[key] === 'number' ? schema[key] : undefined;

const limitsOf = (value: JsonObject, kind: PropertyKind): Partial<Property> => ({
  maxLength: numberOf(value, 'maxLength'),
  minLength: numberOf(value, 'minLength'),
  pattern: textAt(value, 'pattern'),
  patternKey: textAt(value, 'x-pattern'),
  minimum: numberOf(value, 'minimum'),
  maximum: numberOf(value, 'maximum'),
  values: CODECS[kind].declared.keyword === 'enum' ? stringsAt(value, 'enum') : undefined,
});

/** Returns the path of the generalised geometry. The exact geometry is restricted like any other property of its level. */
const generalisedAt = (schema: JsonObject): string | undefined =>
  textAt(objectAt(objectAt(schema, 'x-geo'), 'generalised'), 'level');

const meaningOf = (schema: JsonObject): Partial<Property> => {
  return {
    level: (textAt(schema, 'x-level') ?? generalisedAt(schema)) as Property['level'],
    requiredExceptAdmins: 'x-required' in schema || undefined,
    capability: 'x-capability' in schema || undefined,
    unversioned: 'x-unversioned' in schema || undefined,
    markdown: schema['contentMediaType'] === 'text/markdown' || undefined,
    reads: textAt(schema, 'x-reads') as Property['reads'],
    after: textAt(schema, 'x-after'),
    rel: schema['x-rel'] as unknown as Property['rel'],
    belongs: schema['x-belongs'] as unknown as Property['belongs'],
    list: schema['x-list'] as unknown as Property['list'],
    computed: schema['x-computed'] as unknown as Property['computed'],
    count: schema['x-count'] as unknown as Property['count'],
    geo: schema['x-geo'] as unknown as Property['geo'],
    files: schema['x-files'] as unknown as Property['files'],
    json: schema['x-json'] as unknown as Property['json'],
  };
};

const xKeywords = (schema: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => key.startsWith('x-')));

/** Returns the Property of a resolved schema. The x- words of an array may be next to `type: array` or in its items. */
export const propertyOf = (name: string, declared: JsonObject, required: boolean): Property => {
  const schema = withoutNull(declared);
  const many = schema['type'] === 'array';
  const items = many ? withoutNull(objectAt(schema, 'items')) : schema;
  const value = { ...items, ...xKeywords(schema) };
  const kind = kindOf(value);
  return defined({
    name,
    kind,
    many,
    required,
    readOnly: schema['readOnly'] === true || 'x-computed' in value || 'x-count' in value,
    default: schema['default'],
    ...limitsOf(value, kind),
    minItems: many ? numberOf(schema, 'minItems') : undefined,
    maxItems: many ? numberOf(schema, 'maxItems') : undefined,
    ...meaningOf(value),
    properties: CODECS[kind].declared.type === 'object' ? membersOf(value) : undefined,
  });
};
