// One of the values that the schema lists.

import { wordedKind, type Kind } from 'src/model/kinds/Kind.ts';

export const enumKind: Kind = {
  ...wordedKind,
  sort: 'value',
  facet: 'SEL',
};
