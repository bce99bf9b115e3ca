// The declared form of a type as the session reads it: which tab holds a property, which fields are shown now. The condition of a
// field is a small part of JSON Schema, read directly, since the browser compiles no schema.

import { deepEqual } from 'src/base/deepEqual.ts';
import { isObject, valueAt } from 'src/client/fields/rules/FormProblem.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { Values } from 'src/model/item/Item.ts';
import type { LayoutField, FormTab } from 'src/model/schema/TypeView.ts';
import type { ConditionKeyword } from 'src/model/schema/conditionKeywords.ts';
import { pointerParts } from 'src/model/text/jsonPointer.ts';

type Schema = Readonly<Record<string, Json>>;
type Keyword = (value: Json | undefined, rule: Json) => boolean;

const size = (value: Json | undefined): number =>
  typeof value === 'string' ? [...value].length : Array.isArray(value) ? value.length : 0;

const isType = (value: Json | undefined, type: string): boolean => {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'null') return value === null || value === undefined;
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
};

const KEYWORDS: Readonly<Record<ConditionKeyword, Keyword>> = {
  const: (value, rule) => deepEqual(value ?? null, rule),
  enum: (value, rule) => Array.isArray(rule) && rule.some((one) => deepEqual(value ?? null, one)),
  not: (value, rule) => !conditionHolds(value, rule),
  anyOf: (value, rule) => Array.isArray(rule) && rule.some((one) => conditionHolds(value, one)),
  allOf: (value, rule) => Array.isArray(rule) && rule.every((one) => conditionHolds(value, one)),
  properties: (value, rule) =>
    isObject(value) &&
    isObject(rule) &&
    Object.entries(rule).every(([name, one]) => conditionHolds(value[name] as Json, one as Json)),
  contains: (value, rule) => Array.isArray(value) && value.some((one) => conditionHolds(one, rule)),
  type: (value, rule) => [rule].flat().some((one) => isType(value, String(one))),
  minLength: (value, rule) => typeof value === 'string' && size(value) >= Number(rule),
  maxLength: (value, rule) => typeof value !== 'string' || size(value) <= Number(rule),
  minItems: (value, rule) => Array.isArray(value) && size(value) >= Number(rule),
  maxItems: (value, rule) => !Array.isArray(value) || size(value) <= Number(rule),
  minimum: (value, rule) => typeof value === 'number' && value >= Number(rule),
  maximum: (value, rule) => typeof value === 'number' && value <= Number(rule),
};

/**
 * An absent value counts as null, so `{not: {const: null}}` means "not empty". An unknown keyword is a mistake in the
 * declaration.
 */
const conditionHolds = (value: Json | undefined, schema: Json): boolean => {
  if (typeof schema === 'boolean') return schema;
  if (!isObject(schema)) throw new Error('A condition is a JSON Schema object');
  return Object.entries(schema as Schema).every(([name, rule]) => {
    const keyword = Object.hasOwn(KEYWORDS, name) ? KEYWORDS[name as ConditionKeyword] : undefined;
    if (!keyword) throw new Error(`Unknown keyword "${name}" in a form condition`);
    return keyword(value, rule);
  });
};

/** Returns the keywords of the schema that the value does not satisfy. */
export const brokenKeywords = (value: Json, schema: Schema): readonly string[] =>
  Object.keys(schema).filter((name) => !conditionHolds(value, { [name]: schema[name] ?? null }));

export interface When {
  readonly path: string;
  readonly schema: Json;
}

export const whenHolds = (when: When | undefined, values: Values): boolean =>
  when === undefined || conditionHolds(valueAt(values, when.path), when.schema);

const fieldsOnTab = (tab: FormTab): readonly LayoutField[] => tab.groups.flatMap(({ rows }) => rows.flat());

/** The layout without the groups that are for administrators; tabs that are empty then go with them. */
export const layoutFor = (layout: readonly FormTab[], admin: boolean): readonly FormTab[] =>
  admin
    ? layout
    : layout
        .map(({ key, groups }) => ({ key, groups: groups.filter((group) => group.admin !== true) }))
        .filter(({ groups }) => groups.length > 0);

/** Returns the layout without fields that are shown elsewhere, and without groups and tabs that become empty. */
export const withoutFields = (layout: readonly FormTab[], names: readonly string[]): readonly FormTab[] =>
  layout
    .map(({ key, groups }) => ({
      key,
      groups: groups
        .map((group) => ({
          ...group,
          rows: group.rows
            .map((row) => row.filter(({ path }) => !names.includes(path)))
            .filter((row) => row.length > 0),
        }))
        .filter(({ rows }) => rows.length > 0),
    }))
    .filter(({ groups }) => groups.length > 0);

const topOf = (path: string): string => path.split('.')[0] ?? path;

/** Properties in the order in which the form shows them; those it does not show come last. */
export const shownOrder = (layout: readonly FormTab[], names: readonly string[]): readonly string[] => [
  ...new Set([...layout.flatMap(fieldsOnTab).map(({ path }) => topOf(path)), ...names]),
];

export const tabOf = (layout: readonly FormTab[], pointer: string): string | undefined => {
  const top = pointerParts(pointer)[0];
  const tab = layout.find((one) => fieldsOnTab(one).some(({ path }) => topOf(path) === top));
  return (tab ?? layout[0])?.key;
};

/** Properties whose condition does not hold now. */
export const hiddenNames = (layout: readonly FormTab[], values: Values): ReadonlySet<string> =>
  new Set(
    layout
      .flatMap(fieldsOnTab)
      .filter(({ when }) => !whenHolds(when, values))
      .map(({ path }) => topOf(path)),
  );
