// What is wrong with the body of a request, by the generated wire validators; and the body that a request without one means.

import { bodyValidators } from 'src/model/generated/wireValidators.ts';
import type { InvalidEntry, OperationName } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { rulesOfErrors } from 'src/model/schema/ruleOfError.ts';

/** More would only help somebody who probes. */
const MOST = 50;

/** An operation whose members are all optional may leave its body out. Source: PROTOCOL 8. */
export const bodyOf = (name: OperationName, body: Json | undefined): Json =>
  body ?? (bodyValidators[name]?.(null) === true ? null : {});

export const bodyErrors = (name: OperationName, body: Json): readonly InvalidEntry[] => {
  const validate = bodyValidators[name];
  if (!validate) throw new Error(`no validator for the body of ${name}`);
  return validate(body) ? [] : rulesOfErrors(validate.errors ?? []).slice(0, MOST);
};
