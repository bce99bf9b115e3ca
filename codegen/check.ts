// Second step: validates every file against the meta-schema of its kind and against the allowed profile of JSON Schema. Source in,
// diagnostics out. It looks at one file at a time; link checks references between files.

import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { Diagnostic } from 'codegen/diagnostics.ts';
import { isObject, objectAt, pointer, type JsonValue } from 'codegen/json.ts';
import { didYouMean, suggestion } from 'codegen/didYouMean.ts';
import type { Source, SourceArea, SourceFile } from 'codegen/Source.ts';

/** Keywords that RJSF 6 or json-schema-to-typescript 16 ignores or handles incorrectly, with the reason. */
const REFUSED: Readonly<Record<string, string>> = {
  prefixItems:
    'a form renders no inputs for a tuple and its TypeScript type is empty; use an object with named members',
  dependentSchemas: 'a form never renders the branch; use if/then on a const, or `when` in the view',
  dependentRequired: 'a form does not show it; use if/then on a const',
  dependencies: 'a form never renders the branch; use if/then on a const, or `when` in the view',
  $dynamicRef: 'its TypeScript type is unknown; use $ref',
  not: 'its TypeScript type ignores it; say what is allowed',
  contains: 'no form can show it; validate it in a registered rule',
  patternProperties: 'a form and its type lose it; use additionalProperties or an array of objects',
  unevaluatedProperties: 'every type is closed by the compiler',
  nullable: 'a property without a value is left out; null removes it',
  title: 'texts are messages: types.<Type>.props.<path>',
  description: 'texts are messages: types.<Type>.help.<path>; for a note to developers use $comment',
  examples: 'fixtures are made by the compiler',
  exclusiveMinimum: 'use minimum',
  exclusiveMaximum: 'use maximum',
  else: 'one-level if/then only',
};

const findRefused = (value: JsonValue, at: string, found: (pointer: string, reason: string) => void): void => {
  if (Array.isArray(value)) return value.forEach((each, index) => findRefused(each, pointer(at, index), found));
  if (!isObject(value)) return;
  for (const [key, member] of Object.entries(value)) {
    if (key === 'properties' && isObject(member)) {
      for (const [name, property] of Object.entries(member)) findRefused(property, pointer(at, key, name), found);
    } else if (Object.hasOwn(REFUSED, key)) {
      found(pointer(at, key), `${key} is not part of the profile: ${REFUSED[key]}`);
    } else if (key !== 'default' && key !== 'const') findRefused(member, pointer(at, key), found);
  }
};

/** Words that an author might expect in a declaration, and what to use instead. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  templates: 'an item starts from "initial" alone',
  quick: 'a new item opens with its whole form',
  widget: 'the kind of a property decides how it is edited',
  index: 'the index is made from facets, filters, sorts and search weights; it holds no composites',
  export: 'the engine exports nothing',
  import: 'the engine imports nothing',
};

type Params = Readonly<Record<string, unknown>>;

const unknownMember = (name: string, parent: unknown): string => {
  const instead = Object.hasOwn(ELSEWHERE, name) ? `: ${ELSEWHERE[name]}` : undefined;
  const known = isObject(parent) && isObject(parent['properties']) ? Object.keys(parent['properties']) : [];
  return `unknown member "${name}"${instead ?? didYouMean(name, known)}`;
};

const MESSAGE: Readonly<Record<string, (params: Params, error: Pick<ErrorObject, 'data' | 'parentSchema'>) => string>> =
  {
    additionalProperties: ({ additionalProperty }, { parentSchema }) =>
      unknownMember(String(additionalProperty), parentSchema),
    required: ({ missingProperty }) => `"${String(missingProperty)}" is missing`,
    enum: ({ allowedValues }, { data }) =>
      `must be one of ${(allowedValues as unknown[]).join(', ')}${suggestion(String(data), (allowedValues as unknown[]).map(String))}`,
    const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue)}`,
    pattern: ({ pattern }) => `must match ${String(pattern)}`,
  };

/** Merges the branches of a choice that fail only because a member is missing: one of these members is required. */
const mergedChoices = (errors: readonly ErrorObject[]): ErrorObject[] => {
  const isWithin = ({ schemaPath }: ErrorObject, choice: ErrorObject): boolean =>
    schemaPath.startsWith(`${choice.schemaPath}/`);
  const choices = errors.filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf');
  return choices.reduce<ErrorObject[]>(
    (left, choice) => {
      const branches = left.filter((error) => isWithin(error, choice));
      const names = branches.map(({ params }) => String((params as Params)['missingProperty']));
      const isMissing = branches.every(
        ({ keyword, instancePath }) => keyword === 'required' && instancePath === choice.instancePath,
      );
      const [first, second] = branches;
      if (!first || !second || !isMissing) return left;
      const merged = { ...first, params: { missingProperty: names.join('" or "') } };
      return [...left.filter((error) => !branches.includes(error) && error !== choice), merged];
    },
    [...errors],
  );
};

/** Replaces a failed anyOf by the errors of its branches and keeps the deepest ones. */
const reporting = (errors: readonly ErrorObject[]): ErrorObject[] => {
  const plain = errors.filter(({ keyword }) => !['anyOf', 'oneOf', 'if', 'propertyNames'].includes(keyword));
  const rest = plain.length > 0 ? plain : [...errors];
  return rest.filter(
    (error) =>
      !(
        error.keyword === 'type' &&
        rest.some((other) => other !== error && other.instancePath.startsWith(error.instancePath))
      ),
  );
};

