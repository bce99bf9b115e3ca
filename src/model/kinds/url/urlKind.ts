// The address of a page, http or https.

import { wordedKind, type Kind } from 'src/model/kinds/Kind.ts';

export const urlKind: Kind = {
  ...wordedKind,
  facet: 'TERM',
  text: 'formed',
};
