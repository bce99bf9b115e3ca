// The id of a related item.

import { worded, type Kind } from 'src/model/kinds/Kind.ts';

export const relationKind: Kind = {
  declared: { keyword: 'x-rel' },
  ...worded,
  sort: 'value',
  sortable: false,
  facet: 'REL',
  terms: 'ids',
  folder: true,
  column: false,
  form: { field: 'list' },
};
