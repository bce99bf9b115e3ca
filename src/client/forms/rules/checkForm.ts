// What is wrong with form values: the compiled validator's errors as form rules, then the rules across fields.
// No schema is compiled here; the browser's policy forbids it.

import type { RJSFSchema, ValidatorType } from '@rjsf/utils';
import type { FormRule } from 'src/client/extend.ts';
import type { FormProblem } from 'src/client/forms/rules/FormProblem.ts';
import type { Values } from 'src/client/forms/rules/pointer.ts';
import { rulesOfErrors } from 'src/model/schema/ruleOfError.ts';
import type { ValidationError } from 'src/model/schema/Validator.ts';

export const checkForm =
  (validator: ValidatorType, schema: RJSFSchema, rules: readonly FormRule[] = []) =>
  (values: Values): readonly FormProblem[] => {
    const { errors = [] } = validator.rawValidation<ValidationError>(schema, values);
    return [...rulesOfErrors(errors), ...rules.flatMap((rule) => rule(values))];
  };
