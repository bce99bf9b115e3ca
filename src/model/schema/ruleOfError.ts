// Converts a validator's error to the rule that people read: message id and parameters. Pure; the server uses it for the entries of
// `invalid`, the form for its fields, so that both agree.

import type { Json } from 'src/model/item/Item.ts';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ValidationError } from 'src/model/schema/Validator.ts';
import { formatMessages } from 'src/model/schema/formats.ts';
import { pointerParts, pointerStep } from 'src/model/text/jsonPointer.ts';

interface Rule {
  readonly message: string;
  readonly params?: Readonly<Record<string, Json>>;
}

const BY_TYPE: Readonly<Record<string, string>> = {
  integer: 'errors.number.integer',
  number: 'errors.number.float',
};

/** Pattern that declares a text in lower case. */
export const LOWERCASE = '^[^A-Z]*$';

/** Pattern of the common definition Locale: a language tag. */
const LOCALE = '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$';

/** Messages of patterns without `x-pattern`. */
const BY_PATTERN: Readonly<Record<string, string>> = {
  [LOWERCASE]: 'errors.lowercase',
  [LOCALE]: 'errors.languageTag',
};

const limitIn = (params: ValidationError['params'], key: string): number =>
  typeof params[key] === 'number' ? params[key] : 0;
const paramText = (params: ValidationError['params'], key: string): string => String(params[key] ?? '');
const limited = (message: string, name: string, params: ValidationError['params']): Rule => ({
  message,
  params: { [name]: limitIn(params, 'limit') },
});

const minimumRule = (params: ValidationError['params']): Rule =>
  limitIn(params, 'limit') === 1 ? { message: 'errors.number.natural' } : limited('errors.number.min', 'min', params);

const shortRule = (params: ValidationError['params']): Rule =>
  limitIn(params, 'limit') === 1 ? { message: 'errors.notBlank' } : limited('errors.minLength', 'min', params);

const RULES: Readonly<Record<string, (params: ValidationError['params']) => Rule>> = {
  required: () => ({ message: 'errors.required' }),
  type: (params) => ({ message: BY_TYPE[paramText(params, 'type')] ?? 'errors.wrongType' }),
  maxLength: (params) => limited('errors.maxLength', 'max', params),
  minLength: shortRule,
  minimum: minimumRule,
  maximum: (params) => limited('errors.number.max', 'max', params),
  multipleOf: (params) => ({ message: 'errors.number.multipleOf', params: { of: limitIn(params, 'multipleOf') } }),
  pattern: (params) => ({ message: BY_PATTERN[paramText(params, 'pattern')] ?? 'errors.pattern' }),
  format: (params) => ({ message: formatMessages[paramText(params, 'format')] ?? 'errors.pattern' }),
  enum: () => ({ message: 'errors.invalidChoice' }),
  const: () => ({ message: 'errors.invalidChoice' }),
  discriminator: () => ({ message: 'errors.invalidChoice' }),
  minItems: (params) => limited('errors.array.min', 'min', params),
  maxItems: (params) => limited('errors.array.max', 'max', params),
  uniqueItems: () => ({ message: 'errors.array.unique' }),
  minProperties: () => ({ message: 'errors.required' }),
  maxProperties: (params) => limited('errors.array.max', 'max', params),
  additionalProperties: () => ({ message: 'errors.unknownProperty' }),
};

/** Keywords without an error of their own, because their parts report it. */
const SILENT = new Set(['if', 'anyOf', 'oneOf', 'propertyNames']);

const errorPath = ({ instancePath, params }: ValidationError): string => {
  const member = params['missingProperty'] ?? params['additionalProperty'];
  return typeof member === 'string' ? `${instancePath}${pointerStep(member)}` : instancePath;
};

type Properties = Readonly<Record<string, Property>>;

/** Returns the exact number of members when an array must have a fixed length. */
const exactCount = ({ keyword, instancePath }: ValidationError, properties: Properties): number | undefined => {
  if (keyword !== 'minItems' && keyword !== 'maxItems') return undefined;
  const [, name = '', ...rest] = instancePath.split('/');
  const property = rest.length === 0 ? properties[name] : undefined;
  return property?.minItems === property?.maxItems ? property?.minItems : undefined;
};

/** Returns the property of a pointer, through objects and lists. */
const propertyAtPointer = (pointer: string, properties: Properties): Property | undefined => {
  let members: Properties | undefined = properties;
  let found: Property | undefined;
  for (const part of pointerParts(pointer).filter((each) => !/^\d+$/.test(each))) {
    found = members?.[part];
    members = found?.properties;
  }
  return found;
};

/** Returns the message of a pattern, as declared by its property. */
const patternMessage = ({ keyword, instancePath }: ValidationError, properties: Properties): string | undefined => {
  const key = keyword === 'pattern' ? propertyAtPointer(instancePath, properties)?.patternKey : undefined;
  return key === undefined ? undefined : `errors.pattern.${key}`;
};

/**
 * Returns the entry for one error, or undefined when another error of the same list describes it better. `{keyword: 'maxLength', params:
 * {limit: 300}, instancePath: '/title'}` gives `{path: '/title', message: 'errors.maxLength', params: {max: 300}}`.
 */
export const ruleOfError = (error: ValidationError, properties: Properties = {}): InvalidEntry | undefined => {
  if (SILENT.has(error.keyword)) return undefined;
  const count = exactCount(error, properties);
  if (count !== undefined) return { path: error.instancePath, message: 'errors.array.exactly', params: { count } };
  const form = patternMessage(error, properties);
  if (form !== undefined) return { path: error.instancePath, message: form };
  const rule = RULES[error.keyword]?.(error.params) ?? { message: 'errors.invalidValue' };
  return { path: errorPath(error), ...rule };
};

/** Returns the entries for all errors of a validator, one per position and rule; never empty when there was an error. */
export const rulesOfErrors = (errors: readonly ValidationError[], properties: Properties = {}): InvalidEntry[] => {
  const entries = new Map<string, InvalidEntry>();
  for (const error of errors) {
    const entry = ruleOfError(error, properties);
    if (entry !== undefined) entries.set(`${entry.path} ${entry.message}`, entry);
  }
  const first = errors[0];
  if (entries.size > 0 || first === undefined) return [...entries.values()];
  return [{ path: first.instancePath, message: 'errors.invalidValue' }];
};
