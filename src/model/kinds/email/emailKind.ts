// An email address.

import { worded, type Kind } from 'src/model/kinds/Kind.ts';

export const emailKind: Kind = {
  ...worded,
  facet: 'TERM',
  text: 'formed',
};
