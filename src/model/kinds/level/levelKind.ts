// A level of visibility.

import { worded, type Kind } from 'src/model/kinds/Kind.ts';

export const levelKind: Kind = {
  ...worded,
  sort: 'value',
  facet: 'LEVEL',
  prose: false,
  column: false,
};
