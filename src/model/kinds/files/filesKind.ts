// Files that are attached to the item, by their ids.

import { worded, type Kind } from 'src/model/kinds/Kind.ts';

export const filesKind: Kind = {
  ...worded,
  terms: 'ids',
  prose: false,
  column: false,
};
