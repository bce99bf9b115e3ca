// A line of text, in any words. Ids of items are such texts too.

import { wordedKind, type Kind } from 'src/model/kinds/Kind.ts';

export const textKind: Kind = {
  ...wordedKind,
  facet: 'TERM',
  text: 'free',
  lines: 'one',
};
