// Compiles schemas to validator code that runs without ajv and without eval, as a strict content security policy requires. Used by the
// validator and form emitters. The code imports only from src/model and src/base.

import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import { _ } from 'ajv/dist/compile/codegen/index.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import type { JsonObject } from 'codegen/json.ts';
import { formats } from 'src/model/schema/formats.ts';

const OPTIONS: Options = {
  strict: true,
  strictRequired: false,
  allErrors: true,
  allowUnionTypes: true,
  discriminator: true,
  messages: false,
  verbose: false,
};

/** Helpers of ajv, by the text with which generated code requires them. */
const HELPERS: readonly (readonly [RegExp, string])[] = [
  [/require\("ajv\/dist\/runtime\/ucs2length"\)\.default/g, 'codePoints'],
  [/require\("ajv\/dist\/runtime\/equal"\)\.default/g, 'deepEqual'],
];

const IMPORTS: Readonly<Record<string, string>> = {
  codePoints: "import { codePoints } from 'src/model/schema/Validator.ts';",
  deepEqual: "import { deepEqual } from 'src/base/deepEqual.ts';",
  formats: "import { formats } from 'src/model/schema/formats.ts';",
};

export interface StandaloneCode {
  readonly imports: readonly string[];
  readonly body: string;
}

const SPLIT_EXPORT = /export const ([A-Za-z0-9_]+) = (validate\d+);/g;

interface Leave {
  /** Keywords that a validator ignores. */
  readonly messages?: readonly string[];
  /** True for parts that RJSF cuts out of a valid schema: they lack the type. */
  readonly derived?: boolean;
}

/** Returns the ajv instance that compiles every schema. It also checks that ajv understands a resolved schema. */
export const ajvWith = (
  schemas: readonly JsonObject[] = [],
  { messages = [], derived = false }: Leave = {},
): Ajv2020 => {
  const ajv = new Ajv2020({
    ...OPTIONS,
    strictTypes: !derived,
    code: { source: true, esm: true, lines: false, formats: _`formats` },
  });
  for (const [name, validate] of Object.entries(formats)) ajv.addFormat(name, validate);
  ajv.addVocabulary([...messages]);
  for (const schema of schemas) ajv.addSchema(schema);
  return ajv;
};

/** Compiles validators to code that exports them by name. `names` gives the `$id` of each schema. */
export const standalone = (ajv: Ajv2020, names: Readonly<Record<string, string>>): StandaloneCode => {
  let body = standaloneCode(ajv, { ...names }).replace('"use strict";', '');
  for (const [pattern, name] of HELPERS) body = body.replaceAll(pattern, name);
  const unknownKey = /require\([^)]*\)/.exec(body);
  if (unknownKey !== null)
    throw new Error(`a validator asks for ${unknownKey[0]}, which has no counterpart in src/model`);
  const used = Object.keys(IMPORTS).filter((name) => new RegExp(`\\b${name}\\b`).test(body));
  return {
    imports: used.map((name) => IMPORTS[name] ?? ''),
    body: body.replaceAll(SPLIT_EXPORT, 'export const $1: Validator = $2;'),
  };
};

const made = new Map<string, StandaloneCode>();

/** Compiles schemas and reuses the code of those that have not changed, so that `gen --watch` is fast. */
export const compileValidators = (
  schemas: readonly JsonObject[],
  names: Readonly<Record<string, string>>,
  leave: Leave = {},
): StandaloneCode => {
  const key = JSON.stringify([schemas, names, leave]);
  const code = made.get(key) ?? standalone(ajvWith(schemas, leave), names);
  made.set(key, code);
  return code;
};
