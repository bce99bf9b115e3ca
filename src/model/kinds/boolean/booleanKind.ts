// Yes or no.

import { worded, type Kind } from 'src/model/kinds/Kind.ts';

export const booleanKind: Kind = {
  declared: { type: 'boolean' },
  ...worded,
  json: 'boolean',
  sort: 'number',
  facet: 'BOOL',
  form: { widget: 'switch' },
};
