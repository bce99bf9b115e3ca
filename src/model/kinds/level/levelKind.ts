// A level of visibility.

import { wordedKind, type Kind } from 'src/model/kinds/Kind.ts';

export const levelKind: Kind = {
  ...wordedKind,
  sort: 'value',
  facet: 'LEVEL',
  prose: false,
  column: false,
};
