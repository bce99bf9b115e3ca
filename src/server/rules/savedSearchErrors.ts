// A saved search that could never be asked is refused where it is saved: later, nobody is there who could mend it.

import type { InvalidEntry } from 'src/model/generated/wire.ts';
import { unreadableValues } from 'src/model/query/savedQuery.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { Proposal } from 'src/server/rules/proposal.ts';

export const savedSearchErrors = ({ type, next, set }: Proposal): InvalidEntry[] =>
  type.name === SYSTEM_TYPES.savedSearch && set.includes('selectedFacets')
    ? unreadableValues(next).map((path) => ({ path, message: 'errors.query.value' }))
    : [];