const diagnosticOf = (file: string, error: ErrorObject): Diagnostic => {
  const { instancePath, keyword, params, message, propertyName } = error;
  const about = propertyName === undefined ? '' : `the name "${propertyName}" `;
  return {
    file,
    pointer: instancePath,
    reason: about + (MESSAGE[keyword]?.(params as Params, error) ?? message ?? keyword),
  };
};

type MetaCheck = (kind: string, file: SourceFile | undefined) => Diagnostic[];

/** Compiles the meta-schemas of `schemas/meta` and returns the check for a file. */
const metaCheckOf = (meta: Source['meta']): MetaCheck => {
  const ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    allowUnionTypes: true,
    validateFormats: false,
    verbose: true,
  });
  for (const schema of Object.values(meta)) ajv.addSchema(schema);
  return (kind, file) => {
    if (file === undefined) return [];
    const validate = ajv.getSchema(`/schemas/meta/${kind}`);
    if (validate === undefined) return [{ file: file.path, pointer: '', reason: `no meta-schema named ${kind}` }];
    if (validate(file.json) === true) return [];
    const seen = new Set<string>();
    return reporting(mergedChoices(validate.errors ?? []))
      .map((error) => diagnosticOf(file.path, error))
      .filter(({ pointer: at, reason }) => !seen.has(at + reason) && seen.add(at + reason));
  };
};

// Compiling the meta-schemas takes longer than everything else. The watching compiler and the tests reuse the result.
const known = new Map<string, MetaCheck>();

const metaCheckFor = (meta: Source['meta']): MetaCheck => {
  const text = JSON.stringify(meta);
  const found = known.get(text) ?? metaCheckOf(meta);
  known.set(text, found);
  return found;
};

const checkProfile = ({ path, json }: SourceFile): Diagnostic[] => {
  const diagnostics: Diagnostic[] = [];
  findRefused(json, '', (at, reason) => diagnostics.push({ file: path, pointer: at, reason }));
  return diagnostics;
};

const checkId = ({ path, json }: SourceFile, area: SourceArea, name: string): Diagnostic[] => {
  const expected = `/schemas/${area.folder.split('/').at(-1) ?? ''}/${name}`;
  return json['$id'] === expected ? [] : [{ file: path, pointer: '/$id', reason: `must be "${expected}"` }];
};

/** Removes the report that a refused keyword is unknown: the refusal with its reason is enough. */
const withoutEchoes = (refusals: readonly Diagnostic[], found: readonly Diagnostic[]): Diagnostic[] => [
  ...refusals,
  ...found.filter(({ pointer: at, reason }) => {
    const member = /^unknown member "([^"]*)"/.exec(reason)?.[1];
    return member === undefined || !refusals.some((refusal) => refusal.pointer === pointer(at, member));
  }),
];

/** Checks the properties of step kinds against the same profile as those of other types. */
const checkKinds = (file: SourceFile | undefined): Diagnostic[] =>
  Object.entries(objectAt(file?.json ?? {}, 'kinds')).flatMap(([kind, json]) => {
    const at = pointer('', 'kinds', kind, 'properties');
    const properties = isObject(json) ? objectAt(json, 'properties') : {};
    return checkProfile({ path: file?.path ?? '', json: { properties } }).map((each) => ({
      ...each,
      pointer: each.pointer.replace('/properties', at),
    }));
  });

/** The base of all steps has no number. Each type generated from it has its own. */
const checkStep = ({ step }: Source, byMeta: MetaCheck): Diagnostic[] => [
  ...withoutEchoes(checkProfile(step.schema), byMeta('itemType', step.schema)),
  ...byMeta('view', step.view),
  ...byMeta('server', { ...step.server, json: { number: 1, ...step.server.json } }),
  ...byMeta('states', step.states),
];

/** Returns the diagnostics of all files. */
export const check = (source: Source): Diagnostic[] => {
  const byMeta = metaCheckFor(source.meta);
  const types = source.areas.flatMap((area) => area.types.map((type) => ({ area, type })));
  return [
    ...source.displays.flatMap(({ file }) => byMeta('display', file)),
    ...byMeta('problems', source.problems),
    ...byMeta('pushes', source.pushes),
    ...byMeta('routes', source.routes),
    ...byMeta('lock', source.lock),
    ...checkStep(source, byMeta),
    ...source.areas.flatMap((area) => [
      ...byMeta('area', area.area),
      ...byMeta('lists', area.lists),
      ...byMeta('buckets', area.buckets),
      ...area.endpoints.flatMap((file) => byMeta('endpoints', file)),
      ...byMeta('purposes', area.purposes),
      ...byMeta('reports', area.reports),
      ...byMeta('imports', area.imports),
      ...withoutEchoes(checkKinds(area.steps), byMeta('steps', area.steps)),
      ...byMeta('workflows', area.workflows),
      ...area.messages.flatMap((file) => byMeta('messages', file)),
    ]),
    ...types.flatMap(({ area, type }) => [
      ...withoutEchoes(checkProfile(type.schema), byMeta('itemType', type.schema)),
      ...checkId(type.schema, area, type.name),
      ...byMeta('view', type.view),
      ...byMeta('server', type.server),
      ...byMeta('states', type.states),
    ]),
  ];
};
