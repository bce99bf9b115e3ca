// Schemas to validator code that runs without ajv and without eval, so that a strict content policy holds.
// Used by the validator and form emitters. The code imports only from src/model and src/base.

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

/** ajv's helpers, by the text with which its code asks for them. */
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
  /** Keywords that say nothing to a validator. */
  readonly messages?: readonly string[];
  /** Parts that RJSF cuts out of a good schema leave their type behind. */
  readonly derived?: boolean;
}

/** What every compiled schema passes through; also the last check that a resolved schema is one that ajv understands. */
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

/** Validators by export name, as code whose exports are constants `name`; the schemas are named by `$id`. */
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

/** The same, from schemas. What has not changed since is not made again, so that `gen --watch` is soon done. */
export const standaloneOf = (
  schemas: readonly JsonObject[],
  names: Readonly<Record<string, string>>,
  leave: Leave = {},
): StandaloneCode => {
  const key = JSON.stringify([schemas, names, leave]);
  const code = made.get(key) ?? standalone(ajvWith(schemas, leave), names);
  made.set(key, code);
  return code;
};
