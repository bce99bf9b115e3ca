// Derives the schemas of validators, forms and types from the resolved schema of a type. Pure; used by the emitters.

import { isObject, listAt, objectAt, stringsAt, type JsonObject, type JsonValue } from 'codegen/json.ts';
import { withoutNull } from 'codegen/linkProperty.ts';
import type { LinkedType } from 'codegen/Linked.ts';

/** Removes the x- words, which mean nothing to a validator. */
export const withoutKeywords = (value: JsonValue): JsonValue => {
  if (Array.isArray(value)) return value.map(withoutKeywords);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !key.startsWith('x-') && key !== 'readOnly')
      .map(([key, each]) => [key, key === 'default' || key === 'const' ? each : withoutKeywords(each)]),
  );
};

export const writableNames = ({ properties }: LinkedType): string[] =>
  Object.values(properties)
    .filter(({ readOnly }) => !readOnly)
    .map(({ name }) => name);

const pick = (object: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)));

const conditionOf = (resolved: JsonObject, names: readonly string[]): JsonObject => {
  const condition = resolved['if'];
  const consequence = resolved['then'];
  if (!isObject(condition) || !isObject(consequence)) return {};
  const known = Object.keys(objectAt(condition, 'properties')).every((name) => names.includes(name));
  // oxlint-disable unicorn/no-thenable -- the keyword of JSON Schema
  return known
    ? { if: { required: Object.keys(objectAt(condition, 'properties')), ...condition }, then: consequence }
    : {};
};

/** Returns the schema of writable properties without any others: what `create` and `update` may store. */
export const storedSchema = (type: LinkedType): JsonObject => {
  const names = writableNames(type);
  return withoutKeywords({
    type: 'object',
    properties: pick(objectAt(type.resolved, 'properties'), names),
    required: stringsAt(type.resolved, 'required').filter((name) => names.includes(name)),
    additionalProperties: false,
    ...conditionOf(type.resolved, names),
  }) as JsonObject;
};

const CUSTOM: Readonly<Record<string, JsonObject>> = {
  geometry: { type: 'object' },
};

// Simplifies a property for its form. The field of a geometry validates the geometry itself.
const formProperty = (schema: JsonObject, title: string): JsonObject => {
  const plain = withoutNull(schema);
  if ('x-geo' in plain || plain['x-def'] === 'Geometry') return { ...CUSTOM['geometry'], title };
  const { default: _, ...rest } = plain;
  const members: JsonObject = isObject(rest['properties'])
    ? { properties: formMembers(rest['properties'], title) }
    : {};
  const items: JsonObject = isObject(rest['items']) ? { items: formProperty(rest['items'], title) } : {};
  const branches = listAt(rest, 'oneOf').filter(isObject);
  const options: JsonObject = branches.length > 0 ? { oneOf: branches.map((each) => formProperty(each, title)) } : {};
  return { ...rest, ...members, ...items, ...options, title };
};

const formMembers = (properties: JsonObject, title: string): JsonObject =>
  Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [
      name,
      isObject(each) ? formProperty(each, `${title}.${name}`) : each,
    ]),
  );

/** Returns a flat schema of what a person may write, with message ids as titles. */
export const formSchema = (type: LinkedType): JsonObject => {
  const stored = storedSchema(type);
  const names = writableNames(type);
  const titled = formMembers(pick(objectAt(type.resolved, 'properties'), names), `types.${type.name}.props`);
  return withoutKeywords({ ...stored, properties: titled }) as JsonObject;
};
