// The id of a related item.

import { wordedKind, type Kind } from 'src/model/kinds/Kind.ts';

export const relationKind: Kind = {
  ...wordedKind,
  sort: 'value',
  facet: 'REL',
  terms: 'ids',
  column: false,
};
