// What is wrong with form values: the compiled validator's errors as form rules, then the rules across fields.
// No schema is compiled here; the browser's policy forbids it.

import type { RJSFSchema, ValidatorType } from '@rjsf/utils';
import type { FormRule } from 'src/client/extend.ts';
import type { FormProblem } from 'src/client/forms/rules/FormProblem.ts';
import type { Values } from 'src/client/forms/rules/pointer.ts';
import type { Property } from 'src/model/schema/Property.ts';
import { rulesOfErrors } from 'src/model/schema/ruleOfError.ts';
import type { ValidationError } from 'src/model/schema/Validator.ts';

interface FormCheck {
  readonly validator: ValidatorType;
  readonly schema: RJSFSchema;
  /** Of the type; they tell an exact count from a limit. */
  readonly properties?: Readonly<Record<string, Property>>;
  readonly rules?: readonly FormRule[];
}

export const checkForm =
  ({ validator, schema, properties = {}, rules = [] }: FormCheck) =>
  (values: Values): readonly FormProblem[] => {
    const { errors = [] } = validator.rawValidation<ValidationError>(schema, values);
    return [...rulesOfErrors(errors, properties), ...rules.flatMap((rule) => rule(values))];
  };
