// Example values of a property: a valid one for every kind, and values that break each of its rules, with the message of the rule.
// Deterministic, with invented words. Used by the fixtures emitter.

import { isObject, objectAt, type JsonObject, type JsonValue } from 'codegen/json.ts';
import type { Linked } from 'codegen/Linked.ts';
import { withoutNull } from 'codegen/linkProperty.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import type { PropertyKind } from 'src/model/generated/kindNames.ts';
import type { Property } from 'src/model/schema/Property.ts';

const LABELS = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fern', 'grove', 'heron'];

type Make = (property: Property, context: ExampleContext) => JsonValue;

export interface ExampleContext {
  readonly linked: Linked;
  /** Position among the properties, so that neighbours get different values. */
  readonly seed: number;
  readonly schema: JsonObject;
}

const word = (seed: number): string => LABELS[seed % LABELS.length] ?? 'amber';

const text: Make = ({ name, maxLength = 200, minLength = 0, pattern, capability }, { seed, linked }) => {
  if (capability) return linked.capabilities[seed % linked.capabilities.length] ?? '';
  if (pattern !== undefined) return patterned(pattern, seed);
  // Working calendars count days in this zone, so it must exist.
  if (name === 'timeZone') return 'UTC';
  const plain = `${word(seed)} ${name.replace(/^[$_]/, '')}`.slice(0, maxLength);
  return plain.padEnd(minLength, '-');
};

/** Returns the first candidate that matches the pattern. Declared patterns are few and simple. */
const patterned = (pattern: string, seed: number): string => {
  const candidates = [word(seed).toUpperCase(), word(seed), 'A1', '0123456789abcdef0123456789abcdef', '12345', 'en'];
  return candidates.find((each) => new RegExp(pattern, 'u').test(each)) ?? word(seed);
};

const within = ({ minimum, maximum }: Property, wanted: number): number =>
  Math.min(Math.max(wanted, minimum ?? wanted), maximum ?? wanted);

const targetOf = ({ rel }: Property, { linked }: ExampleContext): string => {
  const first = rel?.to[0] ?? '*';
  if (first === '$owner') return linked.ownerType ?? 'User';
  return first === '*' ? (linked.ownerType ?? 'User') : first;
};

const geometry: Make = ({ geo }, { seed }) => {
  const [west, south] = [-120 + (seed % 10), 50 + (seed % 5)];
  const ring = [
    [west, south],
    [west + 1, south],
    [west + 1, south + 1],
    [west, south],
  ];
  const shapes: Record<string, JsonValue> = {
    Point: [west, south],
    LineString: ring.slice(0, 2),
    Polygon: [ring],
    MultiPoint: [[west, south]],
    MultiLineString: [ring.slice(0, 2)],
    MultiPolygon: [[ring]],
  };
  const kind = geo?.kinds.find((each) => Object.hasOwn(shapes, each)) ?? 'Point';
  return { type: kind, coordinates: shapes[kind] ?? [] };
};

const object: Make = ({ properties = {} }, context) => {
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

const MAKERS: Readonly<Record<PropertyKind, Make>> = {
  text,
  longText: (property, context) => `${String(text(property, context))}\n${word(context.seed + 1)}`,
  translated: (_, { seed }) => ({ en: `${word(seed)} in English`, fr: `${word(seed)} en français` }),
  language: (_, { seed }) => `ʔa ${word(seed)} x̌ʷ`,
  integer: (property, { seed }) => within(property, 10 + seed),
  number: (property, { seed }) => within(property, 10.5 + seed),
  boolean: (_, { seed }) => seed % 2 === 0,
  date: (_, { seed }) => `2024-03-${String(10 + (seed % 18))}`,
  dateTime: (_, { seed }) => `2024-03-${String(10 + (seed % 18))}T09:30:00Z`,
  time: (_, { seed }) => `${String(10 + (seed % 10))}:30`,
  partialDate: (_, { seed }) => ['1987', '1987-05', '1987-05-03'][seed % 3] ?? '1987',
  enum: ({ values = [] }, { seed }) => values[seed % values.length] ?? '',
  list: ({ list }, { linked, seed }) => {
    const values = linked.lists[list?.list ?? '']?.value.values ?? [];
    return values[seed % Math.max(values.length, 1)]?.key ?? 'OTHER';
  },
  level: () => 'COMMUNITY',
  relation: (property, context) => `${targetOf(property, context)}-1`,
  email: (_, { seed }) => `${word(seed)}@example.org`,
  phone: (_, { seed }) => `604 555-01${String(10 + (seed % 90))}`,
  url: (_, { seed }) => `https://example.org/${word(seed)}`,
  color: () => '#0F60B1',
  geometry,
  files: () => 'Attachment-1',
  object,
};

/** Returns a valid value. */
export const exampleOf = (property: Property, context: ExampleContext): JsonValue => {
  const schema = withoutNull(context.schema);
  if (!property.many) return MAKERS[property.kind](property, { ...context, schema });
  const items = { ...context, schema: withoutNull(objectAt(schema, 'items')) };
  const count = Math.max(property.minItems ?? 1, 1);
  return Array.from({ length: count }, (_, index) =>
    MAKERS[property.kind](property, { ...items, seed: context.seed + index }),
  );
};

export interface BrokenExample {
  readonly value: JsonValue;
  /** Pointer below the property. */
  readonly at: string;
  readonly message: string;
}

const BAD_FORMAT: Readonly<Partial<Record<PropertyKind, readonly [JsonValue, string]>>> = {
  date: ['2024-02-30', 'errors.invalidDate'],
  dateTime: ['yesterday', 'errors.invalidMoment'],
  time: ['25:00', 'errors.invalidTime'],
  partialDate: ['1987-13', 'errors.invalidPartialDate'],
  email: ['nobody', 'errors.invalidEmail'],
  phone: ['123', 'errors.invalidPhone'],
  url: ['ftp://example.org', 'errors.invalidURL'],
  color: ['blue', 'errors.invalidHex'],
  enum: ['NO_SUCH_CHOICE', 'errors.invalidChoice'],
  level: ['SECRET', 'errors.invalidChoice'],
  relation: ['nowhere', 'errors.invalidId'],
  files: ['nowhere', 'errors.invalidId'],
  integer: [1.5, 'errors.number.integer'],
  number: ['many', 'errors.number.float'],
  boolean: ['yes', 'errors.wrongType'],
  text: [17, 'errors.wrongType'],
  longText: [17, 'errors.wrongType'],
  language: [17, 'errors.wrongType'],
  list: [17, 'errors.wrongType'],
  translated: ['plain', 'errors.wrongType'],
  geometry: ['here', 'errors.wrongType'],
  object: ['plain', 'errors.wrongType'],
};

/** Longer texts would only make the fixtures large. */
const MAX_LONG_TEXT = 500;
const MAX_LIST_LENGTH = 50;

const singleBreaks = ({ kind, maxLength, minLength, minimum, maximum, pattern }: Property): BrokenExample[] => {
  const wrong = BAD_FORMAT[kind];
  const breaks: BrokenExample[] = wrong === undefined ? [] : [{ value: wrong[0], at: '', message: wrong[1] }];
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
