// Yes or no.

import { worded, type Kind } from 'src/model/kinds/Kind.ts';

export const booleanKind: Kind = {
  ...worded,
  json: 'boolean',
  sort: 'number',
  facet: 'BOOL',
};
