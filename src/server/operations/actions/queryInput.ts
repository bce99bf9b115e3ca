// A query within the input of an action, checked as `search/ids` checks its own.

import type { Query } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { invalid } from 'src/model/problems.ts';
import { refuseUnbounded } from 'src/model/query/queryBounds.ts';
import { bodyErrors } from 'src/server/transport/operationArguments.ts';

/** Throws `invalid`, with paths below `/query`. */
export const queryInput = (given: Json | undefined): Query => {
  const errors = bodyErrors('search', given ?? {});
  if (errors.length > 0) throw invalid(errors.map((each) => ({ ...each, path: `/query${each.path}` })));
  const query = (given ?? {}) as unknown as Query;
  refuseUnbounded(query);
  return query;
};
