// One of the values that the schema lists.

import { worded, type Kind } from 'src/model/kinds/Kind.ts';

export const enumKind: Kind = {
  ...worded,
  sort: 'value',
  facet: 'SEL',
};
