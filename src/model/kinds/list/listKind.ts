// A value of a value list, which people extend.

import { wordedKind, type Kind } from 'src/model/kinds/Kind.ts';

export const listKind: Kind = {
  ...wordedKind,
  sort: 'value',
  facet: 'LIST',
  text: 'free',
};
