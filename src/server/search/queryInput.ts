// A query within the input of an action, checked as `search/ids` checks its own.

import { MAX_REPORTED_ERRORS } from 'src/server/limits.ts';
import { bodyValidators } from 'src/model/generated/wireValidators.ts';
import { rulesOfErrors } from 'src/model/schema/ruleOfError.ts';
import type { Query } from 'src/model/generated/wire.ts';
import { invalid } from 'src/model/problems.ts';
import { refuseUnbounded } from 'src/model/query/queryBounds.ts';

/** Throws `invalid`, with paths below `/query`. */
export const queryInput = (query: Query = {}): Query => {
  const validate = bodyValidators['search'];
  const errors = validate?.(query) === true ? [] : rulesOfErrors(validate?.errors ?? []).slice(0, MAX_REPORTED_ERRORS);
  if (errors.length > 0) throw invalid(errors.map((each) => ({ ...each, path: `/query${each.path}` })));
  refuseUnbounded(query);
  return query;
};
