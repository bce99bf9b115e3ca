// Checks what an action is given against its declared schema. The schemas are the site's own, compiled once at the start.

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Json } from 'src/model/item/Item.ts';
import { formats } from 'src/model/schema/formats.ts';
import { rulesOfErrors } from 'src/model/schema/ruleOfError.ts';
import type { InvalidEntry } from 'src/model/generated/wire.ts';

type InputErrors = (input: Json) => readonly InvalidEntry[];

// `x-…` keywords mean something to forms and search, nothing to this check.
const ajv = new Ajv2020({ allErrors: false, strict: false, formats, discriminator: true });

/** A check of one action's input. Throws at the start when the schema itself is wrong. */
export const inputErrors = (schema: Json): InputErrors => {
  const validate: ValidateFunction = ajv.compile(schema as object);
  return (input) => (validate(input) ? [] : rulesOfErrors(validate.errors ?? []));
};
