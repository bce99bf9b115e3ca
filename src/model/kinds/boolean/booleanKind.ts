// Yes or no.

import { wordedKind, type Kind } from 'src/model/kinds/Kind.ts';

export const booleanKind: Kind = {
  ...wordedKind,
  json: 'boolean',
  sort: 'number',
  facet: 'BOOL',
};
