// A value of a value list, which people extend.

import { worded, type Kind } from 'src/model/kinds/Kind.ts';

export const listKind: Kind = {
  ...worded,
  sort: 'value',
  facet: 'LIST',
  text: 'free',
};
