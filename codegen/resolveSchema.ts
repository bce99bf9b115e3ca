// Resolves the source schema of a type to one closed, flat schema: the base is merged in, every $ref is replaced, the x- words are kept.
// All later artefacts are made from the resolved schema, so that they cannot disagree. Pure.

import { didYouMean } from 'codegen/didYouMean.ts';
import { isObject, objectAt, pointer, type JsonObject, type JsonValue } from 'codegen/json.ts';

/** Called when a $ref leads nowhere or to itself. */
export type Refuse = (pointer: string, reason: string) => void;

export interface Definitions {
  readonly common: JsonObject;
  readonly local: JsonObject;
  readonly refuse: Refuse;
}

const COMMON = '/schemas/engine/common#/$defs/';
const LOCAL = '#/$defs/';

interface Target {
  readonly name: string;
  readonly schema: JsonObject;
  readonly defs: JsonObject;
  readonly common: boolean;
}

const targetOf = (ref: string, { common, local }: Definitions, inCommon: boolean): Target | undefined => {
  const isCommon = ref.startsWith(COMMON) || inCommon;
  const defs = isCommon ? common : local;
  const name = ref.slice(ref.startsWith(COMMON) ? COMMON.length : LOCAL.length);
  const schema = defs[name];
  return isObject(schema) ? { name, schema, defs, common: isCommon } : undefined;
};

/** Returns the end of a message about a reference that leads nowhere: those that exist. */
const definedIn = ({ common, local }: Definitions, ref: string): string =>
  didYouMean(ref, [
    ...Object.keys(local).map((name) => `${LOCAL}${name}`),
    ...Object.keys(common).map((name) => `${COMMON}${name}`),
  ]);

interface Place {
  readonly at: string;
  readonly trail: readonly string[];
  readonly inCommon: boolean;
}

const below = (place: Place, ...parts: (string | number)[]): Place => ({ ...place, at: pointer(place.at, ...parts) });

const resolveRef = (schema: JsonObject, definitions: Definitions, place: Place): JsonObject => {
  const { $ref, ...siblings } = schema;
  const ref = String($ref);
  const target = targetOf(ref, definitions, place.inCommon);
  if (target === undefined || place.trail.includes(ref)) {
    definitions.refuse(
      pointer(place.at, '$ref'),
      target === undefined ? `${ref} leads nowhere${definedIn(definitions, ref)}` : `${ref} leads back to itself`,
    );
    return {};
  }
  const inner = { at: place.at, trail: [...place.trail, ref], inCommon: target.common };
  const { description: _, ...resolved } = resolveNode(target.schema, definitions, inner);
  const mark: JsonObject = target.common && place.trail.length === 0 ? { 'x-def': target.name } : {};
  return { ...resolved, ...resolveNode(siblings, definitions, place), ...mark };
};

const resolveMember = (
  key: string,
  value: JsonValue,
  context: { definitions: Definitions; place: Place },
): JsonValue => {
  const { definitions, place } = context;
  if (key === 'properties' && isObject(value)) return resolveAll(value, definitions, below(place, key));
  if ((key === 'items' || key === 'additionalProperties') && isObject(value)) {
    return resolveNode(value, definitions, below(place, key));
  }
  if ((key === 'oneOf' || key === 'anyOf') && Array.isArray(value)) {
    return value.map((each, index) =>
      isObject(each) ? resolveNode(each, definitions, below(place, key, index)) : each,
    );
  }
  return value;
};

const resolveAll = (properties: JsonObject, definitions: Definitions, place: Place): JsonObject =>
  Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [
      name,
      isObject(each) ? resolveNode(each, definitions, below(place, name)) : each,
    ]),
  );

const resolveNode = (schema: JsonObject, definitions: Definitions, place: Place): JsonObject => {
  if ('$ref' in schema) return resolveRef(schema, definitions, place);
  const resolved = Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => key !== '$comment' && key !== '$defs')
      .map(([key, value]) => [key, resolveMember(key, value, { definitions, place })]),
  );
  return resolved['type'] === 'object' && 'properties' in resolved && !('additionalProperties' in resolved)
    ? { ...resolved, additionalProperties: false }
    : resolved;
};

/** Keeps only the geometry kinds that `x-geo` names. */
const keepKinds = (property: JsonObject): JsonObject => {
  const kinds = objectAt(property, 'x-geo')['kinds'];
  const branches = property['oneOf'];
  if (!Array.isArray(kinds) || !Array.isArray(branches)) return property;
  const kept = branches.filter(
    (each) => isObject(each) && kinds.includes(objectAt(objectAt(each, 'properties'), 'type')['const'] ?? null),
  );
  if (kept.length !== 1) return { ...property, oneOf: kept };
  const { oneOf: _, discriminator: __, required: ___, ...rest } = property;
  return { ...rest, ...(kept[0] as JsonObject) };
};

/** Merges base and own properties into one closed schema. Own properties come first, in the order that people see. */
export const resolveSchema = (schema: JsonObject, base: JsonObject, definitions: Definitions): JsonObject => {
  const start: Place = { at: '/properties', trail: [], inCommon: false };
  const own = resolveAll(objectAt(schema, 'properties'), definitions, start);
  const mixed = resolveAll(objectAt(base, 'properties'), definitions, start);
  const properties = Object.fromEntries(
    Object.entries({ ...own, ...mixed, ...own }).map(([name, each]) => [name, isObject(each) ? keepKinds(each) : each]),
  );
  const { if: condition, then: consequence } = schema;
  return {
    type: 'object',
    properties,
    required: schema['required'] ?? [],
    additionalProperties: false,
    // oxlint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema
    ...(condition !== undefined && consequence !== undefined && { if: condition, then: consequence }),
  };
};
