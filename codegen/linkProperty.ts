// From a resolved property schema to the Property that client and server read: its kind, whether many, its limits and meaning.
// Used by link. Pure.

import { defined, isObject, objectAt, stringsAt, textAt, type JsonObject } from 'codegen/json.ts';
import { kindsBy } from 'src/model/schema/propertyKinds.ts';
import type { Property, PropertyKind } from 'src/model/schema/Property.ts';

const BY_FORMAT: Readonly<Record<string, PropertyKind>> = { ...kindsBy('format'), 'item-id': 'text' };
const BY_TYPE = kindsBy('type');
const BY_DEFINITION = kindsBy('definition');
const BY_KEYWORD = Object.entries(kindsBy('keyword')).filter(([keyword]) => keyword.startsWith('x-'));

const byKeyword = (schema: JsonObject): PropertyKind | undefined => {
  if ('x-text' in schema) return schema['x-text'] === 'translated' ? 'translated' : 'language';
  return BY_KEYWORD.find(([keyword]) => keyword in schema)?.[1];
};

export const kindOf = (schema: JsonObject): PropertyKind => {
  const known = byKeyword(schema) ?? BY_DEFINITION[textAt(schema, 'x-def') ?? ''];
  if (known !== undefined) return known;
  if ('enum' in schema) return 'enum';
  return BY_FORMAT[textAt(schema, 'format') ?? ''] ?? BY_TYPE[textAt(schema, 'type') ?? ''] ?? 'object';
};

/** `anyOf [X, null]` means X: a property without a value is left out. */
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
  values: kind === 'enum' ? stringsAt(value, 'enum') : undefined,
});

/** A true geometry beside a generalised one is restricted like any other property of that level. */
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
  };
};

const xKeywords = (schema: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => key.startsWith('x-')));

/** The Property of a resolved schema. The x- words of an array may stand beside `type: array` or in its items. */
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
    properties: kind === 'object' ? membersOf(value) : undefined,
  });
};
