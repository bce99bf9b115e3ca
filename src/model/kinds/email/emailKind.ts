// An email address.

import { worded, type Kind } from 'src/model/kinds/Kind.ts';

export const emailKind: Kind = {
  declared: {},
  ...worded,
  facet: 'TERM',
  text: 'formed',
  form: { widget: 'email' },
};
