// Files that are attached to the item, by their ids.

import { worded, type Kind } from 'src/model/kinds/Kind.ts';

export const filesKind: Kind = {
  declared: { keyword: 'x-files' },
  ...worded,
  sortable: false,
  terms: 'ids',
  label: false,
  prose: false,
  column: false,
  form: { field: 'list' },
};
