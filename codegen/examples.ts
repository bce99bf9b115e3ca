// Example values of a property: a valid one for every kind, and values that break each of its rules, with the message of the rule.
// Deterministic, with invented words. Used by the fixtures emitter.

import { isObject, objectAt, type JsonObject, type JsonValue } from 'codegen/json.ts';
import type { Linked } from 'codegen/Linked.ts';
import { withoutNull } from 'codegen/linkProperty.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import { CODECS } from 'src/model/generated/kindCodecs.ts';
import type { Property } from 'src/model/schema/Property.ts';

export interface ExampleContext {
  readonly linked: Linked;
  /** Position among the properties, so that neighbours get different values. */
  readonly seed: number;
  readonly schema: JsonObject;
}

const objectExample = ({ properties = {} }: Property, context: ExampleContext): JsonObject => {
  const branches = context.schema['oneOf'];
  const branch = Array.isArray(branches) && isObject(branches[0]) ? branches[0] : context.schema;
  const schemas = objectAt(branch, 'properties');
  return Object.fromEntries(
    Object.entries(properties)
      // An object without declared members is left out: code fills it, and an empty one would not be stored.
      .filter(([name, { properties: members }]) => {
        const isOpen = members !== undefined && Object.keys(members).length === 0;
        return Object.hasOwn(schemas, name) && !isOpen;
      })
      .map(([name, property], index) => [
        name,
        exampleOf(property, { ...context, seed: context.seed + index, schema: objectAt(schemas, name) }),
      ]),
  );
};

const singleExample = (property: Property, context: ExampleContext): JsonValue => {
  if (property.properties) return objectExample(property, context);
  const { linked, seed } = context;
  return CODECS[property.kind].example(property, {
    seed,
    capabilities: linked.capabilities,
    ownerType: linked.ownerType ?? 'User',
    keysOf: (list) => (linked.lists[list]?.value.values ?? []).map(({ key }) => key),
  }) as JsonValue;
};

/** Returns a valid value. */
export const exampleOf = (property: Property, context: ExampleContext): JsonValue => {
  const schema = withoutNull(context.schema);
  if (!property.many) return singleExample(property, { ...context, schema });
  const items = { ...context, schema: withoutNull(objectAt(schema, 'items')) };
  const count = Math.max(property.minItems ?? 1, 1);
  return Array.from({ length: count }, (_, index) => singleExample(property, { ...items, seed: context.seed + index }));
};

export interface BrokenExample {
  readonly value: JsonValue;
  /** Pointer below the property. */
  readonly at: string;
  readonly message: string;
}

/** Longer texts would only make the fixtures large. */
const MAX_LONG_TEXT = 500;
const MAX_LIST_LENGTH = 50;

const singleBreaks = ({ kind, maxLength, minLength, minimum, maximum, pattern }: Property): BrokenExample[] => {
  const [value, message] = CODECS[kind].broken;
  const breaks: BrokenExample[] = [{ value: value as JsonValue, at: '', message }];
  const add = (value: JsonValue, message: string): void => void breaks.push({ value, at: '', message });
  const isFree = KINDS[kind].text === 'free' && pattern === undefined;
  if (isFree && maxLength !== undefined && maxLength <= MAX_LONG_TEXT)
    add('x'.repeat(maxLength + 1), 'errors.maxLength');
  if (isFree && minLength !== undefined && minLength > 0) {
    add('', minLength === 1 ? 'errors.notBlank' : 'errors.minLength');
  }
  if (minimum !== undefined) add(minimum - 1, minimum === 1 ? 'errors.number.natural' : 'errors.number.min');
  if (maximum !== undefined) add(maximum + 1, 'errors.number.max');
  return breaks;
};

const manyBreaks = (property: Property, valid: JsonValue): BrokenExample[] => {
  const one = Array.isArray(valid) ? (valid[0] ?? null) : valid;
  const inside = singleBreaks(property).map((each) => ({ ...each, value: [each.value], at: `/0${each.at}` }));
  const { maxItems, minItems } = property;
  const exact = maxItems !== undefined && maxItems === minItems;
  const over =
    maxItems === undefined || maxItems > MAX_LIST_LENGTH
      ? []
      : [
          {
            value: Array.from({ length: maxItems + 1 }, () => one),
            at: '',
            message: exact ? 'errors.array.exactly' : 'errors.array.max',
          },
        ];
  return [{ value: 'not a list', at: '', message: 'errors.wrongType' }, ...inside, ...over];
};

/** Returns values that each break one rule of the property. */
export const brokenExamples = (property: Property, valid: JsonValue): BrokenExample[] =>
  property.many ? manyBreaks(property, valid) : singleBreaks(property);
