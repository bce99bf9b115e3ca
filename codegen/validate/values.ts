// Validates what a schema can hold: it compiles in strict mode (a keyword without effect is a mistake), and defaults and initial values are
// valid.

import type { Diagnostic } from 'codegen/diagnostics.ts';
import { didYouMean } from 'codegen/didYouMean.ts';
import { objectAt, pointer, type JsonObject, type JsonValue } from 'codegen/json.ts';
import { reporterOf, type Validation } from 'codegen/validate/Validation.ts';
import type { Linked, LinkedType } from 'codegen/Linked.ts';
import { storedSchema, withoutKeywords } from 'codegen/schemaVariants.ts';
import { formats } from 'src/model/schema/formats.ts';
import { ajvWith } from 'codegen/compileValidators.ts';

type Ajv = ReturnType<typeof ajvWith>;

/** Texts of schemas that have compiled. While one declaration is edited, most schemas stay the same, and compiling is slow. */
const compiled = new Set<string>();

/** Adds the known formats to a message about an unknown one. */
const withFormats = (message: string): string => {
  const format = /^unknown format "([^"]*)"/u.exec(message)?.[1];
  return format === undefined ? message : `unknown format "${format}"${didYouMean(format, Object.keys(formats))}`;
};

const failureOf = (ajv: Ajv, schema: JsonObject): string | undefined => {
  const text = JSON.stringify(schema);
  if (compiled.has(text)) return undefined;
  try {
    ajv.compile(schema);
    compiled.add(text);
    return undefined;
  } catch (error) {
    return withFormats((error as Error).message);
  }
};

/** Returns the reason why the property refuses the value, or undefined. */
const refusalOf = (
  ajv: Ajv,
  { resolved }: LinkedType,
  [name, value]: readonly [string, JsonValue],
): string | undefined => {
  const schema = objectAt(objectAt(resolved, 'properties'), name);
  if (Object.keys(schema).length === 0) return undefined;
  const choices = [schema['enum'] ?? objectAt(schema, 'items')['enum'] ?? []].flat();
  const allowed = choices.length > 0 ? didYouMean(String(value), choices.map(String)) : '';
  const validate = ajv.compile(withoutKeywords(schema) as JsonObject);
  return validate(value) === true ? undefined : `${JSON.stringify(value)} is no value of ${name}${allowed}`;
};

const validateSchemas = (ajv: Ajv, type: LinkedType): Diagnostic[] => {
  const whole = failureOf(ajv, storedSchema(type));
  if (whole === undefined) return [];
  const reporter = reporterOf(type.source.schema);
  for (const [name, schema] of Object.entries(objectAt(type.resolved, 'properties'))) {
    const failure = failureOf(ajv, withoutKeywords(schema) as JsonObject);
    if (failure !== undefined) reporter.report(pointer('', 'properties', name), failure);
  }
  if (reporter.diagnostics.length === 0) reporter.report('', whole);
  return reporter.diagnostics;
};

const validateValues = (ajv: Ajv, type: LinkedType): Diagnostic[] => {
  const schema = reporterOf(type.source.schema);
  for (const { name, default: given } of Object.values(type.properties)) {
    const refusal = given === undefined ? undefined : refusalOf(ajv, type, [name, given as JsonValue]);
    if (refusal !== undefined) schema.report(pointer('', 'properties', name, 'default'), refusal);
  }
  const view = reporterOf(type.source.view);
  for (const [name, given] of Object.entries(type.view.create?.initial ?? {})) {
    const refusal = refusalOf(ajv, type, [name, given as JsonValue]);
    if (refusal !== undefined) view.report(pointer('', 'create', 'initial', name), refusal);
  }
  return [...schema.diagnostics, ...view.diagnostics];
};

const validateScreens = (ajv: Ajv, { screens, types }: Linked): Diagnostic[] =>
  screens.flatMap(({ value, file, pointer: at }) => {
    const reporter = reporterOf(file);
    const created = (value.search?.create ?? []).flatMap((name) => types[name] ?? []);
    for (const [name, given] of Object.entries(value.search?.initial ?? {})) {
      const refusals = created.flatMap((type) => refusalOf(ajv, type, [name, given as JsonValue]) ?? []);
      for (const refusal of refusals) reporter.report(pointer(at, 'search', 'initial', name), refusal);
    }
    return reporter.diagnostics;
  });

export const values: Validation = (linked) => {
  const ajv = ajvWith(); // shared: creating it costs more than compiling with it
  const types = Object.values(linked.types);
  const broken = types.flatMap((type) => validateSchemas(ajv, type));
  if (broken.length > 0) return broken;
  return [...types.flatMap((type) => validateValues(ajv, type)), ...validateScreens(ajv, linked)];
};
