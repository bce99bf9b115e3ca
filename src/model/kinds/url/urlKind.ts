// The address of a page, http or https.

import { worded, type Kind } from 'src/model/kinds/Kind.ts';

export const urlKind: Kind = {
  ...worded,
  facet: 'TERM',
  text: 'formed',
};
