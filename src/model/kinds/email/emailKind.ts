// An email address.

import { wordedKind, type Kind } from 'src/model/kinds/Kind.ts';

export const emailKind: Kind = {
  ...wordedKind,
  facet: 'TERM',
  text: 'formed',
};
