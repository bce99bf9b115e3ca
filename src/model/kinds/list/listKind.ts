// A value of a value list, which people extend.

import { worded, type Kind } from 'src/model/kinds/Kind.ts';

export const listKind: Kind = {
  declared: { keyword: 'x-list' },
  ...worded,
  sort: 'value',
  sortable: false,
  facet: 'LIST',
  text: 'free',
  form: { field: 'list' },
};
