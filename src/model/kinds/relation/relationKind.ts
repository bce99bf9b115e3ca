// The id of a related item.

import { worded, type Kind } from 'src/model/kinds/Kind.ts';

export const relationKind: Kind = {
  ...worded,
  sort: 'value',
  facet: 'REL',
  terms: 'ids',
  column: false,
};
